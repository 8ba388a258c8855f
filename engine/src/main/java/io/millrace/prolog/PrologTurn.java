package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.language.Turn;
import io.millrace.logic.codec.TermCodec;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Stop;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a query, which is a phase of the paper: solves its goals, collects the garbage, and records and does what
 * follows. The machine accounts to the turn for its steps, so that a phase that goes on for too long is refused.
 */
final class PrologTurn {
    private static final String NOT_NEEDED = "no goal of the query needs the reply any more";

    /** How a phase ended, before anything is recorded. */
    private record Ending(PhaseEnded.Status status, @Nullable String code, @Nullable String goal, @Nullable Problem problem) {}

    /** Where the case stands after a phase. */
    enum Outcome {
        WAITS,
        ENDED,
        /** The phase raised an error: nothing has changed, and the case waits for an operator. */
        HELD
    }

    private final PrologProcess process;
    private final PrologState state;
    private final Turn turn;
    private final FreeVariables free;
    private final Held held;
    private final boolean again;
    private final Phase phase;
    private final List<Suspended> suspended = new ArrayList<>(2);
    private List<Suspended> woken = List.of();
    private String output = "";

    private PrologTurn(PrologProcess process, PrologState state, Turn turn, Held held, boolean again) {
        this.process = process;
        this.state = state;
        this.turn = turn;
        this.held = held;
        this.again = again;
        this.free = new FreeVariables(state.lastFree());
        this.phase = new Phase(state, turn.now(), held.due(), process.nonGround());
    }

    /** Lets a query react to something that happens now. */
    static Outcome react(PrologProcess process, PrologState state, Turn turn, Held to) {
        return new PrologTurn(process, state, turn, to, false).run();
    }

    /** Lets a query react to the first of what is kept. */
    static Outcome again(PrologProcess process, PrologState state, Turn turn) {
        return new PrologTurn(process, state, turn, state.held().getFirst(), true).run();
    }

    private Outcome run() {
        return switch (held.cause()) {
            case INITIAL -> run(process.workshop().body(queryOf(held)));
            case REPLY -> answered();
            case TIME -> {
                PrologState.TimeEvent event = state.times().get(held.due());
                yield wake(event == null ? List.of() : List.copyOf(event.waiting()));
            }
            case MIGRATED -> wake(state.goals().stream().map(Suspended::number).toList());
        };
    }

    private static Term queryOf(Held held) {
        byte[] query = held.query();
        if (query == null) {
            throw new IllegalStateException("a case starts with a query");
        }
        return TermCodec.decode(query);
    }

    private Outcome answered() {
        Variable variable = state.ofWork(held.work());
        byte[] reply = held.reply();
        if (variable == null || reply == null) {
            throw new IllegalStateException("no variable has message " + held.work());
        }
        phase.answered(variable, TermCodec.decode(reply), held.at());
        return wake(variable.waiting());
    }

    /** The woken goals are one conjunction, in the order in which they were suspended. */
    private Outcome wake(List<Integer> numbers) {
        List<Term> goals = new ArrayList<>(numbers.size());
        woken = new ArrayList<>(numbers.size());
        for (Suspended goal : process.nonGround() ? state.goals() : known(numbers)) {
            boolean runs = goal.dependent() || numbers.contains(goal.number());
            Term term = TermCodec.decode(goal.goal());
            term = process.nonGround() ? free.thawed(term) : term;
            if (runs) {
                woken.add(goal);
            }
            goals.add(runs ? term : Struct.of(Workshop.STAYS, term));
        }
        return run(process.conjunction(goals));
    }

    private List<Suspended> known(List<Integer> numbers) {
        List<Suspended> goals = new ArrayList<>(numbers.size());
        for (int number : numbers) {
            Suspended goal = state.goal(number);
            if (goal == null) {
                throw new IllegalStateException("no goal has the number " + number);
            }
            goals.add(goal);
        }
        return goals;
    }

    private Outcome run(Term goal) {
        Ending ending = solve(goal);
        PhaseEnded.Status status = ending.status();
        if (status == PhaseEnded.Status.ERROR) {
            hold(ending);
            return Outcome.HELD;
        }
        if (status != PhaseEnded.Status.RUNNING) {
            suspended.clear();
        }
        List<PhaseEnded.Sent> sent = send();
        List<Integer> garbage = status == PhaseEnded.Status.RUNNING ? garbage() : everything();
        Map<Boolean, List<Integer>> byAnswer = garbage.stream().collect(Collectors.partitioningBy(this::unanswered));
        List<Integer> cancelled = byAnswer.getOrDefault(true, List.of());
        List<Integer> collected = byAnswer.getOrDefault(false, List.of());
        Map<Integer, Integer> workOf = new HashMap<>();
        sent.forEach(message -> workOf.put(message.variable(), message.work()));
        List<Integer> bySending = cancelled.stream().sorted(Comparator.comparingInt(number -> workOf(number, workOf))).toList();
        bySending.forEach(number -> turn.withdraw(workOf(number, workOf), NOT_NEEDED));
        List<Instant> timersGone = new ArrayList<>(0);
        List<PhaseEnded.TimerFor> timersSet = timers(status, timersGone);
        Term result = phase.result();
        byte[] given = result == null ? state.result() : TermCodec.encode(result);
        List<Data> files = new Attachments(state, held.work(), held.reply()).lost(woken, garbage, suspended, sent, given);
        turn.record(new PhaseEnded(
                held.cause(),
                turn.now(),
                held.work(),
                held.reply(),
                woken.stream().map(Suspended::number).toList(),
                phase.created(),
                phase.delays(),
                sent,
                bySending,
                collected,
                suspended,
                free.last(),
                timersGone,
                timersSet,
                status,
                ending.code(),
                ending.goal(),
                result == null ? null : given,
                again,
                held.reply() == null || held.at().equals(turn.now()) ? null : held.at(),
                output));
        files.forEach(turn::release);
        end(ending);
        return status == PhaseEnded.Status.RUNNING ? Outcome.WAITS : Outcome.ENDED;
    }

    /** The phase is undone; what began it is kept, and the case waits for an operator. */
    private void hold(Ending ending) {
        String message = ending.problem() == null ? "" : ending.problem().message();
        List<PhaseEnded.Sent> undone = phase.messages().stream()
                .map(each -> new PhaseEnded.Sent(each.variable(), 0, each.toBytes(), each.contentBytes(), false, null))
                .toList();
        turn.record(new PhaseHeld(
                held,
                again,
                new PhaseHeld.Raised(
                        ending.code() == null ? "" : ending.code(),
                        ending.goal() == null ? "" : ending.goal(),
                        message,
                        woken.stream().map(Suspended::number).toList(),
                        phase.created(),
                        undone,
                        output)));
        turn.incident(message);
    }

    private void end(Ending ending) {
        switch (ending.status()) {
            case RUNNING -> {}
            case SUCCEEDED -> turn.complete(process.resultOf(state));
            case FAILED, ERROR -> turn.fail(ending.problem() == null ? "" : ending.problem().message());
        }
    }

    // Solving.

    private Ending solve(Term goal) {
        try {
            boolean holds = process.workshop().solve(goal, phase, this::account, this::freeze, text -> output = text);
            if (!holds) {
                String shown = ShownTerms.goal(goal);
                return new Ending(PhaseEnded.Status.FAILED, null, shown, Code.QUERY_FAILED.with(shown));
            }
            boolean waits = !suspended.isEmpty() || state.goals().size() > woken.size();
            return new Ending(waits ? PhaseEnded.Status.RUNNING : PhaseEnded.Status.SUCCEEDED, null, null, null);
        } catch (Broken broken) {
            String shown = ShownTerms.goal(broken.goal);
            Problem problem = broken.restriction.code().with(shown, broken.why);
            return new Ending(PhaseEnded.Status.ERROR, broken.restriction.word(), shown, problem);
        } catch (PrologError error) {
            QueryErrors.Raised raised = QueryErrors.raised(error, process.file());
            return new Ending(PhaseEnded.Status.ERROR, raised.code(), raised.goal(), raised.problem());
        } catch (Stop stop) {
            throw new RefusedException(Code.RUN_STOPPED.with(stop.sentence()));
        }
    }

    private void account(long steps) {
        turn.steps((int) Math.min(steps, Integer.MAX_VALUE));
    }

    /** What waits is put into its lasting form while its variables still have their values. */
    private void freeze(Machine machine) {
        phase.keepDelayed(machine);
        int number = state.lastGoal();
        for (Phase.Waiting waiting : phase.waiting()) {
            Phase.announce(machine, waiting.goal());
            Term goal = process.nonGround() ? free.frozen(waiting.goal()) : waiting.goal();
            suspended.add(new Suspended(
                    ++number,
                    TermCodec.encode(goal),
                    List.copyOf(waiting.blocked().variables()),
                    List.copyOf(waiting.blocked().times()),
                    List.copyOf(WorkflowVariables.in(goal))));
        }
    }

    private List<PhaseEnded.Sent> send() {
        List<PhaseEnded.Sent> sent = new ArrayList<>(phase.messages().size());
        for (Phase.Message message : phase.messages()) {
            int number = turn.offer(process.taskFor(message.to()), message.input());
            sent.add(new PhaseEnded.Sent(message.variable(), number, message.toBytes(), message.contentBytes(), message.asText(),
                    Attachments.in(message.contentBytes())));
        }
        return sent;
    }

    // Collecting (section 2.9).

    /** Variables that no suspended goal mentions any more: only those that this phase touched can have become so. */
    private List<Integer> garbage() {
        TreeMap<Integer, Integer> mentions = new TreeMap<>();
        for (int i = 1; i <= phase.created(); i++) {
            mentions.put(state.lastVariable() + i, 0);
        }
        Variable answered = state.ofWork(held.work());
        if (answered != null) {
            mentions.put(answered.number, answered.mentions);
        }
        for (Suspended goal : woken) {
            goal.mentions().forEach(number -> mentions.merge(
                    number, mentionsNow(number) - 1, (now, first) -> now - 1));
        }
        for (Suspended goal : suspended) {
            goal.mentions().forEach(number -> mentions.merge(number, mentionsNow(number) + 1, (now, first) -> now + 1));
        }
        return mentions.entrySet().stream().filter(entry -> entry.getValue() == 0).map(Map.Entry::getKey).toList();
    }

    private int mentionsNow(int number) {
        Variable variable = state.variable(number);
        return variable == null ? 0 : variable.mentions;
    }

    private List<Integer> everything() {
        SortedSet<Integer> all = new TreeSet<>();
        state.variables().forEach(variable -> all.add(variable.number));
        for (int i = 1; i <= phase.created(); i++) {
            all.add(state.lastVariable() + i);
        }
        return List.copyOf(all);
    }

    private boolean unanswered(int number) {
        Variable variable = state.variable(number);
        boolean sentNow = phase.messages().stream().anyMatch(message -> message.variable() == number);
        return sentNow
                || variable != null
                        && variable.unanswered()
                        && variable.work != held.work()
                        && state.heldReply(variable.work) == null;
    }

    private int workOf(int number, Map<Integer, Integer> sentNow) {
        Variable variable = state.variable(number);
        return variable == null || variable.work == 0 ? sentNow.getOrDefault(number, 0) : variable.work;
    }

    // Time events: one timer for each distinct instant.

    /** Sets a timer for each instant that is new, and gives up those that no goal waits for any more. */
    private List<PhaseEnded.TimerFor> timers(PhaseEnded.Status status, List<Instant> gone) {
        Map<Instant, Integer> waiting = new TreeMap<>();
        if (status == PhaseEnded.Status.RUNNING) {
            woken.forEach(goal -> goal.times().forEach(instant -> waiting.merge(instant, -1, Integer::sum)));
            suspended.forEach(goal -> goal.times().forEach(instant -> waiting.merge(instant, 1, Integer::sum)));
        } else {
            state.times().forEach((instant, event) -> waiting.put(instant, -event.waiting().size()));
        }
        List<PhaseEnded.TimerFor> set = new ArrayList<>(0);
        waiting.forEach((instant, change) -> {
            PrologState.TimeEvent event = state.times().get(instant);
            boolean fired = instant.equals(phase.due());
            if (event == null || fired && event.waiting().size() + change > 0) {
                set.add(new PhaseEnded.TimerFor(instant, turn.setTimer(instant)));
            } else if (event.waiting().size() + change == 0) {
                gone.add(instant);
                if (!fired) {
                    turn.cancelTimer(event.timer());
                }
            }
        });
        return set;
    }
}
