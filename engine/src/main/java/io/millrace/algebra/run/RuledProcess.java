package io.millrace.algebra.run;

import io.millrace.algebra.RuleModule;
import io.millrace.algebra.RuleSet;
import io.millrace.data.Data;
import io.millrace.data.Form;
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
import io.millrace.language.Course;
import io.millrace.language.Explanation;
import io.millrace.language.Fact;
import io.millrace.language.Finding;
import io.millrace.language.Happening;
import io.millrace.language.Intention;
import io.millrace.language.ProcessEvent;
import io.millrace.language.Proof;
import io.millrace.language.Turn;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.work.Pool;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A process of another language under rules. The process decides its own course; the rules let its events happen, wait or not happen,
 * and begin tasks of their own.
 */
final class RuledProcess implements Compiled<RuledCase>, Ruled<RuledCase> {
    private static final Form<BiFunction<RuledProcess, In, RuledCase>> FORM = Form.first("a case under rules", RuledProcess::readFirst);

    private final Compiled<Object> process;
    private final String text;
    private final RuleSet rules;
    private final Bindings bindings;
    private final Scheduler scheduler;
    /** Tasks that the rules begin, and not the process. */
    private final Set<String> own;

    private RuledProcess(Compiled<Object> process, String text, RuleSet rules) {
        this.process = process;
        this.text = text;
        this.rules = rules;
        this.bindings = new Bindings(rules);
        this.scheduler = new Scheduler(rules, bindings);
        this.own = new LinkedHashSet<>(rules.module().tasks().keySet());
        own.removeAll(process.tasks());
    }

    @SuppressWarnings("unchecked")
    static RuledProcess of(Compiled<?> process, String file, String rules) {
        String name = process.contract().name();
        RuleModule module = RuleModule.read(file, rules).orRefuse();
        if (module.isAcross()) {
            throw new RefusedException(Code.RULES_ACROSS_PROCESS.with(file, name));
        }
        return new RuledProcess((Compiled<Object>) process, rules, Proofs.insideCase(name, RuleSet.of(module)));
    }

    // What it is.

    /** Its rules. */
    RuleSet rules() {
        return rules;
    }

    @Override
    public String language() {
        return RuledLanguage.NAME;
    }

    @Override
    public String fingerprint() {
        return Fingerprints.of(process.fingerprint(), text);
    }

    @Override
    public @Nullable String source() {
        String source = process.source();
        return source == null ? null : RuledLanguage.joined(process.language(), source, text);
    }

    @Override
    public Contract contract() {
        return process.contract();
    }

    @Override
    public Task task(String name) {
        Task declared = own.contains(name) ? rules.module().tasks().get(name) : null;
        return declared == null ? process.task(name) : declared;
    }

    @Override
    public @Nullable Figure figure() {
        return process.figure();
    }

    @Override
    public List<String> places() {
        return process.places();
    }

    @Override
    public List<String> tasks() {
        List<String> all = new ArrayList<>(process.tasks());
        if (!all.isEmpty()) {
            all.addAll(own);
        }
        return all;
    }

    @Override
    public @Nullable Compiled<?> inner(String name) {
        return process.inner(name);
    }

    @Override
    public @Nullable Pool agents() {
        return process.agents();
    }

    @Override
    public List<Task> pooled() {
        return process.pooled();
    }

    @Override
    public List<Finding> findings() {
        List<Finding> all = new ArrayList<>(process.findings());
        all.addAll(Proofs.unreachable(rules, bindings, process.tasks(), own));
        return all;
    }

    @Override
    public Proof proof() {
        String name = process.contract().name();
        Proof flow = process.proof();
        Proof ruled = Proofs.of(name, rules);
        List<Finding> findings = new ArrayList<>(flow.findings());
        findings.addAll(ruled.findings());
        Problem objection = flow.objection() == null ? ruled.objection() : flow.objection();
        if (objection == null) {
            CourseReport report = explored(CourseProof.MOST_STATES);
            Proof together = report == null ? Proof.NONE : Proofs.of(name, report);
            findings.addAll(together.findings());
            objection = together.objection();
        }
        return new Proof(objection, findings);
    }

    /** What can be proved of process and rules together, or null if nothing of the course of the process can be seen. */
    @Nullable CourseReport explored(int most) {
        CourseSteps steps = steps();
        return steps == null ? null : CourseProof.of(steps, rules, most);
    }

    /** What can happen in cases, as far as it can be seen before they run. */
    @Nullable CourseSteps steps() {
        Course course = process.course();
        return course == null ? null : new CourseSteps(course, rules, bindings, own, this::task);
    }

    // Turns.

    @Override
    public RuledCase blank() {
        return new RuledCase(process.blank(), new RulesCase(rules.start()));
    }

    @Override
    public RuledCase blank(Data input) {
        return new RuledCase(process.blank(input), new RulesCase(rules.start()));
    }

    @Override
    public @Nullable Problem check(RuledCase state, Intention what, CaseView view) {
        if (isOfRules(state, what)) {
            return null;
        }
        if (what instanceof Intention.Intervention && state.ending != null) {
            return Code.INTERVENTION.with("do this", "the process has ended, and only its rules have open obligations");
        }
        return process.check(state.process, what, view);
    }

    private static boolean isOfRules(RuledCase state, Intention what) {
        return switch (what) {
            case Intention.StartWork e -> state.rules.taskOf(e.work()) != null;
            case Intention.CompleteWork e -> state.rules.taskOf(e.work()) != null;
            case Intention.Intervention other -> false;
        };
    }

    @Override
    public void react(RuledCase state, Happening what, Turn turn) {
        RulesTurn settling = rules(state, turn);
        switch (what) {
            case Happening.WorkDone e when state.rules.taskOf(e.work()) != null -> settling.over(e.work(), e.output());
            case Happening.WorkLost e when state.rules.taskOf(e.work()) != null -> settling.over(e.work(), Data.nothing());
            case Happening.WorkTaken e when state.rules.taskOf(e.work()) != null -> {}
            case Happening other -> {
                if (state.ending == null) {
                    process.react(state.process, other, RuledTurn.ofProcess(turn, process.language()));
                }
            }
        }
        settle(state, settling, turn);
    }

    /** What the rules demand now is done; if the process wants to end, it ends when they let it. */
    private static void settle(RuledCase state, RulesTurn settling, Turn turn) {
        settling.settle();
        RuledEvent.Ending ending = state.ending;
        if (ending == null || !settling.close()) {
            return;
        }
        switch (ending.how()) {
            case COMPLETED -> turn.complete(ending.outcome());
            case FAILED -> turn.fail(ending.outcome().text());
            case CANCELLED -> turn.cancel(ending.outcome().text());
        }
    }

    @Override
    public void intervene(RuledCase state, Intention.Intervention what, Turn turn) {
        process.intervene(state.process, what, RuledTurn.ofProcess(turn, process.language()));
        settle(state, rules(state, turn), turn);
    }

    private RulesTurn rules(RuledCase state, Turn turn) {
        return new RulesTurn(state.rules, rules, bindings, own, this::task, () -> process.data(state.process), RuledTurn.ofRules(turn));
    }

    @Override
    public void apply(RuledCase state, ProcessEvent event) {
        switch ((RuledEvent) event) {
            case RuledEvent.OfRules e -> state.rules.apply(e.inner());
            case RuledEvent.OfProcess e -> process.apply(state.process, e.inner());
            case RuledEvent.Ending e -> {
                state.ending = e;
                state.rules.closing = true;
            }
        }
    }

    @Override
    public Gate.Verdict verdict(RuledCase state, ReadOnlyCase of, Significant event, Instant now) {
        return scheduler.verdict(state.rules.standing, of, event);
    }

    @Override
    public List<ProcessEvent> noted(RuledCase state, ReadOnlyCase of, Significant event) {
        List<ProcessEvent> noted = new ArrayList<>(1);
        scheduler.noted(state.rules.standing, of, event).forEach(each -> noted.add(new RuledEvent.OfRules((RulesEvent) each)));
        return noted;
    }

    @Override
    public void settle(RuledCase state, Turn turn) {
        settle(state, rules(state, turn), turn);
    }

    @Override
    public boolean cancels(RuledCase state, String reason, Turn turn) {
        RulesTurn settling = rules(state, turn);
        if (state.ending != null && state.ending.how() == RuledEvent.Ending.How.CANCELLED || !settling.cancel(reason)) {
            return false;
        }
        turn.record(new RuledEvent.Ending(RuledEvent.Ending.How.CANCELLED, Data.of(reason)));
        for (WorkItem item : turn.works()) {
            if (state.rules.taskOf(item.id().number()) == null) {
                turn.withdraw(item.id().number(), reason);
            }
        }
        settle(state, settling, turn);
        return true;
    }

    // What is stored.

    @Override
    public ProcessEvent readEvent(In in) {
        return RuledEvent.read(in, (language, from) -> process.readEvent(from));
    }

    @Override
    public void write(RuledCase state, Out out) {
        FORM.begin(out);
        state.rules.write(out);
        RuledEvent.Ending ending = state.ending;
        out.bool(ending != null);
        if (ending != null) {
            out.u8(ending.how().code).data(ending.outcome());
        }
        process.write(state.process, out);
    }

    @Override
    public RuledCase read(In in) {
        return FORM.reader(in).apply(this, in);
    }

    private static RuledCase readFirst(RuledProcess of, In in) {
        RulesCase ruled = RulesCase.read(of.rules, in);
        RuledEvent.Ending ending = in.bool() ? new RuledEvent.Ending(RuledEvent.Ending.How.read(in), in.data()) : null;
        RuledCase state = new RuledCase(of.process.read(in), ruled);
        state.ending = ending;
        return state;
    }

    // What people see.

    @Override
    public String describe(RuledCase state, ProcessEvent event) {
        return event instanceof RuledEvent.OfProcess e ? process.describe(state.process, e.inner()) : RulesEvent.described(((RuledEvent) event).inner());
    }

    @Override
    public @Nullable Data execution(RuledCase state, String task, String key) {
        return process.execution(state.process, task, key);
    }

    @Override
    public Fact fact(RuledCase before, ProcessEvent event) {
        return switch ((RuledEvent) event) {
            case RuledEvent.OfProcess e -> process.fact(before.process, e.inner());
            case RuledEvent.OfRules e -> e.inner().fact();
            case RuledEvent.Ending e -> Fact.of("ending", e.how().name().toLowerCase(java.util.Locale.ROOT));
        };
    }

    @Override
    public Function<RuledCase, List<Fact>> concern(RuledCase before, @Nullable ProcessEvent event) {
        if (event == null) {
            Function<Object, List<Fact>> all = process.concern(before.process, null);
            return state -> {
                List<Fact> facts = new ArrayList<>(all.apply(state.process));
                facts.addAll(state.rules.facts());
                return facts;
            };
        }
        return switch ((RuledEvent) event) {
            case RuledEvent.OfProcess e -> {
                Function<Object, List<Fact>> concern = process.concern(before.process, e.inner());
                yield state -> concern.apply(state.process);
            }
            case RuledEvent.OfRules e -> state -> e.inner() instanceof RulesEvent.Decided ? state.rules.facts() : List.of();
            case RuledEvent.Ending e -> state -> List.of();
        };
    }

    @Override
    public Data data(RuledCase state) {
        return process.data(state.process);
    }

    @Override
    public Reading reading(RuledCase state, String name) {
        return process.reading(state.process, name);
    }

    @Override
    public Data standing(RuledCase state) {
        Data flow = process.standing(state.process);
        return (flow instanceof Data.Fields ? flow : Data.fields("process", flow)).with("rules", state.rules.shown());
    }

    @Override
    public @Nullable String elsewhere(RuledCase state, int work) {
        return process.elsewhere(state.process, work);
    }

    @Override
    public @Nullable String awaits(RuledCase state, int timer) {
        return process.awaits(state.process, timer);
    }

    @Override
    public List<String> excluded(RuledCase state, String task) {
        return process.excluded(state.process, task);
    }

    @Override
    public List<String> next(RuledCase state) {
        List<String> lines = new ArrayList<>(process.next(state.process));
        lines.addAll(state.rules.next());
        return lines;
    }

    @Override
    public @Nullable Explanation<RuledCase> why(RuledCase state, String task, CaseView view) {
        Explanation<Object> flow = own.contains(task) ? null : process.why(state.process, task, view);
        return new Whys<RuledCase>(each -> each.rules, bindings, view.caseId()).of(state, task, flow == null ? null : lifted(flow));
    }

    private static Explanation<RuledCase> lifted(Explanation<Object> of) {
        var trace = of.trace();
        return new Explanation<>(
                of.fluents(),
                of.holds(),
                of.words(),
                trace == null ? null : state -> trace.applyAsLong(state.process),
                of.because().stream().map(RuledProcess::lifted).toList());
    }

    // Other versions.

    @Override
    public Migrated migrate(RuledCase state, Compiled<?> to, Data mapping) {
        return migrate(state, Math.max(1, version()), to, Math.max(1, to.version()), mapping);
    }

    @Override
    public Migrated migrate(RuledCase state, int from, Compiled<?> to, int version, Data mapping) {
        if (!(to instanceof RuledProcess other)) {
            return new Migrated.Not("a case under rules can go on only under rules");
        }
        String reason = state.rules.againstMoving(other.rules);
        return reason == null
                ? process.migrate(state.process, from, other.process, version, mapping)
                : new Migrated.Not(reason);
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
    public Data answer(RuledCase state, String question, Instant now) {
        return process.answer(state.process, question, now);
    }

    @Override
    public Object migrated(RuledCase state, Compiled<?> to, Data changes) {
        RuledProcess other = (RuledProcess) to;
        RuledCase moved = new RuledCase(process.migrated(state.process, other.process, changes), state.rules.under(other.rules));
        moved.ending = state.ending;
        return moved;
    }
}
