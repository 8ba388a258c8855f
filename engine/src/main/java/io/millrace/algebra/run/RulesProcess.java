package io.millrace.algebra.run;

import io.millrace.algebra.RuleSet;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.draw.Figure;
import io.millrace.event.Gate;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.Ruled;
import io.millrace.event.Significant;
import io.millrace.language.CaseView;
import io.millrace.language.Compiled;
import io.millrace.language.Contract;
import io.millrace.language.Explanation;
import io.millrace.language.Fact;
import io.millrace.language.Happening;
import io.millrace.language.Intention;
import io.millrace.language.ProcessEvent;
import io.millrace.language.Proof;
import io.millrace.language.Turn;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.work.Task;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A process of rules alone: its tasks are those of the events, and what the rules permit and demand is all that there is of a flow. */
final class RulesProcess implements Compiled<RulesCase>, Ruled<RulesCase> {
    private final String name;
    private final String source;
    private final RuleSet rules;
    private final Bindings bindings;
    private final Scheduler scheduler;

    RulesProcess(String name, String source, RuleSet rules) {
        this.name = name;
        this.source = source;
        this.rules = rules;
        this.bindings = new Bindings(rules);
        this.scheduler = new Scheduler(rules, bindings);
    }

    /** Its rules. */
    RuleSet rules() {
        return rules;
    }

    @Override
    public String language() {
        return RulesLanguage.NAME;
    }

    @Override
    public String fingerprint() {
        return Fingerprints.of(name, source);
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public Contract contract() {
        return Contract.named(name);
    }

    @Override
    public Task task(String task) {
        Task declared = rules.module().tasks().get(task);
        if (declared == null && !bindings.tasks().contains(task)) {
            throw new RefusedException(Code.RULES_UNKNOWN_TASK.with(task, name));
        }
        return declared == null ? Task.people(task) : declared;
    }

    @Override
    public List<String> tasks() {
        return List.copyOf(bindings.tasks());
    }

    @Override
    public @Nullable Figure figure() {
        return RulesPicture.of(name, rules, bindings, this::task);
    }

    @Override
    public List<Task> pooled() {
        return tasks().stream().map(this::task).filter(task -> task.performers().pool() != null).toList();
    }

    @Override
    public Proof proof() {
        return Proofs.of(name, rules);
    }

    @Override
    public RulesCase blank() {
        return new RulesCase(rules.start());
    }

    @Override
    public RulesCase blank(Data input) {
        RulesCase state = blank();
        state.data = input instanceof Data.Fields ? input : Data.fields("input", input);
        return state;
    }

    // Turns.

    @Override
    public @Nullable Problem check(RulesCase state, Intention what, CaseView view) {
        return switch (what) {
            case Intention.StartWork e -> null;
            case Intention.CompleteWork e -> null;
            case Intention.ChangeData e -> null;
            case Intention.Intervention other -> Code.INTERVENTION.with("do this", "the course of this case follows from its rules");
        };
    }

    @Override
    public void react(RulesCase state, Happening what, Turn turn) {
        turn(state, turn).react(what);
    }

    @Override
    public void intervene(RulesCase state, Intention.Intervention what, Turn turn) {
        if (what instanceof Intention.ChangeData change) {
            turn.record(new RulesEvent.Changed(change.name(), change.value()));
        }
    }

    private RulesTurn turn(RulesCase state, Turn turn) {
        return new RulesTurn(state, rules, bindings, bindings.tasks(), this::task, () -> state.data, turn);
    }

    @Override
    public void apply(RulesCase state, ProcessEvent event) {
        state.apply((RulesEvent) event);
    }

    @Override
    public Gate.Verdict verdict(RulesCase state, ReadOnlyCase of, Significant event, Instant now) {
        return scheduler.verdict(state.standing, of, event);
    }

    @Override
    public List<ProcessEvent> noted(RulesCase state, ReadOnlyCase of, Significant event) {
        return scheduler.noted(state.standing, of, event);
    }

    @Override
    public void settle(RulesCase state, Turn turn) {
        RulesTurn rest = turn(state, turn);
        rest.settle();
        rest.end();
    }

    @Override
    public boolean cancels(RulesCase state, String reason, Turn turn) {
        RulesTurn rest = turn(state, turn);
        if (!rest.cancel(reason)) {
            return false;
        }
        rest.settle();
        rest.end();
        return true;
    }

    // What is stored.

    @Override
    public ProcessEvent readEvent(In in) {
        return RulesEvent.read(in);
    }

    @Override
    public void write(RulesCase state, Out out) {
        state.write(out);
    }

    @Override
    public RulesCase read(In in) {
        return RulesCase.read(rules, in);
    }

    // What people see.

    @Override
    public Data data(RulesCase state) {
        return state.data;
    }

    @Override
    public Data standing(RulesCase state) {
        return state.shown();
    }

    @Override
    public List<String> next(RulesCase state) {
        return state.next();
    }

    @Override
    public String describe(RulesCase state, ProcessEvent event) {
        return RulesEvent.described(event);
    }

    @Override
    public @Nullable Explanation<RulesCase> why(RulesCase state, String task, CaseView view) {
        return new Whys<RulesCase>(Function.identity(), bindings, view.caseId()).of(state, task, null);
    }

    @Override
    public Fact fact(RulesCase before, ProcessEvent event) {
        return ((RulesEvent) event).fact();
    }

    @Override
    public Function<RulesCase, List<Fact>> concern(RulesCase before, @Nullable ProcessEvent event) {
        return state -> {
            List<Fact> facts = new ArrayList<>();
            if (event == null || event instanceof RulesEvent.Decided) {
                facts.addAll(state.facts());
            }
            if (event == null || event instanceof RulesEvent.Over || event instanceof RulesEvent.Changed) {
                state.data.asMap().forEach((field, value) -> facts.add(Fact.data(field, value)));
            }
            return facts;
        };
    }

    // Other versions.

    @Override
    public Migrated migrate(RulesCase state, Compiled<?> to, Data mapping) {
        if (!(to instanceof RulesProcess other)) {
            return new Migrated.Not("a case of rules can go on only under rules");
        }
        String reason = state.againstMoving(other.rules);
        return reason == null ? new Migrated.To(Data.nothing()) : new Migrated.Not(reason);
    }

    @Override
    public Object migrated(RulesCase state, Compiled<?> to, Data changes) {
        return state.under(((RulesProcess) to).rules);
    }
}
