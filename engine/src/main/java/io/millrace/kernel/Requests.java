package io.millrace.kernel;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Recognises repeats of requests. A request that is under way answers all its repeats with one future; one that was
 * answered is found in the store. The same id with another content is refused.
 */
final class Requests {
    /** The form of a remembered answer. */
    private static final int FORM = 1;

    private static final int SWEEP_EVERY = 10_000;

    /** By which a repeat of a request is recognised. */
    record Key(byte[] row, long contentHash) {}

    private record UnderWay(long contentHash, CompletableFuture<Answer> answer) {}

    private final Store store;
    private final PayloadCodec codec;
    private final Time time;
    private final Duration memory;
    private final Runnable sweep;
    private final AtomicLong asked = new AtomicLong();
    private final Map<String, UnderWay> underWay = new ConcurrentHashMap<>();

    /** @param sweep is called now and then, when there may be answers that are too old */
    Requests(Store store, PayloadCodec codec, Time time, Duration memory, Runnable sweep) {
        this.store = store;
        this.codec = codec;
        this.time = time;
        this.memory = memory;
        this.sweep = sweep;
    }

    /** The first answer if there is one, or what asking now gives. */
    CompletableFuture<Answer> once(Request request, Function<Key, CompletableFuture<Answer>> asking) {
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
            return earlier.contentHash == hash ? earlier.answer : reused(id);
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

    private static CompletableFuture<Answer> reused(String id) {
        return CompletableFuture.completedFuture(new Answer.Refused(Code.REQUEST_REUSED.with(id)));
    }

    private @Nullable CompletableFuture<Answer> recalled(In in, String id, long hash) {
        Instant given = given(in);
        if (given.plus(memory).isBefore(time.now())) {
            return null;
        }
        if (in.int64() != hash) {
            return reused(id);
        }
        Answer answer = in.u8() == 0
                ? new Answer.Done(in.data())
                : new Answer.Refused(new Problem(code(in), in.text()));
        return CompletableFuture.completedFuture(answer);
    }

    /** When an answer was given. */
    private static Instant given(In in) {
        int form = in.u8();
        if (form != FORM) {
            throw in.damaged("an answer of form " + form);
        }
        return in.instant();
    }

    private static Code code(In in) {
        int number = in.varint32();
        return Code.of(number).orElseThrow(() -> in.damaged("code " + number));
    }

    /** Adds the row by which the answer to a request is found again. */
    static void remember(Batch batch, Key key, Answer answer, Instant now, PayloadCodec codec) {
        Out out = new Out(48).u8(FORM).instant(now).int64(key.contentHash());
        switch (answer) {
            case Answer.Done done -> out.u8(0).data(done.value());
            case Answer.Refused refused ->
                out.u8(1).varint(refused.problem().code().number()).text(refused.problem().message());
        }
        batch.put(Table.REQUESTS, key.row(), codec.encode(out.toBytes()));
    }

    /** Adds the removal of what was answered too long ago; returns how many rows that is. */
    int sweep(Batch batch, int most) {
        Instant oldest = time.now().minus(memory);
        store.scan(Table.REQUESTS, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            if (given(new In(codec.decode(value))).isBefore(oldest)) {
                batch.delete(Table.REQUESTS, key);
            }
            return batch.changes().size() < most;
        });
        return batch.changes().size();
    }

    private static long contentHash(Command command) {
        String content = switch (command) {
            case Command.Deploy deploy ->
                "deploy " + deploy.process().contract().name() + " " + deploy.process().fingerprint();
            // Sets have another order in every process of the machine.
            case Command.AddParticipant add ->
                "participant " + add.participant().name()
                        + new TreeSet<>(add.participant().roles())
                        + new TreeSet<>(add.participant().capabilities());
            case Command other -> withSortedData(other).toString();
        };
        // FNV-1a over the text, 64 bits: a repeat is told from a reuse, nothing more.
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < content.length(); i++) {
            hash = (hash ^ content.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }

    /** An equal command: the order of fields is no part of what is asked, and a repeat may have another one. */
    private static Command withSortedData(Command command) {
        return switch (command) {
            case Command.Start c -> new Command.Start(c.process(), c.version(), sorted(c.input()), c.key());
            case Command.Signal c -> new Command.Signal(c.name(), c.key(), sorted(c.content()));
            case Command.AddInstance c -> new Command.AddInstance(c.caseId(), c.task(), sorted(c.input()));
            case Command.ChangeData c -> new Command.ChangeData(c.caseId(), c.name(), sorted(c.value()));
            case Command.Migrate c -> new Command.Migrate(c.caseId(), c.version(), sorted(c.mapping()));
            case Command.Complete c -> new Command.Complete(c.work(), sorted(c.output()), c.attempt());
            case Command.Skip c -> new Command.Skip(c.work(), sorted(c.output()));
            case Command withoutData -> withoutData;
        };
    }

    private static Data sorted(Data data) {
        return switch (data) {
            case Data.Fields fields -> {
                Map<String, Data> byName = new TreeMap<>();
                fields.asMap().forEach((name, value) -> byName.put(name, sorted(value)));
                yield Data.Fields.of(byName);
            }
            case Data.Items items -> new Data.Items(items.asList().stream().map(Requests::sorted).toList());
            case Data simple -> simple;
        };
    }
}
