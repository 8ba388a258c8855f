package io.millrace.algebra.run;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.language.ProcessEvent;
import io.millrace.language.Turn;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A turn as a process under rules, or its rules, see it: what is recorded says whose it is, and an end waits for the rules. */
final class RuledTurn implements Turn {
    private final Turn turn;
    private final @Nullable String language;

    private RuledTurn(Turn turn, @Nullable String language) {
        this.turn = turn;
        this.language = language;
    }

    static RuledTurn ofRules(Turn turn) {
        return new RuledTurn(turn, null);
    }

    static RuledTurn ofProcess(Turn turn, String language) {
        return new RuledTurn(turn, language);
    }

    @Override
    public void record(ProcessEvent event) {
        turn.record(language == null ? new RuledEvent.OfRules((RulesEvent) event) : new RuledEvent.OfProcess(language, event));
    }

    @Override
    public void complete(Data result) {
        turn.record(new RuledEvent.Ending(RuledEvent.Ending.How.COMPLETED, result));
    }

    @Override
    public void fail(String reason) {
        turn.record(new RuledEvent.Ending(RuledEvent.Ending.How.FAILED, Data.of(reason)));
    }

    @Override
    public void cancel(String reason) {
        turn.record(new RuledEvent.Ending(RuledEvent.Ending.How.CANCELLED, Data.of(reason)));
    }

    @Override
    public CaseId caseId() {
        return turn.caseId();
    }

    @Override
    public Instant now() {
        return turn.now();
    }

    @Override
    public @Nullable String startedFor(int work) {
        return turn.startedFor(work);
    }

    @Override
    public int offer(Task task, Data input) {
        return turn.offer(task, input);
    }

    @Override
    public void allocate(int work, long number, boolean start) {
        turn.allocate(work, number, start);
    }

    @Override
    public void withdraw(int work, String reason) {
        turn.withdraw(work, reason);
    }

    @Override
    public @Nullable WorkItem work(int number) {
        return turn.work(number);
    }

    @Override
    public List<WorkItem> works() {
        return turn.works();
    }

    @Override
    public int setTimer(Instant due) {
        return turn.setTimer(due);
    }

    @Override
    public void cancelTimer(int timer) {
        turn.cancelTimer(timer);
    }

    @Override
    public int await(String signal, String key) {
        return turn.await(signal, key);
    }

    @Override
    public void forget(int ticket) {
        turn.forget(ticket);
    }

    @Override
    public void release(Data file) {
        turn.release(file);
    }

    @Override
    public void attribute(String name, Data value) {
        turn.attribute(name, value);
    }

    @Override
    public void decide(CaseId of, int attempt, boolean accepted, String reason) {
        turn.decide(of, attempt, accepted, reason);
    }

    @Override
    public void grant(CaseId of, int attempt, List<String> literals) {
        turn.grant(of, attempt, literals);
    }

    @Override
    public void incident(String reason) {
        turn.incident(reason);
    }

    @Override
    public void incident(String reason, Throwable cause) {
        turn.incident(reason, cause);
    }

    @Override
    public boolean hasIncident() {
        return turn.hasIncident();
    }

    @Override
    public void resolved() {
        turn.resolved();
    }

    @Override
    public Running entering(String place) {
        return turn.entering(place);
    }

    @Override
    public void steps(int count) {
        turn.steps(count);
    }
}
