package io.millrace.schedule;

import io.millrace.data.Data;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.data.Shape;
import io.millrace.language.CaseView;
import io.millrace.language.Compiled;
import io.millrace.language.Contract;
import io.millrace.language.Happening;
import io.millrace.language.Intention;
import io.millrace.language.ProcessEvent;
import io.millrace.language.Turn;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.work.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as a process: its case waits for the next instant, starts a case, and waits again.
 *
 * <p>Invariant: {@code due} is the first start about which nothing is decided. It moves on only with the event that launches the start
 * or says that it is left out, so that no start is forgotten; the timer, the launch and that event are one commit, so that none is
 * doubled.
 */
final class ScheduleProcess implements Compiled<ScheduleProcess.Standing> {
    static final String LANGUAGE = "schedule";
    static final Form<Function<In, Standing>> FORM = Form.first("a schedule", Standing::read);

    /** A start that is later than this has been missed: it fell into a time in which nobody ran. */
    private static final Duration LATE = Duration.ofMinutes(1);
    /** So many starts are launched in one turn; the rest follows in the next. */
    private static final int MOST = 100;
    /** So many missed starts are looked at in one turn. */
    private static final int LOOKED_AT = 50_000;

    /** Where a schedule stands. */
    static final class Standing {
        @Nullable Instant due;
        int timer;
        long launched;
        /** Whether the version that the case has now names the same instants as the one before. Not stored: it only saves planning anew. */
        boolean isPlanned;

        private static Standing read(In in) {
            Standing standing = new Standing();
            standing.due = in.instantOrNull();
            standing.timer = in.varint32();
            standing.launched = in.varint();
            return standing;
        }
    }

    private final String name;
    private final Schedule schedule;
    private final String process;
    private final Data input;

    ScheduleProcess(String name, Schedule schedule, String process, Data input) {
        this.name = name;
        this.schedule = schedule;
        this.process = process;
        this.input = input;
    }

    @Override
    public String language() {
        return LANGUAGE;
    }

    @Override
    public String fingerprint() {
        return source();
    }

    @Override
    public String source() {
        return schedule.toData().with("starts", process).with("input", input).normal().json();
    }

    /** It has one case, whose key is its name. */
    @Override
    public Contract contract() {
        return new Contract(name, Shape.any(), true, List.of());
    }

    @Override
    public Task task(String task) {
        return Task.people(task);
    }

    @Override
    public Standing blank() {
        return new Standing();
    }

    @Override
    public @Nullable Problem check(Standing standing, Intention what, CaseView view) {
        return what instanceof Intention.Intervention
                ? Code.INTERVENTION.with(
                        "intervene in case '" + view.caseId() + "'",
                        "it is a schedule, which can only be suspended, resumed, cancelled or changed with a call of schedule")
                : null;
    }

    @Override
    public void react(Standing standing, Happening what, Turn turn) {
        switch (what) {
            case Happening.Started e -> plan(schedule.after(turn.now()), turn);
            case Happening.TimerDue e -> fire(standing, turn);
            case Happening.Resumed e -> resume(standing, turn);
            case Happening.WorkTaken e -> {}
            case Happening.WorkDone e -> {}
            case Happening.WorkLost e -> {}
            case Happening.SignalCame e -> {}
            case Happening.Consulted e -> {}
        }
    }

    private static void plan(Instant due, Turn turn) {
        turn.record(new ScheduleEvent.Planned(turn.setTimer(due), due));
    }

    /** Under another version the next start is the next of that; a retry looks again at the start that could not be launched. */
    private void resume(Standing standing, Turn turn) {
        Instant due = standing.due;
        if (due != null && !due.isAfter(turn.now())) {
            turn.resolved();
            fire(standing, turn);
        } else if (due == null || !standing.isPlanned) {
            turn.cancelTimer(standing.timer);
            plan(schedule.after(turn.now()), turn);
        }
    }

    /**
     * Launches what is due, as the policy for missed starts says, and plans the next. After years without the engine there may be millions:
     * what one turn does not get to follows in the next, whose timer is due already.
     */
    private void fire(Standing standing, Turn turn) {
        Instant due = standing.due;
        long missed = 0;
        Instant last = null;
        int launched = 0;
        for (int i = 0; i < LOOKED_AT && launched < MOST && due != null && !due.isAfter(turn.now()); i++) {
            turn.step();
            Instant next = schedule.after(due);
            boolean isLast = next.isAfter(turn.now());
            boolean wanted =
                    switch (schedule.catchUp()) {
                        case ALL -> true;
                        case LAST -> isLast;
                        case NONE -> isLast && Duration.between(due, turn.now()).compareTo(LATE) <= 0;
                    };
            if (!wanted) {
                long count = schedule.before(due, turn.now());
                missed += count;
                last = schedule.later(due, count - 1);
                next = schedule.later(due, count);
            } else {
                Problem problem = launch(due, next, turn);
                if (problem != null) {
                    turn.incident(problem.message());
                    return;
                }
                launched++;
            }
            due = next;
        }
        if (last != null) {
            turn.record(new ScheduleEvent.Missed(Math.clamp(missed, 1, Integer.MAX_VALUE), last));
        }
        if (due != null) {
            plan(due, turn);
        }
    }

    private @Nullable Problem launch(Instant due, Instant next, Turn turn) {
        String key = schedule.overlaps() ? name + "@" + due : name;
        Problem problem = turn.launch(process, key, input);
        if (problem == null) {
            turn.record(new ScheduleEvent.Launched(due, key, next));
        }
        return problem;
    }

    @Override
    public void intervene(Standing standing, Intention.Intervention what, Turn turn) {
        throw new IllegalStateException("a schedule refuses interventions");
    }

    @Override
    public void apply(Standing standing, ProcessEvent event) {
        switch ((ScheduleEvent) event) {
            case ScheduleEvent.Planned e -> {
                standing.due = e.due();
                standing.timer = e.timer();
                standing.isPlanned = false;
            }
            case ScheduleEvent.Launched e -> {
                standing.due = e.next();
                standing.launched++;
            }
            case ScheduleEvent.Missed e -> {}
        }
    }

    @Override
    public ProcessEvent readEvent(In in) {
        return ScheduleEvent.read(in);
    }

    @Override
    public void write(Standing standing, Out out) {
        FORM.begin(out).instantOrNull(standing.due).varint(standing.timer).varint(standing.launched);
    }

    @Override
    public Standing read(In in) {
        return FORM.reader(in).apply(in);
    }

    @Override
    public Data data(Standing standing) {
        return Data.fields(
                "schedule", schedule.toString(), "starts", process, "next", standing.due, "started", standing.launched);
    }

    @Override
    public List<String> next(Standing standing) {
        return List.of("start '" + process + "' at " + standing.due);
    }

    @Override
    public Migrated migrate(Standing standing, Compiled<?> to, Data mapping) {
        return to instanceof ScheduleProcess other
                ? new Migrated.To(Data.fields("sameTimes", schedule.hasTimesOf(other.schedule)))
                : new Migrated.Not("it is not a schedule");
    }

    @Override
    public Object migrated(Standing standing, Compiled<?> to, Data changes) {
        standing.isPlanned = changes.at("sameTimes").maybe(Boolean.class).orElse(false);
        return standing;
    }
}
