package io.millrace.server.channel.form;

import io.millrace.id.WorkId;
import io.millrace.server.channel.RecordFile;
import io.millrace.server.channel.Secrets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The links to forms. The secret of a link is in the link only: the file has its hash, so a reader of the file can open no form. Safe
 * for use by several threads.
 */
public final class Links implements AutoCloseable {
    private static final Duration KEPT = Duration.ofDays(30);

    /** A new link with its secret, which cannot be shown again. */
    record Made(Link link, String secret) {
        /** Does not show the secret. */
        @Override
        public String toString() {
            return "Made[" + link.id() + "]";
        }
    }

    private final RecordFile file;
    private final InstantSource clock;
    private final Map<String, Link> byHash = new ConcurrentHashMap<>();

    private Links(RecordFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
        file.all().forEach((id, record) -> {
            Link link = Link.read(id, record);
            byHash.put(link.hash(), link);
        });
        forgetOld();
    }

    /** The links of a server, in its directory. */
    public static Links in(Path directory, InstantSource clock) {
        return new Links(RecordFile.open(directory.resolve("links.jsonl")), clock);
    }

    private void forgetOld() {
        List<Link> old = byHash.values().stream().filter(link -> link.expires().plus(KEPT).isBefore(clock.instant())).toList();
        file.remove(old.stream().map(Link::id).toList());
        old.forEach(link -> byHash.remove(link.hash()));
    }

    InstantSource clock() {
        return clock;
    }

    /** Makes a link. It is durable when this returns. */
    Made make(String tenant, WorkId work, String person, @Nullable String maker, Duration life) {
        String secret = Secrets.word();
        Link link = new Link(
                Secrets.digits(6), Secrets.sha256(secret), tenant, work, person, maker, clock.instant(), clock.instant().plus(life), null, "");
        put(link);
        return new Made(link, secret);
    }

    /** Makes a link for the server itself, and returns its secret. */
    public String make(String tenant, WorkId work, String person, Duration life) {
        return make(tenant, work, person, null, life).secret();
    }

    private void put(Link link) {
        file.put(link.id(), link.stored());
        byHash.put(link.hash(), link);
    }

    /**
     * The link of a secret if it can be used. One that was never made, one that has ended and one that has expired are all the same to
     * the caller; the hash of what was sent is compared, so the time that this takes says nothing about the secrets.
     */
    Optional<Link> find(String secret) {
        Link link = byHash.get(Secrets.sha256(secret));
        return link != null && link.isOpen(clock.instant()) ? Optional.of(link) : Optional.empty();
    }

    /** The link is used up. */
    void used(Link link) {
        put(link.ended("used", clock.instant()));
    }

    /** Nobody can use the link any more. */
    void revoke(Link link) {
        put(link.ended("revoked", clock.instant()));
    }

    /** The links of a work item, oldest first. */
    List<Link> of(String tenant, WorkId work) {
        return byHash.values().stream()
                .filter(link -> link.tenant().equals(tenant) && link.work().equals(work))
                .sorted(java.util.Comparator.comparing(Link::created).thenComparing(Link::id))
                .toList();
    }

    /** How many links can be used. */
    public long open() {
        return byHash.values().stream().filter(link -> link.isOpen(clock.instant())).count();
    }

    @Override
    public void close() {
        file.close();
    }
}
