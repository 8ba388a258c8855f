package io.millrace.algebra.run;

import io.millrace.algebra.Instances;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleState;
import io.millrace.data.Data;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.work.WorkCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/** Where rules between cases stand: what has occurred of what is not settled, who waits, and who may go. */
final class AcrossCase {
    private static final Form<BiFunction<RuleSet, In, AcrossCase>> FORM =
            Form.<BiFunction<RuleSet, In, AcrossCase>>first("rules between cases", AcrossCase::readFirst).next(AcrossCase::readSecond);
    /** How many violations are kept for people; the history has all. */
    private static final int SHOWN = 20;

    /** What the executions of a task in a case are counted by: the constant that is the case. */
    record Counter(String constant, String task) {}

    /** An attempt of another case. */
    record Attempt(CaseId by, int number) {}

    final Instances rules;
    /** What is wanted, in the order in which it was. */
    final Map<Attempt, List<String>> waiting = new LinkedHashMap<>();
    /** What was granted and has not happened yet. */
    final Map<Attempt, List<String>> granted = new LinkedHashMap<>();
    /** For each case and task that rules count, the number of each work item, in the order in which they were met. */
    final Map<Counter, Map<Integer, Integer>> executions = new LinkedHashMap<>();
    final List<String> violations = new ArrayList<>();
    /** What the rules demand since the last literal. Follows from {@link #rules}. */
    List<String> demanded = List.of();

    /** What forbade an attempt when it was last looked at. Only a hint of where to look first, so it is not stored. */
    final Map<Attempt, Instances.Block> blocks = new HashMap<>();

    AcrossCase(Instances rules) {
        this.rules = rules;
    }

    void apply(AcrossEvent event) {
        switch (event) {
            case AcrossEvent.Wanted e -> {
                Attempt attempt = new Attempt(e.by(), e.attempt());
                List<String> before = granted.getOrDefault(attempt, List.of());
                if (e.literals().containsAll(before)) {
                    granted.remove(attempt);
                }
                // Otherwise the grant may still be on its way to the case, so nobody else gets it until the attempt is over.
                waiting.put(attempt, e.literals());
            }
            case AcrossEvent.Granted e -> {
                Attempt attempt = new Attempt(e.by(), e.attempt());
                Set<String> all = new LinkedHashSet<>(granted.getOrDefault(attempt, List.of()));
                all.addAll(waiting.getOrDefault(attempt, List.of()));
                granted.put(attempt, List.copyOf(all));
                waiting.remove(attempt);
            }
            case AcrossEvent.Denied e -> waiting.remove(new Attempt(e.by(), e.attempt()));
            case AcrossEvent.Dropped e -> {
                waiting.remove(new Attempt(e.by(), e.attempt()));
                granted.remove(new Attempt(e.by(), e.attempt()));
            }
            case AcrossEvent.Decided e -> demanded = rules.record(e.literal());
            case AcrossEvent.Violated e -> {
                violations.add(e.literal() + " breaks " + String.join(", ", e.rules()));
                if (violations.size() > SHOWN) {
                    violations.removeFirst();
                }
            }
            case AcrossEvent.Forgotten e -> {
                rules.forget(e.constant());
                executions.keySet().removeIf(each -> each.constant().equals(e.constant()));
            }
            case AcrossEvent.Counted e -> {
                Map<Integer, Integer> counted =
                        executions.computeIfAbsent(new Counter(AcrossProcess.constant(e.by()), e.task()), key -> new LinkedHashMap<>());
                counted.put(e.work(), counted.size());
            }
        }
    }

    /** Why literals that wait cannot happen now, and what would lift that. */
    String reason(List<String> literals) {
        for (String literal : literals) {
            for (Map.Entry<Attempt, List<String>> each : granted.entrySet()) {
                if (each.getValue().stream().anyMatch(other -> rules.interferes(literal, other))) {
                    return "it can happen after " + String.join(", ", each.getValue()) + ", which case " + each.getKey().by() + " may do";
                }
            }
            if (!rules.isDecided(literal) && rules.verdict(literal) != RuleState.Verdict.ACCEPT) {
                List<String> names = rules.against(literal);
                List<String> lifting = rules.liftedBy(literal);
                return (names.size() == 1 ? "rule '" : "rules '") + String.join("', '", names)
                        + (names.size() == 1 ? "' does not permit " : "' do not permit ") + literal + " yet"
                        + (lifting.isEmpty() ? "" : "; it can happen after " + String.join(" or ", lifting));
            }
        }
        return "it can happen now";
    }

    Data shown() {
        return Data.fields(
                "remembered", rules.size(),
                "obligations", rules.obligations().stream().limit(SHOWN).toList(),
                "waiting", waiting.entrySet().stream().map(each -> "case " + each.getKey().by() + " wants " + String.join(", ", each.getValue())).toList(),
                "granted", granted.entrySet().stream().map(each -> "case " + each.getKey().by() + " may do " + String.join(", ", each.getValue())).toList(),
                "violations", List.copyOf(violations));
    }

    void write(Out out) {
        FORM.begin(out);
        rules.write(out);
        write(out, waiting);
        write(out, granted);
        out.each(violations, Out::text);
        out.varint(executions.size());
        executions.forEach((counter, works) -> {
            out.text(counter.constant()).text(counter.task());
            out.each(works.keySet(), (to, work) -> to.varint(work));
        });
    }

    private static void write(Out out, Map<Attempt, List<String>> attempts) {
        out.varint(attempts.size());
        attempts.forEach((attempt, literals) -> {
            WorkCodec.write(out, attempt.by());
            out.varint(attempt.number()).each(literals, Out::text);
        });
    }

    static AcrossCase read(RuleSet rules, In in) {
        return FORM.reader(in).apply(rules, in);
    }

    private static AcrossCase readFirst(RuleSet rules, In in) {
        AcrossCase state = new AcrossCase(Instances.readLasting(rules, in));
        read(in, state.waiting);
        read(in, state.granted);
        state.violations.addAll(in.each(In::text));
        return state;
    }

    private static AcrossCase readSecond(RuleSet rules, In in) {
        AcrossCase state = readFirst(rules, in);
        for (int left = in.count(); left > 0; left--) {
            Counter counter = new Counter(in.text(), in.text());
            Map<Integer, Integer> counted = new LinkedHashMap<>();
            in.each(In::varint32).forEach(work -> counted.put(work, counted.size()));
            state.executions.put(counter, counted);
        }
        return state;
    }

    private static void read(In in, Map<Attempt, List<String>> into) {
        for (int left = in.count(); left > 0; left--) {
            into.put(new Attempt(WorkCodec.readCaseId(in), in.varint32()), in.each(In::text));
        }
    }
}
