package io.millrace.prolog;

import static io.millrace.prolog.LiteralTerms.arg;
import static io.millrace.prolog.LiteralTerms.arity;
import static io.millrace.prolog.LiteralTerms.is;
import static io.millrace.prolog.LiteralTerms.isGround;
import static io.millrace.prolog.LiteralTerms.name;
import static io.millrace.prolog.LiteralTerms.workflowVariable;

import io.millrace.data.Data;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Sections 2.3 to 2.10 as they are written: one query, solved in phases. Slow, and independent of everything that runs in
 * the engine but the terms and their reader.
 */
final class Literal {
    private static final Term FAIL = Atom.of("fail");

    /** Section 2.2: what a workflow variable contains. */
    private static final class Variable {
        int message;
        @Nullable Term destination;
        @Nullable Term content;
        long sent;
        @Nullable Term reply;
        long replied;
        int order;

        boolean unanswered() {
            return message > 0 && reply == null;
        }
    }

    private record Suspended(Term goal, Set<Integer> variables, Set<Long> times) {}

    final LiteralProgram program;
    private final TreeMap<Integer, Variable> variables = new TreeMap<>();
    private final List<Integer> messages = new ArrayList<>();
    private List<Suspended> suspended = new ArrayList<>();
    private List<Data> sent = new ArrayList<>();
    private int created;
    private int replies;
    private boolean ended;
    private long now;
    private boolean woken;

    final List<Data> phases = new ArrayList<>();

    Literal(LiteralProgram program) {
        this.program = program;
    }

    // Phases (2.5).

    void start(long time) {
        now = time;
        phase(Data.fields("kind", "initial", "time", time), List.of(program.query), List.of());
        dueTimes(time);
    }

    /** The clock moves: for each distinct instant that has come, a time query. */
    void advance(long time) {
        dueTimes(time);
        now = time;
    }

    private void dueTimes(long time) {
        for (Long next = nextTime(); next != null && next <= time; next = nextTime()) {
            long instant = next;
            now = Math.max(now, instant);
            woken = true;
            wake(Data.fields("kind", "time", "time", now), goal -> goal.times().contains(instant));
            woken = false;
        }
    }

    private @Nullable Long nextTime() {
        TreeSet<Long> times = new TreeSet<>();
        suspended.forEach(goal -> times.addAll(goal.times()));
        return times.isEmpty() ? null : times.first();
    }

    void reply(long time, int message, Term content) {
        advance(time);
        Data seen = Data.fields("kind", "reply", "time", time, "message", message, "content", RunTerms.text(content));
        String reason = refused(message, content);
        if (reason != null) {
            phases.add(seen.with("kind", "refused").with("reason", reason));
            return;
        }
        int number = messages.get(message - 1);
        Variable variable = variable(number);
        variable.reply = content;
        variable.replied = time;
        variable.order = ++replies;
        wake(seen.with("variable", "wv" + number), goal -> goal.variables().contains(number));
        dueTimes(time);
    }

    private @Nullable String refused(int message, Term content) {
        if (ended) {
            return "ended";
        }
        if (message > messages.size()) {
            return "unknown_message";
        }
        Variable variable = variables.get(messages.get(message - 1));
        if (replied.contains(message)) {
            return "already_replied";
        }
        if (variable == null) {
            return "cancelled";
        }
        if (!isGround(content)) {
            return "not_ground";
        }
        replied.add(message);
        return null;
    }

    private final Set<Integer> replied = new TreeSet<>();

    private interface Waits {
        boolean wakes(Suspended goal);
    }

    private void wake(Data seen, Waits waits) {
        List<Suspended> awake = suspended.stream().filter(waits::wakes).toList();
        suspended = new ArrayList<>(suspended.stream().filter(goal -> !waits.wakes(goal)).toList());
        List<Term> goals = awake.stream().map(Suspended::goal).toList();
        phase(seen, goals, goals);
    }

    private void phase(Data seen, List<Term> conjunction, List<Term> awake) {
        sent = new ArrayList<>();
        Term goal = Atom.of("true");
        for (Term next : conjunction.reversed()) {
            goal = Struct.of(",", next, goal);
        }
        String status;
        LiteralError error = null;
        try {
            boolean holds = new LiteralSolver(this, false, false, goal, Atom.of("true")).solve().wanted() != null;
            status = !holds ? "failed" : suspended.isEmpty() ? "succeeded" : "running";
        } catch (LiteralError e) {
            status = "error";
            error = e;
        }
        ended = !status.equals("running");
        if (ended) {
            suspended = new ArrayList<>();
        }
        Data phase = seen.with("woken", awake.stream().map(RunTerms::text).toList()).with("sent", sent);
        phase = collect(phase)
                .with("suspended", suspended.stream().map(Literal::shown).toList())
                .with("status", status);
        phases.add(error == null ? phase : phase.with("code", error.code).with("goal", RunTerms.text(error.goal)));
    }

    private static Data shown(Suspended goal) {
        return Data.fields(
                "goal", RunTerms.text(goal.goal()),
                "variables", goal.variables().stream().map(number -> "wv" + number).toList(),
                "times", List.copyOf(goal.times()));
    }

    /** Section 2.9: what appears in the state but is not referenced by the suspended goals. */
    private Data collect(Data phase) {
        Set<Integer> referenced = new TreeSet<>();
        suspended.forEach(goal -> LiteralTerms.mentioned(goal.goal(), referenced));
        List<Integer> garbage = variables.keySet().stream().filter(number -> !referenced.contains(number)).toList();
        List<Data> cancelled = new ArrayList<>();
        messages.forEach(number -> {
            Variable variable = variables.get(number);
            if (variable != null && garbage.contains(number) && variable.unanswered() && variable.destination != null) {
                cancelled.add(Data.fields("message", variable.message, "to", RunTerms.text(variable.destination)));
            }
        });
        List<String> collected = garbage.stream()
                .filter(number -> !variable(number).unanswered())
                .map(number -> "wv" + number)
                .toList();
        garbage.forEach(variables::remove);
        return phase.with("cancelled", cancelled).with("collected", collected);
    }

    // What the solver asks.

    void suspend(Term goal, Set<Integer> on, Set<Long> times) {
        suspended.add(new Suspended(goal, on, times));
    }

    /** The restrictions of section 2.4. */
    void checkSuspendable(LiteralSolver solver, Term goal) {
        if (solver.underChoicePoint()) {
            throw new LiteralError("choicepoint", goal);
        }
        if (!solver.inGuard() && !isGround(goal)) {
            throw new LiteralError("not_ground", goal);
        }
    }

    /** A goal of sections 2.3, 2.4, 2.7 or 2.10: the instance in which it holds, fail, or null if it is none. */
    @Nullable
    Term builtin(LiteralSolver solver, Term goal, Set<Integer> on, Set<Long> times) {
        return switch (name(goal) + "/" + arity(goal)) {
            case "rpc/3" -> rpc(solver, goal);
            case "wvar/1" -> {
                checkImmediate(solver, goal, "wvar_in_guard");
                if (!(arg(goal, 0) instanceof Var)) {
                    throw new LiteralError("not_unbound", goal);
                }
                yield Struct.of("wvar", create());
            }
            case "replycontent/2" -> {
                checkSuspendable(solver, goal);
                int number = number(arg(goal, 0), goal);
                Term reply = variable(number).reply;
                yield reply == null ? blocked(on, number) : Struct.of("replycontent", arg(goal, 0), reply);
            }
            case "replytime/2" -> {
                checkSuspendable(solver, goal);
                int number = number(arg(goal, 0), goal);
                Variable variable = variable(number);
                yield variable.reply == null
                        ? blocked(on, number)
                        : Struct.of("replytime", arg(goal, 0), Int.of(variable.replied));
            }
            case "messagetime/2" -> {
                Variable variable = variable(number(arg(goal, 0), goal));
                if (variable.message == 0) {
                    throw new LiteralError("no_message", goal);
                }
                yield Struct.of("messagetime", arg(goal, 0), Int.of(variable.sent));
            }
            case "<</2" -> {
                checkSuspendable(solver, goal);
                if (!isGround(goal)) {
                    throw new LiteralError("not_ground", goal);
                }
                yield precedes(goal, on, times) ? goal : FAIL;
            }
            default -> null;
        };
    }

    private static Term blocked(Set<Integer> on, int number) {
        on.add(number);
        return FAIL;
    }

    private void checkImmediate(LiteralSolver solver, Term goal, String inGuard) {
        if (solver.inGuard()) {
            throw new LiteralError(inGuard, goal);
        }
        if (solver.underChoicePoint()) {
            throw new LiteralError("choicepoint", goal);
        }
    }

    /** Section 2.3. */
    private Term rpc(LiteralSolver solver, Term goal) {
        checkImmediate(solver, goal, "rpc_in_guard");
        if (!isGround(arg(goal, 0)) || !isGround(arg(goal, 1))) {
            throw new LiteralError("not_ground", goal);
        }
        Term third = arg(goal, 2);
        if (!(third instanceof Var) && workflowVariable(third) == null) {
            throw new LiteralError("not_unbound", goal);
        }
        Term created = third instanceof Var ? create() : third;
        int number = number(created, goal);
        Variable variable = variable(number);
        if (variable.message > 0) {
            throw new LiteralError("already_sent", goal);
        }
        messages.add(number);
        variable.message = messages.size();
        variable.destination = arg(goal, 0);
        variable.content = arg(goal, 1);
        variable.sent = now;
        sent.add(Data.fields(
                "message", variable.message,
                "variable", "wv" + number,
                "to", RunTerms.text(variable.destination),
                "content", RunTerms.text(variable.content),
                "time", now));
        return Struct.of("rpc", arg(goal, 0), arg(goal, 1), created);
    }

    /** Section 2.7, the table of the four forms. */
    private boolean precedes(Term goal, Set<Integer> on, Set<Long> times) {
        Term left = arg(goal, 0);
        Term right = arg(goal, 1);
        Variable first = timed(left, goal);
        Variable second = timed(right, goal);
        if (first == null && second == null) {
            return absolute(left) < absolute(right);
        }
        if (first != null && second != null) {
            if (first.reply == null && second.reply == null) {
                on.add(number(arg(left, 0), goal));
                on.add(number(arg(right, 0), goal));
                return false;
            }
            return first.reply != null && (second.reply == null || first.order < second.order);
        }
        long at = absolute(first == null ? left : right);
        Variable variable = first == null && second != null ? second : first;
        if (variable != null && variable.reply != null) {
            return first == null ? at < variable.replied : variable.replied < at;
        }
        // A goal that the instant itself has woken finds the current time later than it.
        if (woken ? now >= at : now > at) {
            return first == null;
        }
        on.add(number(arg(first == null ? right : left, 0), goal));
        times.add(at);
        return false;
    }

    private @Nullable Variable timed(Term side, Term goal) {
        if (is(side, "replytime", 1)) {
            return variable(number(arg(side, 0), goal));
        }
        if (!(side instanceof Int)) {
            throw new LiteralError("bad_time", goal);
        }
        return null;
    }

    private static long absolute(Term time) {
        return ((Int) time).value();
    }

    // Workflow variables.

    private Term create() {
        variables.put(++created, new Variable());
        return workflowVariable(created);
    }

    private Variable variable(int number) {
        Variable variable = variables.get(number);
        if (variable == null) {
            throw new IllegalStateException("wv" + number + " was collected too early");
        }
        return variable;
    }

    private static int number(Term term, Term goal) {
        Integer number = workflowVariable(term);
        if (number == null) {
            throw new LiteralError("not_a_workflow_variable", goal);
        }
        return number;
    }
}
