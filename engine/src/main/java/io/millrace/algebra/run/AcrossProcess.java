package io.millrace.algebra.run;

import io.millrace.algebra.EventType;
import io.millrace.algebra.Instances;
import io.millrace.algebra.Occasion;
import io.millrace.algebra.RuleSet;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.data.Shape;
import io.millrace.event.Across;
import io.millrace.event.Gate;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.Ruled;
import io.millrace.event.Significant;
import io.millrace.id.CaseId;
import io.millrace.language.CaseView;
import io.millrace.language.Compiled;
import io.millrace.language.Contract;
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
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rules between cases. Its one case holds what they know, and decides for all others. */
final class AcrossProcess implements Compiled<AcrossCase>, Ruled<AcrossCase>, Across {
    /** A text that rules write without quotes, or mean so if they write them. */
    private static final Pattern PLAIN = Pattern.compile("\\p{Lu}[\\p{L}\\p{Nd}_]*|\\d{1,9}");

    private final String name;
    private final String source;
    private final RuleSet rules;
    private final List<EventType> events;

    private AcrossProcess(String name, String source, RuleSet rules) {
        this.name = name;
        this.source = source;
        this.rules = rules;
        this.events = rules.module().events().stream().filter(each -> each.occasion().isPresent()).toList();
    }

    static AcrossProcess of(String name, String source, RuleSet rules) {
        if (rules.module().hasConstraints()) {
            throw new RefusedException(Code.RULES_ACROSS.with(name, "named constraints of DECLARE are about one case"));
        }
        for (EventType each : rules.module().events()) {
            if (each.control().isTriggerable() && each.occasion().isPresent()) {
                throw new RefusedException(Code.RULES_ACROSS.with(
                        name, "event '" + each.name() + "' is triggerable, and rules between cases cannot make a case do something"));
            }
        }
        return new AcrossProcess(name, source, rules);
    }

    // What of other cases it speaks of.

    @Override
    public boolean speaksOfStart(String task) {
        return events.stream().anyMatch(each -> is(each.occasion().orElseThrow(), Occasion.Kind.TASK_START, task));
    }

    @Override
    public List<Concern> concerns(ReadOnlyCase of, Significant event) {
        List<Concern> concerns = List.of();
        for (EventType each : events) {
            Occasion occasion = each.occasion().orElseThrow();
            if (is(occasion, event) || isLateEnd(each, occasion, event)) {
                String literal = literal(each, occasion, of, work(event));
                if (literal != null) {
                    concerns = concerns.isEmpty() ? new ArrayList<>(1) : concerns;
                    concerns.add(new Concern(
                            literal,
                            each.control().isDelayable() && !(event instanceof Significant.CaseStarted),
                            each.limit().orElse(null)));
                }
            }
        }
        return concerns;
    }

    private static boolean is(Occasion occasion, Significant event) {
        return switch (event) {
            case Significant.CaseStarted e -> occasion.kind() == Occasion.Kind.CASE_START;
            case Significant.CaseEnded e -> occasion.kind() == Occasion.Kind.CASE_END;
            case Significant.WorkOffered e -> is(occasion, Occasion.Kind.TASK_OFFER, e.task());
            case Significant.WorkStarted e -> is(occasion, Occasion.Kind.TASK_START, e.item().task());
            case Significant.WorkCompleted e -> is(occasion, Occasion.Kind.TASK_COMPLETE, e.item().task()) || ends(occasion, e.item());
            case Significant.WorkFailed e -> is(occasion, Occasion.Kind.TASK_FAIL, e.item().task()) || ends(occasion, e.item());
            case Significant.WorkWithdrawn e -> is(occasion, Occasion.Kind.TASK_WITHDRAW, e.item().task()) || ends(occasion, e.item());
            case Significant.SignalReceived e -> is(occasion, Occasion.Kind.SIGNAL, e.signal());
        };
    }

    /**
     * Whether an event may be the end of work that somebody has started and then given back, of which the work item tells nothing any
     * more. The rules know whether it has started; see {@link AcrossTurn}.
     */
    private boolean isLateEnd(EventType type, Occasion occasion, Significant event) {
        WorkItem item = switch (event) {
            case Significant.WorkFailed e -> e.item();
            case Significant.WorkWithdrawn e -> e.item();
            case Significant other -> null;
        };
        return item != null
                && !type.control().isDelayable()
                && is(occasion, Occasion.Kind.TASK_END, item.task())
                && speaksOfStart(item.task());
    }

    private static boolean ends(Occasion occasion, WorkItem item) {
        return Bindings.hasBegun(item) && is(occasion, Occasion.Kind.TASK_END, item.task());
    }

    private static boolean is(Occasion occasion, Occasion.Kind kind, String subject) {
        return occasion.kind() == kind && occasion.subject().equals(subject);
    }

    /** The number of the work item; the case of the rules knows which execution of its task that is. */
    private static int work(Significant event) {
        return switch (event) {
            case Significant.WorkOffered e -> e.work();
            case Significant.WorkStarted e -> e.item().id().number();
            case Significant.WorkCompleted e -> e.item().id().number();
            case Significant.WorkFailed e -> e.item().id().number();
            case Significant.WorkWithdrawn e -> e.item().id().number();
            case Significant other -> 0;
        };
    }

    /** An event with the constants that a case gives it, or null if the case lacks one. */
    private static @Nullable String literal(EventType type, Occasion occasion, ReadOnlyCase of, int work) {
        if (type.parameters().isEmpty()) {
            return type.name();
        }
        List<String> constants = new ArrayList<>();
        for (String parameter : type.parameters()) {
            Occasion.Origin origin = occasion.sources().get(parameter);
            if (origin == null) {
                return null;
            }
            String constant = switch (origin.from()) {
                case CASE -> constant(of.caseId());
                case ORDINAL -> work == 0 ? null : Integer.toString(work);
                case DATA -> constant(at(of.data(), origin.path()));
            };
            if (constant == null) {
                return null;
            }
            constants.add(constant);
        }
        return type.name() + "[" + String.join(",", constants) + "]";
    }

    private static Data at(Data data, String path) {
        Data found = data;
        for (String field : path.split("\\.")) {
            found = found instanceof Data.Fields ? found.at(field) : Data.nothing();
        }
        return found;
    }

    private static @Nullable String constant(Data value) {
        return switch (value) {
            case Data.Nothing nothing -> null;
            case Data.Text text -> PLAIN.matcher(text.value()).matches() ? text.value() : quoted(text.value());
            case Data other -> {
                String json = other.json();
                yield json.matches("[\\w.+-]+") ? json : quoted(json);
            }
        };
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** The constant that is a case. */
    static String constant(CaseId id) {
        return id.isRoot() ? Long.toString(id.root()) : quoted(id.toString());
    }

    @Override
    public boolean speaksOfCases() {
        return events.stream().flatMap(each -> each.occasion().orElseThrow().sources().values().stream()).anyMatch(AcrossProcess::isCase);
    }

    /** Whether an event of the rules is one that only this case can bring about. */
    static boolean isOf(EventType type, String literal, String constant) {
        for (int i = 0; i < type.parameters().size(); i++) {
            String parameter = type.parameters().get(i);
            if (isCase(type.occasion().map(occasion -> occasion.sources().get(parameter)).orElse(null))
                    && Instances.constant(literal, i).equals(constant)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCase(Occasion.@Nullable Origin origin) {
        return origin != null && origin.from() == Occasion.Origin.From.CASE;
    }

    // What it is.

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
        return new Contract(name, Shape.any(), true, List.of());
    }

    @Override
    public Task task(String task) {
        throw new RefusedException(Code.RULES_UNKNOWN_TASK.with(task, name));
    }

    @Override
    public Proof proof() {
        return Proofs.of(name, rules);
    }

    @Override
    public AcrossCase blank() {
        return new AcrossCase(Instances.lasting(rules));
    }

    // Turns.

    @Override
    public @Nullable Problem check(AcrossCase state, Intention what, CaseView view) {
        return Code.INTERVENTION.with("do this", "the case holds rules between other cases, and has no work of its own");
    }

    @Override
    public void react(AcrossCase state, Happening what, Turn turn) {
        if (what instanceof Happening.Consulted consulted) {
            new AcrossTurn(state, rules, turn).consulted(consulted);
        } else if (what instanceof Happening.Resumed) {
            // Other rules may let go who waits.
            state.blocks.clear();
            new AcrossTurn(state, rules, turn).settle();
        }
    }

    @Override
    public void intervene(AcrossCase state, Intention.Intervention what, Turn turn) {
        throw new IllegalStateException("every intervention is refused");
    }

    @Override
    public void apply(AcrossCase state, ProcessEvent event) {
        state.apply((AcrossEvent) event);
    }

    @Override
    public Gate.Verdict verdict(AcrossCase state, ReadOnlyCase of, Significant event, Instant now) {
        return Gate.Verdict.ACCEPT;
    }

    @Override
    public List<ProcessEvent> noted(AcrossCase state, ReadOnlyCase of, Significant event) {
        return List.of();
    }

    @Override
    public void settle(AcrossCase state, Turn turn) {
        // It has no work of its own.
    }

    @Override
    public boolean cancels(AcrossCase state, String reason, Turn turn) {
        new AcrossTurn(state, rules, turn).lift(reason);
        return true;
    }

    @Override
    public @Nullable String waits(AcrossCase state, CaseId by, int attempt) {
        List<String> literals = state.waiting.get(new AcrossCase.Attempt(by, attempt));
        return literals == null ? null : state.reason(literals);
    }

    // What is stored and shown.

    @Override
    public ProcessEvent readEvent(In in) {
        return AcrossEvent.read(in);
    }

    @Override
    public void write(AcrossCase state, Out out) {
        state.write(out);
    }

    @Override
    public AcrossCase read(In in) {
        return AcrossCase.read(rules, in);
    }

    @Override
    public Data data(AcrossCase state) {
        return Data.fields();
    }

    @Override
    public Data standing(AcrossCase state) {
        return state.shown();
    }

    @Override
    public List<String> next(AcrossCase state) {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<AcrossCase.Attempt, List<String>> each : state.waiting.entrySet()) {
            lines.add(String.format(
                    Locale.ROOT, "case %s waits for %s: %s", each.getKey().by(), String.join(", ", each.getValue()), state.reason(each.getValue())));
        }
        return lines;
    }

    @Override
    public Fact fact(AcrossCase before, ProcessEvent event) {
        return ((AcrossEvent) event).fact();
    }

    @Override
    public Migrated migrate(AcrossCase state, Compiled<?> to, Data mapping) {
        if (!(to instanceof AcrossProcess other)) {
            return new Migrated.Not("rules between cases can go on only as such");
        }
        try {
            other.read(new In(written(state)));
            return new Migrated.To(Data.nothing());
        } catch (RuntimeException e) {
            return new Migrated.Not("what has happened does not fit the new rules: " + e.getMessage());
        }
    }

    @Override
    public Object migrated(AcrossCase state, Compiled<?> to, Data changes) {
        return ((AcrossProcess) to).read(new In(written(state)));
    }

    private static byte[] written(AcrossCase state) {
        Out out = new Out();
        state.write(out);
        return out.toBytes();
    }
}
