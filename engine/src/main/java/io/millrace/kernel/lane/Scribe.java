package io.millrace.kernel.lane;

import io.millrace.command.Answer;
import io.millrace.journal.Batch;
import io.millrace.kernel.entity.Attempts;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.Gatekeeper;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.index.Rows;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Opens the ledger of a turn, and writes down what was decided in it. */
final class Scribe {
    /** A turn that is decided and written down, ready to be handed over. */
    record Decided(Ledger ledger, Answer answer, @Nullable Batch rows, long sequence) {}

    private final Committer committer;
    private final Heap heap;
    private final Rows rows;
    private final boolean durable;

    Scribe(Committer committer, Heap heap, Rows rows, boolean durable) {
        this.committer = committer;
        this.heap = heap;
        this.rows = rows;
        this.durable = durable;
    }

    /** The ledger of a turn at an instant, or later: instants of an entity never go back, nor before a message was sent. */
    Ledger open(Entity<?> entity, Ask ask, Instant at, Ledger.Surroundings around) {
        Instant now = at;
        if (ask.input() instanceof Input.Taken message && message.sent().isAfter(now)) {
            now = message.sent();
        }
        if (entity.last.isAfter(now)) {
            now = entity.last;
        }
        if (ask.input() instanceof Input.Due due && entity instanceof CaseEntity cases) {
            // One that was due and had to wait may find that the clock has gone back.
            now = cases.notBefore(due, now);
        }
        if (entity.isNew && entity.id.kind().vanishes()) {
            entity.beginAt(committer.position() + 1 << 20);
        }
        return new Ledger(entity, ask.input(), ask.request(), now, around);
    }

    /** Writes a decided turn down. If this throws, the turn has not happened, and its state must be dropped. */
    Decided write(Ask ask, Entity<?> entity, Ledger ledger, Answer answer) {
        Batch batch = null;
        long sequence = 0;
        if (!ledger.isEmpty()) {
            batch = new Batch();
            sequence = ++entity.sequence;
            entity.last = ledger.now;
            TurnRecord turn = ledger.turn(sequence);
            int bytes = durable ? rows.add(batch, ledger, turn) : 0;
            heap.turned(entity, turn, bytes, batch);
        } else if (durable && ask.input() instanceof Input.Taken) {
            batch = new Batch();
            rows.addTaken(batch, ask.input());
        }
        if (ask.key() != null && durable) {
            batch = batch == null ? new Batch() : batch;
            rows.addAnswer(batch, ask.key(), answer, ledger.now);
        }
        return new Decided(ledger, answer, batch, sequence);
    }

    /** A refusal that ended the turn is an answer like any other: a repeat of the request gets the same. */
    @Nullable Batch refusal(Ask ask, Throwable failure, Problem problem, Instant now) {
        boolean answer = failure instanceof Gatekeeper.Stop
                || failure instanceof Attempts.Refused
                || failure instanceof RefusedException;
        if (!answer || ask.key() == null || !durable) {
            return null;
        }
        Batch batch = new Batch();
        rows.addAnswer(batch, ask.key(), new Answer.Refused(problem), now);
        return batch;
    }
}
