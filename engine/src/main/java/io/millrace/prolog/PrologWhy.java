package io.millrace.prolog;

import io.millrace.id.CaseId;
import io.millrace.language.CaseView;
import io.millrace.language.Claims;
import io.millrace.language.Explanation;
import io.millrace.logic.codec.TermCodec;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Why a program has not sent a message: the suspended goals from which it can come, the guards that they try, and the replies and instants
 * for which those wait.
 */
final class PrologWhy {
    private final ProgramText text;
    private final PrologState state;
    private final CaseView view;
    private final String caseTerm;
    /** What each predicate calls, and to whom it sends; null among the destinations stands for one that only a run can tell. */
    private final Map<String, Set<String>> calls = new HashMap<>();

    private final Map<String, Set<String>> sends = new HashMap<>();

    PrologWhy(ProgramText text, PrologState state, CaseView view) {
        this.text = text;
        this.state = state;
        this.view = view;
        this.caseTerm = Claims.of(view.caseId());
    }

    /** The destinations that a program names; empty if there are others. */
    static List<String> destinations(ProgramText text) {
        PrologWhy program = new PrologWhy(text, new PrologState(), new Nowhere());
        program.readProgram();
        List<String> names = new ArrayList<>();
        for (Set<String> each : program.sends.values()) {
            if (each.contains("")) {
                return List.of();
            }
            each.stream().filter(name -> !names.contains(name)).forEach(names::add);
        }
        return names;
    }

    Explanation<StoredState> of(String task) {
        readProgram();
        List<Explanation<StoredState>> because = new ArrayList<>();
        for (Suspended goal : state.goals()) {
            if (canSend(ProgramText.key(TermCodec.decode(goal.goal())), task)) {
                because.add(waits(goal));
            }
        }
        String claim = Claims.term("waiting", Claims.atom(task), "_", caseTerm);
        return Explanation.of(
                claim,
                false,
                because.isEmpty()
                        ? "No goal that is left can send to '" + task + "'."
                        : "Nothing was sent to '" + task + "'" + (isOpen(task) ? " again" : "") + ": the goals that can do so wait.",
                because);
    }

    private boolean isOpen(String task) {
        return state.variables().stream().anyMatch(variable -> {
            WorkItem item = view.work(variable.work);
            return variable.unanswered() && item != null && item.task().equals(task);
        });
    }

    private Explanation<StoredState> waits(Suspended goal) {
        Term term = TermCodec.decode(goal.goal());
        String shown = ShownTerms.term(goal.goal());
        List<Explanation<StoredState>> because = new ArrayList<>();
        for (int number : goal.variables()) {
            because.add(reply(number));
        }
        for (Instant time : goal.times()) {
            because.add(Explanation.of(Claims.term("goal", shown, Integer.toString(goal.number()), caseTerm), true, "the instant " + time + " has not come", List.of()));
        }
        if (goal.dependent()) {
            because.add(Explanation.of(
                    Claims.term("goal", shown, Integer.toString(goal.number()), caseTerm), true, "a goal that shares its variables comes first", List.of()));
        }
        String guards = guards(term);
        return new Explanation<>(
                List.of(Claims.term("goal", shown, Integer.toString(goal.number()), caseTerm)),
                true,
                shown + " waits" + (guards.isEmpty() ? "" : ": it tries " + guards),
                then -> then.peek().goal(goal.number()) == null ? 0 : 1,
                because);
    }

    private Explanation<StoredState> reply(int number) {
        Variable variable = state.variable(number);
        WorkItem item = variable == null ? null : view.work(variable.work);
        if (item == null) {
            return Explanation.of(
                    Claims.term("goal", "_", "_", caseTerm), true, "nothing was sent on wv" + number + " yet", List.of());
        }
        return Explanation.fact(
                Claims.term(item.state() == WorkState.STARTED ? "active" : "waiting", Claims.atom(item.task()), "_", caseTerm),
                true,
                "wv" + number + " has no reply: '" + item.task() + "' is " + item.state().word() + ", as work item " + item.id(),
                then -> {
                    Variable earlier = then.peek().variable(number);
                    return earlier == null ? 0 : earlier.work;
                });
    }

    /** The guards of the clauses that fit a goal, with their lines. */
    private String guards(Term goal) {
        List<String> guards = new ArrayList<>();
        for (ProgramText.Clause clause : text.clauses()) {
            if (clause.key().equals(ProgramText.key(goal)) && clause.guarded() && fits(clause.head(), goal)) {
                int line = text.source().line(clause.read().start());
                guards.add("guard '" + ShownTerms.goal(clause.guard(), clause.read()) + "' in line " + line);
            }
        }
        return String.join(", ", guards);
    }

    /** Whether nothing in the arguments can be seen to differ. */
    private static boolean fits(Term head, Term goal) {
        if (!(head.deref() instanceof Struct one) || !(goal.deref() instanceof Struct other)) {
            return true;
        }
        for (int i = 0; i < one.arity(); i++) {
            Term a = one.arg(i).deref();
            Term b = other.arg(i).deref();
            boolean differs = a instanceof Atom && b instanceof Atom && !a.equals(b)
                    || a instanceof Struct s && b instanceof Struct t && WorkflowVariables.number(b) == 0 && !ProgramText.key(s).equals(ProgramText.key(t))
                    || a instanceof Atom && b instanceof Struct && WorkflowVariables.number(b) == 0
                    || a instanceof Struct && b instanceof Atom;
            if (differs) {
                return false;
            }
        }
        return true;
    }

    // Who can send to whom.

    private void readProgram() {
        for (ProgramText.Clause clause : text.clauses()) {
            walk(clause.key(), clause.guard());
            walk(clause.key(), clause.body());
        }
        text.queries().forEach(query -> walk("", query.term()));
    }

    private void walk(String key, Term goal) {
        if (!(goal.deref() instanceof Struct struct)) {
            calls.computeIfAbsent(key, name -> new HashSet<>()).add(ProgramText.key(goal.deref()));
            return;
        }
        String called = ProgramText.key(struct);
        calls.computeIfAbsent(key, name -> new HashSet<>()).add(called);
        if (called.equals("rpc/3")) {
            sends.computeIfAbsent(key, name -> new HashSet<>()).add(destination(struct.arg(0).deref()));
            return;
        }
        for (int i = 0; i < struct.arity(); i++) {
            // Arguments of control constructs are goals; taking other arguments for goals as well leaves nothing out.
            if (struct.arg(i).deref() instanceof Struct inner) {
                walk(key, inner);
            } else if (struct.arg(i).deref() instanceof Atom atom) {
                calls.computeIfAbsent(key, name -> new HashSet<>()).add(atom.name() + "/0");
            }
        }
    }

    private static String destination(Term term) {
        return switch (term) {
            case Atom atom -> atom.name();
            case Struct struct -> struct.name().name();
            case Term other -> "";
        };
    }

    private boolean canSend(String key, String task) {
        Set<String> seen = new HashSet<>();
        List<String> open = new ArrayList<>(List.of(key));
        while (!open.isEmpty()) {
            String next = open.removeLast();
            if (seen.add(next)) {
                Set<String> to = sends.getOrDefault(next, Set.of());
                if (to.contains(task) || to.contains("")) {
                    return true;
                }
                open.addAll(calls.getOrDefault(next, Set.of()));
            }
        }
        return false;
    }

    /** For a program without a case. */
    private record Nowhere() implements CaseView {
        @Override
        public CaseId caseId() {
            return CaseId.root(1);
        }

        @Override
        public WorkItem work(int number) {
            throw new UnsupportedOperationException("there is no case");
        }
    }
}
