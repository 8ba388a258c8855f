package io.millrace.testkit;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.draw.Figure;
import io.millrace.language.CaseView;
import io.millrace.language.Compiled;
import io.millrace.language.Contract;
import io.millrace.language.Finding;
import io.millrace.language.Happening;
import io.millrace.language.Intention;
import io.millrace.language.ProcessEvent;
import io.millrace.language.Proof;
import io.millrace.language.Turn;
import io.millrace.problem.Problem;
import io.millrace.work.Task;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A process of Java objects under another name than its own, for {@code deploy … as NAME}. */
record Renamed<S>(Compiled<S> process, String name) implements Compiled<S> {
    @Override
    public String language() {
        return process.language();
    }

    @Override
    public String fingerprint() {
        return process.fingerprint();
    }

    @Override
    public Contract contract() {
        Contract own = process.contract();
        return new Contract(name, own.input(), own.uniqueKey(), own.attributes());
    }

    @Override
    public List<Finding> findings() {
        return process.findings();
    }

    @Override
    public Proof proof() {
        return process.proof();
    }

    @Override
    public List<String> places() {
        return process.places();
    }

    @Override
    public @Nullable Figure figure() {
        return process.figure();
    }

    @Override
    public Task task(String task) {
        return process.task(task);
    }

    @Override
    public S blank() {
        return process.blank();
    }

    @Override
    public S blank(Data input) {
        return process.blank(input);
    }

    @Override
    public @Nullable Problem check(S state, Intention what, CaseView view) {
        return process.check(state, what, view);
    }

    @Override
    public void react(S state, Happening what, Turn turn) {
        process.react(state, what, turn);
    }

    @Override
    public void intervene(S state, Intention.Intervention what, Turn turn) {
        process.intervene(state, what, turn);
    }

    @Override
    public String describe(S state, ProcessEvent event) {
        return process.describe(state, event);
    }

    @Override
    public void apply(S state, ProcessEvent event) {
        process.apply(state, event);
    }

    @Override
    public ProcessEvent readEvent(In in) {
        return process.readEvent(in);
    }

    @Override
    public void write(S state, Out out) {
        process.write(state, out);
    }

    @Override
    public S read(In in) {
        return process.read(in);
    }

    @Override
    public Data data(S state) {
        return process.data(state);
    }

    @Override
    public Reading reading(S state, String name) {
        return process.reading(state, name);
    }

    @Override
    public Data standing(S state) {
        return process.standing(state);
    }

    @Override
    public @Nullable String awaits(S state, int timer) {
        return process.awaits(state, timer);
    }

    @Override
    public List<String> next(S state) {
        return process.next(state);
    }

    @Override
    public Migrated migrate(S state, Compiled<?> to, Data mapping) {
        return process.migrate(state, own(to), mapping);
    }

    @Override
    public Migrated migrate(S state, int from, Compiled<?> to, int version, Data mapping) {
        return process.migrate(state, from, own(to), version, mapping);
    }

    @Override
    public int version() {
        return process.version();
    }

    @Override
    public List<String> questions() {
        return process.questions();
    }

    @Override
    public Data answer(S state, String question, Instant now) {
        return process.answer(state, question, now);
    }

    @Override
    public Object migrated(S state, Compiled<?> to, Data changes) {
        return process.migrated(state, own(to), changes);
    }

    private static Compiled<?> own(Compiled<?> to) {
        return to instanceof Renamed<?> renamed ? renamed.process() : to;
    }
}
