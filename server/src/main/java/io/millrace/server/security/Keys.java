package io.millrace.server.security;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The API keys of a server, in a file next to its journal. The file is written whole and renamed into place, so a crash leaves either the
 * old or the new one. It can be changed while the server runs, by the server and by {@code mill keys}: whoever changes it holds a lock,
 * and a server looks at each request whether there is another file. Safe for use by several threads.
 */
public final class Keys {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    private static final int FORMAT = 1;
    private static final int SECRET_BYTES = 32;
    private static final int ID_BYTES = 6;
    private static final Pattern SECRET = Pattern.compile("mk_([0-9a-f]{12})_[A-Za-z0-9_-]{43}");
    private static final String NO_HASH = "0".repeat(64);
    /** A process may lock a file only once, so its threads agree on this first. */
    private static final ReentrantLock WRITING = new ReentrantLock();

    private final Path directory;
    private final Path file;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private volatile Read read;

    /** A new key with its secret, which is not stored and cannot be shown again. */
    public record Created(ApiKey key, String secret) {
        /** Does not show the secret. */
        @Override
        public String toString() {
            return "Created[" + key.id() + "]";
        }
    }

    /** What was read from the file, and how the file looked then. */
    private record Read(List<ApiKey> keys, @Nullable Stamp stamp) {}

    private record Stamp(String identity, long modified, long size) {}

    private Keys(Path directory, InstantSource clock) {
        this.directory = directory;
        this.file = directory.resolve("keys.json");
        this.clock = clock;
        this.read = read();
    }

    /** The keys of the server of a journal. A file that is damaged is refused with {@link Code#KEYS_DAMAGED}. */
    public static Keys of(Path journal) {
        return in(directory(journal), InstantSource.system());
    }

    static Keys in(Path directory, InstantSource clock) {
        return new Keys(directory, clock);
    }

    /** The directory next to a journal in which its server keeps what does not belong into the journal. */
    public static Path directory(Path journal) {
        Path real = journal.toAbsolutePath().normalize();
        return real.resolveSibling(real.getFileName() + "-server");
    }

    /** All keys, also those that open nothing any more, in the order in which they were made. */
    public List<ApiKey> all() {
        return current();
    }

    /** Whether there is a key that opens something now. */
    public boolean hasUsable() {
        return current().stream().anyMatch(key -> key.isUsable(clock.instant()));
    }

    /** The key of a secret, also if it opens nothing any more; empty if there is none. */
    public Optional<ApiKey> find(String secret) {
        Matcher parts = SECRET.matcher(secret);
        String id = parts.matches() ? parts.group(1) : "";
        String hash = NO_HASH;
        ApiKey found = null;
        for (ApiKey key : current()) {
            if (key.id().equals(id)) {
                found = key;
                hash = key.hash();
            }
        }
        boolean same = MessageDigest.isEqual(
                hash.getBytes(StandardCharsets.US_ASCII), sha256(secret).getBytes(StandardCharsets.US_ASCII));
        return same ? Optional.ofNullable(found) : Optional.empty();
    }

    /** Makes a key. It is durable when this returns. */
    public Created add(ApiKey.Wanted wanted) {
        wanted.check(clock.instant());
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        byte[] number = new byte[ID_BYTES];
        random.nextBytes(number);
        String id = HexFormat.of().formatHex(number);
        String secret = "mk_" + id + "_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        ApiKey key = new ApiKey(
                id,
                sha256(secret),
                wanted.name(),
                wanted.tenant(),
                wanted.roles(),
                wanted.forOthers(),
                wanted.scope(),
                clock.instant(),
                wanted.expires(),
                null);
        change(keys -> {
            List<ApiKey> more = new ArrayList<>(keys);
            more.add(key);
            return more;
        });
        return new Created(key, secret);
    }

    /**
     * Revokes the key with an id, or all keys with a name. It is durable when this returns, and the next request with such a key is
     * refused.
     *
     * @param tenant the only tenant whose keys are meant, or null for all
     */
    public List<ApiKey> revoke(@Nullable String tenant, String nameOrId) {
        List<ApiKey> revoked = new ArrayList<>();
        change(keys -> {
            List<ApiKey> after = new ArrayList<>();
            for (ApiKey key : keys) {
                boolean meant = (tenant == null || key.tenant().equals(tenant)) && (key.id().equals(nameOrId) || key.name().equals(nameOrId));
                ApiKey now = meant ? key.revokedAt(clock.instant()) : key;
                after.add(now);
                if (meant) {
                    revoked.add(now);
                }
            }
            if (revoked.isEmpty()) {
                throw new RefusedException(Code.UNKNOWN_KEY.with(nameOrId));
            }
            return after;
        });
        return revoked;
    }

    private List<ApiKey> current() {
        try {
            Stamp now = stamp();
            Read before = read;
            if (Objects.equals(now, before.stamp())) {
                return before.keys();
            }
            try {
                read = read();
            } catch (RefusedException e) {
                LOG.log(Level.SEVERE, "The keys that were read before stay in force: {0}", e.getMessage());
                read = new Read(before.keys(), now);
            }
            return read.keys();
        } catch (IOException e) {
            throw new RefusedException(Code.KEYS_DAMAGED.with(file, "it cannot be looked at (" + e.getMessage() + ")"), e);
        }
    }

    private @Nullable Stamp stamp() throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(String.valueOf(attributes.fileKey()), attributes.lastModifiedTime().toMillis(), attributes.size());
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private Read read() {
        try {
            // The stamp is older than the content, so a change in between is seen next time.
            Stamp stamp = stamp();
            return stamp == null ? new Read(List.of(), null) : new Read(parse(Files.readAllBytes(file)), stamp);
        } catch (NoSuchFileException e) {
            return new Read(List.of(), null);
        } catch (IOException e) {
            throw new RefusedException(Code.KEYS_DAMAGED.with(file, "it cannot be read (" + e.getMessage() + ")"), e);
        }
    }

    private List<ApiKey> parse(byte[] bytes) {
        try {
            Data data = Data.parse(new String(bytes, StandardCharsets.UTF_8));
            if (!(data.at("format") instanceof Data.Num format) || !format.equals(Data.Num.of(FORMAT))) {
                throw new IllegalArgumentException("its format is not " + FORMAT);
            }
            if (!(data.at("keys") instanceof Data.Items keys) || !data.at("sum").text().equals(sha256(keys.json()))) {
                throw new IllegalArgumentException("its keys do not fit its check sum");
            }
            return keys.asList().stream().map(ApiKey::read).toList();
        } catch (DataException e) {
            throw new RefusedException(Code.KEYS_DAMAGED.with(file, "it is not what a server writes"), e);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(Code.KEYS_DAMAGED.with(file, String.valueOf(e.getMessage())), e);
        }
    }

    private void change(UnaryOperator<List<ApiKey>> change) {
        WRITING.lock();
        try {
            Files.createDirectories(directory);
            try (FileChannel lock = FileChannel.open(directory.resolve("keys.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = lock.lock()) {
                List<ApiKey> after = change.apply(read().keys());
                if (held.isValid()) {
                    write(after);
                }
                read = read();
            }
        } catch (IOException e) {
            throw new RefusedException(Code.KEYS_DAMAGED.with(file, "it cannot be written (" + e.getMessage() + ")"), e);
        } finally {
            WRITING.unlock();
        }
    }

    private void write(List<ApiKey> keys) throws IOException {
        Data list = Data.of(keys.stream().map(ApiKey::stored).toList());
        Data data = Data.fields("format", FORMAT, "sum", sha256(list.json()), "keys", list);
        Path next = directory.resolve("keys.json.next");
        Files.deleteIfExists(next);
        if (Files.getFileStore(directory).supportsFileAttributeView("posix")) {
            Files.createFile(next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        try (FileChannel out = FileChannel.open(next, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap((data.json() + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel entry = FileChannel.open(directory, StandardOpenOption.READ)) {
            entry.force(true);
        } catch (IOException e) {
            // Some systems cannot flush a directory; the file itself is durable.
            LOG.log(Level.FINE, "The directory of the keys cannot be flushed", e);
        }
    }

    static String sha256(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
