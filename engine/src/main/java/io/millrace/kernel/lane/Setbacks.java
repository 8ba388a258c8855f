package io.millrace.kernel.lane;

import io.millrace.command.Answer;
import io.millrace.journal.Batch;
import io.millrace.journal.StoreException;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.Incidents;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.entity.Processes;
import io.millrace.kernel.entity.Projections;
import io.millrace.kernel.record.Input;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a lane does with a turn that could not be: it refuses it, makes an incident of it, or tries it again, later or when the
 * code of its process has come.
 */
final class Setbacks {
    /** After which time something that the store did not allow is tried again. */
    static final Duration PAUSE = Duration.ofMillis(500);

    private final Lane lane;
    private final Heap heap;
    private final Scribe scribe;
    private final Time time;
    private final Monitor monitor;
    private final Lane.Surroundings surroundings;

    private final List<Ask> parked = new ArrayList<>();
    private final PutOff putOff = new PutOff();

    Setbacks(Lane lane, Heap heap, Scribe scribe, Lane.Ground ground) {
        this.lane = lane;
        this.heap = heap;
        this.scribe = scribe;
        this.time = ground.time();
        this.monitor = ground.monitor();
        this.surroundings = ground.surroundings();
    }

    /** After a failed commit messages are delivered anew. */
    void clear() {
        putOff.clear();
    }

    /** Lets a message wait behind one that came earlier and could not be taken; says whether it does. */
    boolean holdUp(Ask ask) {
        if (!putOff.holdsUp(ask)) {
            return false;
        }
        putOff.add(ask.again());
        lane.barrier(late -> ask.done().run());
        return true;
    }

    /** Takes out what was parked for want of code. */
    List<Ask> unpark() {
        List<Ask> again = List.copyOf(parked);
        parked.clear();
        return again;
    }

    /** The code of a process is not there: a caller is refused; what no caller waits for is kept until the code is there. */
    void park(Ask ask, Processes.MissingCodeException missing) {
        if (ask.reply() == null) {
            surroundings.parked(missing);
            parked.add(ask.again());
            monitor.count("parked", 1);
            lane.barrier(failure -> ask.done().run());
        } else {
            Problem problem = Code.NO_CODE.with(missing.process, missing.version);
            surroundings.missing(problem);
            refuse(ask, problem);
        }
    }

    private void refuse(Ask ask, Problem problem) {
        refuse(ask, problem, null);
    }

    private void refuse(Ask ask, Problem problem, @Nullable Batch rows) {
        lane.submit(rows, late -> {
            ask.answer(new Answer.Refused(late == null ? problem : late));
            ask.done().run();
        });
    }

    /**
     * A turn threw: nothing changed. Where nobody waits for the answer it becomes an incident of its case; so does what the
     * gate refused of the consequences.
     */
    void failed(Ask ask, Throwable failure) {
        try {
            if (lane.isRepeat(ask)) {
                ask.done().run();
                return;
            }
        } catch (StoreException e) {
            putOff(ask);
            refuse(ask, e.problem());
            return;
        }
        Problem problem = Failures.problemOf(ask.entity(), failure);
        Throwable unreadable = failure;
        boolean storage = failure instanceof StoreException
                || failure instanceof Heap.QuarantinedException
                || failure instanceof Projections.Failed;
        if (!storage && Incidents.belongs(ask.input(), failure)) {
            Entity<?> entity;
            Scribe.Decided decided = null;
            try {
                entity = ask.input() instanceof Input.Beginning ? heap.fresh(ask.entity()) : heap.get(ask.entity());
                Ledger ledger = scribe.open(entity, ask, time.now(), surroundings.of(entity.id.tenant()).ungated());
                Answer answer = Incidents.raise((CaseEntity) entity, ask.input(), failure, problem.message(), ledger);
                decided = scribe.write(ask, entity, ledger, answer);
                lane.handOver(ask, entity, decided);
                return;
            } catch (Processes.MissingCodeException e) {
                // The gate was asked before anybody looked for the code.
                heap.drop(ask.entity());
                park(ask, e);
                return;
            } catch (Throwable e) {
                if (decided != null || Failures.inTurn(e) == Failures.Ending.STOP) {
                    throw e;
                }
                heap.drop(ask.entity());
                failure.addSuppressed(e);
                unreadable = e;
            }
        }
        monitor.count("turn.failures", 1);
        if (ask.reply() == null
                && (unreadable instanceof Projections.Failed
                        || unreadable instanceof StoreException e && e.problem().code() != Code.DAMAGED)) {
            putOff(ask);
        }
        refuse(ask, problem, scribe.refusal(ask, failure, problem, time.now()));
    }

    /** Timers and messages must not get lost because something could not be read for a while. */
    private void putOff(Ask ask) {
        Ask again = ask.again();
        if (!(ask.input() instanceof Input.Taken)) {
            time.wakeAt(time.now().plus(PAUSE), () -> lane.ask(again));
        } else if (putOff.add(again)) {
            time.wakeAt(
                    time.now().plus(PAUSE), () -> lane.run(() -> putOff.take(again.entity()).forEach(lane::handle)));
        }
    }
}
