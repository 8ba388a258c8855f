package io.millrace.net.run;

import io.millrace.logic.read.Flags;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import io.millrace.net.Bound;
import io.millrace.net.Expression;
import io.millrace.net.Fault;
import io.millrace.net.Flow;
import io.millrace.net.Mapping;
import io.millrace.net.Multiplicity;
import io.millrace.net.Net;
import io.millrace.net.NetTask;
import io.millrace.net.Place;
import io.millrace.net.Specification;
import io.millrace.net.Timer;
import io.millrace.net.Variable;
import io.millrace.net.text.Nearest;
import io.millrace.problem.Code;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds errors in the goals of a net before they run: an undefined predicate, which would stop its task with an incident, a name or a
 * number instead of a goal, undeclared data.
 */
public final class GoalChecks {
    /** What every goal can call beside the predicates of the file; names for those who misspell them. */
    private static final Set<String> OURS = Set.of(
            "data", "holds", "holds_at", "field", "failed", "instance", "execution", "member", "memberchk", "append", "length",
            "findall", "forall", "between", "atom_concat", "sub_atom", "true", "fail");

    /** Which arguments of a construct are goals themselves. */
    private static final Map<String, List<Integer>> GOALS_IN = Map.ofEntries(
            Map.entry(",/2", List.of(0, 1)), Map.entry(";/2", List.of(0, 1)), Map.entry("->/2", List.of(0, 1)),
            Map.entry("*->/2", List.of(0, 1)), Map.entry("\\+/1", List.of(0)), Map.entry("not/1", List.of(0)),
            Map.entry("call/1", List.of(0)), Map.entry("once/1", List.of(0)), Map.entry("ignore/1", List.of(0)),
            Map.entry("forall/2", List.of(0, 1)), Map.entry("findall/3", List.of(1)), Map.entry("findall/4", List.of(1)),
            Map.entry("bagof/3", List.of(1)), Map.entry("setof/3", List.of(1)), Map.entry("catch/3", List.of(0, 2)),
            Map.entry("^/2", List.of(1)));

    private final Specification specification;
    private final Goals goals;
    private final Map<String, List<Term>> bodies = new LinkedHashMap<>();
    private final Set<String> known = new TreeSet<>(OURS);
    private final List<Fault> faults = new ArrayList<>();
    /** What clauses beside the net call has been looked at. */
    private final Set<String> followed = new HashSet<>();

    private GoalChecks(Specification specification, Goals goals) {
        this.specification = specification;
        this.goals = goals;
        Fluents.rules(specification).forEach((head, all) -> {
            bodies.put(head, all);
            known.add(head.substring(0, head.lastIndexOf('/')));
        });
    }

    /** All faults in the goals of a specification. */
    public static List<Fault> faults(Specification specification) {
        if (specification.nets().stream().noneMatch(GoalChecks::hasGoals) && Goals.beside(specification).isEmpty()) {
            return List.of();
        }
        GoalChecks checks = new GoalChecks(specification, Fluents.goals(specification, complaint -> {}));
        if (checks.goals.unknown() == Flags.Unknown.ERROR) {
            specification.nets().forEach(net -> checks.new OfNet(net).check());
        }
        return List.copyOf(checks.faults);
    }

    private static boolean hasGoals(Net net) {
        return net.flows().stream().anyMatch(flow -> flow.predicate() instanceof Expression.Goal)
                || !net.variables().isEmpty()
                || net.tasks().stream().anyMatch(task -> !task.inputs().isEmpty()
                        || !task.outputs().isEmpty()
                        || task.multiplicity() != null
                        || task.timer() != null
                        || task.event() != null);
    }

    private static String indicator(Term goal) {
        return switch (goal) {
            case Atom atom -> atom.name() + "/0";
            case Struct struct -> struct.name().name() + "/" + struct.arity();
            default -> "";
        };
    }

    /** The goals of one net. */
    private final class OfNet {
        private final Net net;
        private final Set<String> variables = new TreeSet<>();
        private final boolean eventful;
        /** The task whose goal is looked at, and where it stands. */
        private String task = "";

        private @Nullable Place place;
        private boolean predicate;
        /** Whether the goal sees the variables of the net, not what a task gave back. */
        private boolean ofNet;

        OfNet(Net net) {
            this.net = net;
            this.eventful = FactChecks.isEventful(specification);
            net.variables().forEach(variable -> variables.add(variable.name()));
        }

        void check() {
            for (Variable variable : net.variables()) {
                expression(variable.initial(), "", false);
            }
            for (Flow flow : net.flows()) {
                predicate = true;
                // A condition of a process of events that nothing makes true is missing a fact; see FactChecks.
                if (!eventful) {
                    expression(flow.predicate(), flow.from(), true);
                }
                predicate = false;
            }
            net.tasks().forEach(this::task);
        }

        private void task(NetTask each) {
            for (Mapping mapping : each.inputs()) {
                expression(mapping.from(), each.name(), true);
            }
            for (Mapping mapping : each.outputs()) {
                expression(mapping.from(), each.name(), false);
            }
            Multiplicity multiplicity = each.multiplicity();
            if (multiplicity != null) {
                for (Bound bound : List.of(multiplicity.min(), multiplicity.max(), multiplicity.threshold())) {
                    expression(bound instanceof Bound.Computed computed ? computed.expression() : null, each.name(), true);
                }
                expression(multiplicity.count(), each.name(), true);
                if (multiplicity.split() != null) {
                    expression(multiplicity.split().from(), each.name(), true);
                    expression(multiplicity.split().by(), each.name(), false);
                }
                if (multiplicity.join() != null) {
                    expression(multiplicity.join().each(), each.name(), false);
                    expression(multiplicity.join().by(), each.name(), false);
                }
            }
            expression(each.timer() != null && each.timer().until() instanceof Timer.Told told ? told.expression() : null, each.name(), true);
            expression(each.event() == null ? null : each.event().key(), each.name(), true);
        }

        private void expression(@Nullable Expression expression, String of, boolean seesNet) {
            if (!(expression instanceof Expression.Goal goal)) {
                return;
            }
            task = of;
            place = goal.place();
            ofNet = seesNet;
            Term term;
            try {
                term = goals.read(goal.text()).term().deref();
            } catch (SyntaxError e) {
                fault(Code.NET_NO_GOAL.with(net.name(), goal.text(), ""));
                return;
            }
            if (term instanceof Atom || term instanceof Struct) {
                goal(term, "");
            } else {
                String hint = term instanceof Var ? "" : "; is constant(" + goal.text() + ") meant";
                fault(Code.NET_NO_GOAL.with(net.name(), goal.text(), hint));
            }
        }

        private void fault(io.millrace.problem.Problem problem) {
            faults.add(new Fault(problem, net.name(), task, place));
        }

        private void goal(Term goal, String through) {
            String indicator = indicator(goal);
            List<Integer> inner = GOALS_IN.get(indicator);
            if (inner != null && goal instanceof Struct construct) {
                inner.forEach(i -> goal(construct.arg(i).deref(), through));
                return;
            }
            if (indicator.isEmpty()) {
                return;
            }
            data(goal, through);
            List<Term> rules = bodies.get(indicator);
            if (rules == null && !defines(goal)) {
                undefined(goal, indicator, through);
            } else if (rules != null && followed.add(indicator)) {
                rules.forEach(body -> goal(body.deref(), through.isEmpty() ? indicator : through));
            }
        }

        private boolean defines(Term goal) {
            return switch (goal) {
                case Atom atom -> goals.defines(atom.name(), 0) || atom.name().equals("!") || atom.name().equals("true");
                case Struct struct -> goals.defines(struct.name().name(), struct.arity()) || struct.name().name().equals("call");
                default -> true;
            };
        }

        private void undefined(Term goal, String indicator, String through) {
            String name = indicator.substring(0, indicator.lastIndexOf('/'));
            String near = Nearest.to(name, known);
            String shown = Writer.quoted().write(Atom.of(name)) + indicator.substring(indicator.lastIndexOf('/'));
            String hint = near != null
                    ? "; is '" + near + "' meant"
                    : goal instanceof Atom && through.isEmpty()
                            ? predicate ? "; is data(" + name + ", true) meant" : "; is variable(" + name + ") meant"
                            : "";
            fault(Code.NET_UNKNOWN_PREDICATE.with(net.name(), shown + (through.isEmpty() ? "" : " (in a clause of " + through + ")"), hint));
        }

        private void data(Term goal, String through) {
            if (ofNet
                    && through.isEmpty()
                    && !variables.isEmpty()
                    && goal instanceof Struct struct
                    && struct.is("data", 2)
                    && struct.arg(0).deref() instanceof Atom name
                    && !name.name().equals("instance")
                    && !variables.contains(name.name())) {
                fault(Code.NET_UNKNOWN_VARIABLE.with(task, net.name(), name.name(), Nearest.hint(name.name(), variables)));
            }
        }
    }
}
