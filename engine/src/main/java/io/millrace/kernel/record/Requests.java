package io.millrace.kernel.record;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.Problem.Grounds;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Recognises repeats of requests. A request that is under way answers all its repeats with one future; one that was
 * answered is found in the store. The same id with another content waits for the answer of the first, and is refused if that is remembered.
 */
public final class Requests {
    /** The form of a remembered answer. */
    private static final Form<Function<In, Instant>> FORM = Form.first("an answer", In::instant);

    private static final int SWEEP_EVERY = 10_000;

    /** By which a repeat of a request is recognised. */
    public record Key(byte[] row, long contentHash) {}

    private record UnderWay(long contentHash, CompletableFuture<Answer> answer) {}

    private final Store store;
    private final PayloadCodec codec;
    private final Time time;
    private final Duration memory;
    private final Runnable sweep;
    private final AtomicLong asked = new AtomicLong();
    private final Map<String, UnderWay> underWay = new ConcurrentHashMap<>();

    /** @param sweep is called now and then, when there may be answers that are too old */
    public Requests(Store store, PayloadCodec codec, Time time, Duration memory, Runnable sweep) {
        this.store = store;
        this.codec = codec;
        this.time = time;
        this.memory = memory;
        this.sweep = sweep;
    }

    /** The first answer if there is one, or what asking now gives. */
    public CompletableFuture<Answer> once(Request request, Function<Key, CompletableFuture<Answer>> asking) {
        String id = request.requestId();
        if (id == null) {
            throw new IllegalArgumentException("a request without an id");
        }
        byte[] row = Keys.request(request.tenant(), request.actorName(), id);
        long hash = contentHash(request.command());
        UnderWay mine = new UnderWay(hash, new CompletableFuture<>());
        String key = HexFormat.of().formatHex(row);
        UnderWay earlier = underWay.putIfAbsent(key, mine);
        if (earlier != null) {
            // Whether the id is used is known when the earlier request is answered: a refusal that says so must be true from then on.
            return earlier.contentHash == hash
                    ? earlier.answer
                    : earlier.answer.handle((given, failure) -> given).thenCompose(over -> once(request, asking));
        }
        CompletableFuture<Answer> answer;
        try {
            if (asked.incrementAndGet() % SWEEP_EVERY == 0) {
                sweep.run();
            }
            byte[] stored = store.get(Table.REQUESTS, row);
            answer = stored == null ? null : recalled(new In(codec.decode(stored)), id, hash);
            if (answer == null) {
                answer = asking.apply(new Key(row, hash));
            }
        } catch (StoreException e) {
            answer = CompletableFuture.completedFuture(new Answer.Refused(e.problem()));
        } catch (RuntimeException | Error e) {
            // A repeat that waits for this one, or comes later, must not wait for ever.
            answer = CompletableFuture.failedFuture(e);
        }
        answer.whenComplete((given, failure) -> {
            underWay.remove(key);
            if (failure == null) {
                mine.answer.complete(given);
            } else {
                mine.answer.completeExceptionally(failure);
            }
        });
        return mine.answer;
    }

    /** The answer that a request was given before, or null if it is not known. Nothing is asked. */
    public @Nullable CompletableFuture<Answer> known(Request request) {
        String id = request.requestId();
        if (id == null) {
            return null;
        }
        byte[] row = Keys.request(request.tenant(), request.actorName(), id);
        long hash = contentHash(request.command());
        UnderWay earlier = underWay.get(HexFormat.of().formatHex(row));
        if (earlier != null) {
            return earlier.contentHash == hash ? earlier.answer : null;
        }
        byte[] stored = store.get(Table.REQUESTS, row);
        return stored == null ? null : recalled(new In(codec.decode(stored)), id, hash);
    }

    private static CompletableFuture<Answer> reused(String id) {
        return CompletableFuture.completedFuture(new Answer.Refused(Code.REQUEST_REUSED.with(id)));
    }

    private @Nullable CompletableFuture<Answer> recalled(In in, String id, long hash) {
        Instant given = given(in);
        if (Duration.between(given, time.now()).compareTo(memory) > 0) {
            return null;
        }
        if (in.int64() != hash) {
            return reused(id);
        }
        return CompletableFuture.completedFuture(answer(in));
    }

    private static Answer answer(In in) {
        int kind = in.u8();
        return switch (kind) {
            case 0 -> new Answer.Done(in.data());
            case 1 -> new Answer.Refused(problem(in));
            case 2 -> new Answer.Delayed(in.varint32(), problem(in));
            case 3 -> new Answer.Refused(problem(in).because(grounds(in)));
            case 4 -> new Answer.Delayed(in.varint32(), problem(in).because(grounds(in)));
            default -> throw in.damaged("answer " + kind);
        };
    }

    private static Problem problem(In in) {
        return new Problem(code(in), in.text());
    }

    private static Grounds grounds(In in) {
        return new Grounds(in.each(In::text), in.each(In::text));
    }

    /** Answers with rules behind them have kinds of their own: those without are written as they always were. */
    private static int kind(int without, Problem problem) {
        return problem.grounds().isEmpty() ? without : without + 2;
    }

    private static void write(Out out, Problem problem) {
        out.varint(problem.code().number()).text(problem.message());
        if (!problem.grounds().isEmpty()) {
            out.each(problem.grounds().rules(), Out::text);
            out.each(problem.grounds().liftedBy(), Out::text);
        }
    }

    /** When an answer was given. */
    public static Instant given(In in) {
        return FORM.reader(in).apply(in);
    }

    private static Code code(In in) {
        int number = in.varint32();
        return Code.of(number).orElseThrow(() -> in.damaged("code " + number));
    }

    /** Adds the row by which the answer to a request is found again. */
    public static void remember(Batch batch, Key key, Answer answer, Instant now, PayloadCodec codec) {
        Out out = FORM.begin(new Out(48)).instant(now).int64(key.contentHash());
        switch (answer) {
            case Answer.Done done -> out.u8(0).data(done.value());
            case Answer.Refused refused -> write(out.u8(kind(1, refused.problem())), refused.problem());
            case Answer.Delayed delayed -> write(out.u8(kind(2, delayed.problem())).varint(delayed.attempt()), delayed.problem());
        }
        batch.put(Table.REQUESTS, key.row(), codec.encode(out.toBytes()));
    }

    /** Adds the removal of what was answered too long ago; returns how many rows that is. */
    public int sweep(Batch batch, int most) {
        Instant now = time.now();
        store.scan(Table.REQUESTS, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            if (Duration.between(given(new In(codec.decode(value))), now).compareTo(memory) > 0) {
                batch.delete(Table.REQUESTS, key);
            }
            return batch.changes().size() < most;
        });
        return batch.changes().size();
    }

    /** FNV-1a over the form of the command, 64 bits: a repeat is told from a reuse, nothing more. */
    private static long contentHash(Command command) {
        Out content = new Out();
        CommandForm.write(content, command);
        long hash = 0xcbf29ce484222325L;
        for (byte each : content.toBytes()) {
            hash = (hash ^ (each & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }
}
