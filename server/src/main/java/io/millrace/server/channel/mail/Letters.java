package io.millrace.server.channel.mail;

import io.millrace.server.channel.RecordFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** The mails that were sent or are to be sent. Each is stored before it is sent, and again when it was. Safe for use by several threads. */
final class Letters implements AutoCloseable {
    private static final Duration KEPT = Duration.ofDays(180);

    private final RecordFile file;
    private final Map<String, Letter> byId = new ConcurrentHashMap<>();
    private final Map<String, String> byHash = new ConcurrentHashMap<>();

    Letters(Path directory, InstantSource clock) {
        this.file = RecordFile.open(directory.resolve("letters.jsonl"));
        file.all().forEach((id, record) -> know(Letter.read(id, record)));
        List<Letter> old = byId.values().stream().filter(letter -> letter.created().plus(KEPT).isBefore(clock.instant())).toList();
        file.remove(old.stream().map(Letter::id).toList());
        old.forEach(letter -> {
            byId.remove(letter.id());
            byHash.remove(letter.hash());
        });
    }

    private void know(Letter letter) {
        byId.put(letter.id(), letter);
        byHash.put(letter.hash(), letter.id());
    }

    Optional<Letter> get(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    Optional<Letter> byHash(String hash) {
        return Optional.ofNullable(byHash.get(hash)).flatMap(this::get);
    }

    /** Stores a new letter, unless it is there. It is durable when this returns. */
    synchronized Letter add(Letter letter) {
        Letter known = byId.get(letter.id());
        return known == null ? put(letter) : known;
    }

    /** Changes a letter as it is now: one thread sends it while another may take the reply to it. It is durable when this returns. */
    synchronized void change(Letter letter, UnaryOperator<Letter> change) {
        Letter known = byId.getOrDefault(letter.id(), letter);
        Letter next = change.apply(known);
        if (!next.equals(known)) {
            put(next);
        }
    }

    private Letter put(Letter letter) {
        file.put(letter.id(), letter.stored());
        know(letter);
        return letter;
    }

    List<Letter> all() {
        return byId.values().stream().sorted(java.util.Comparator.comparing(Letter::created).thenComparing(Letter::id)).toList();
    }

    @Override
    public void close() {
        file.close();
    }
}
