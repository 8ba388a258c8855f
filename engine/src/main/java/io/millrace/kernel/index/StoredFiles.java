package io.millrace.kernel.index;

import io.millrace.data.Data;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.kernel.Commits;
import io.millrace.kernel.record.Keys;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.runtime.PayloadCodec;
import io.millrace.work.CaseFiles;
import io.millrace.work.Contents;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/**
 * Contents of files that cases refer to. A content is stored once, by what it is, in pieces; each case that refers to
 * it has a row of its own, and the content goes with the last of them.
 *
 * <pre>
 *  FILES   1, hash, piece             the content
 *          2, tenant, case, hash      who refers to it, with name and size
 *          3, hash, tenant, case      the same, seen from the content
 *          4, hash                    a content whose last reference has just gone, or whose first has not come yet
 * </pre>
 *
 * Whether a content is still referred to is decided under a lock of the content, and the lock is held until the decision
 * is durable. So a content is never removed while another case takes it up. Rows of kind 4 are what a crash in between
 * leaves; {@link #recover} looks at them and at nothing else.
 */
public final class StoredFiles implements CaseFiles {
    /** What a case knows of a file. */
    public record About(String name, long size) {}

    private static final Form<Function<In, About>> FORM =
            Form.first("a file of a case", in -> new About(in.text(), in.varint()));

    /** How rows become durable. */
    public interface Commits {
        void commit(Batch batch);

        /** Commits the rows by which a case refers to a content, if the case is open. */
        default void refer(String tenant, CaseId caseId, Batch batch) {
            commit(batch);
        }
    }

    private static final int PIECE = 256 << 10;
    public static final int CONTENT = 1;
    public static final int BY_CASE = 2;
    public static final int BY_CONTENT = 3;
    private static final int UNCERTAIN = 4;
    private static final int LOCKS = 64;

    private final Store store;
    private final PayloadCodec codec;
    private final long mostBytes;
    private final Commits commits;
    private final Object[] locks = new Object[LOCKS];

    public StoredFiles(Store store, PayloadCodec codec, long mostBytes, Commits commits) {
        this.store = store;
        this.codec = codec;
        this.mostBytes = mostBytes;
        this.commits = commits;
        Arrays.setAll(locks, i -> new Object());
    }

    private Object lock(byte[] hash) {
        return locks[Math.floorMod(hash[0], LOCKS)];
    }

    @Override
    public long mostBytes() {
        return mostBytes;
    }

    @Override
    public Data attach(String tenant, CaseId caseId, String name, InputStream content) throws IOException {
        Argument.named(tenant, "tenant");
        Argument.given(caseId, "caseId");
        Argument.named(name, "name");
        Argument.given(content, "content");
        MessageDigest digest = sha256();
        List<byte[]> pieces = new ArrayList<>();
        long size = 0;
        for (byte[] piece = content.readNBytes(PIECE); piece.length > 0; piece = content.readNBytes(PIECE)) {
            size += piece.length;
            if (size > mostBytes) {
                throw new RefusedException(Code.TOO_LARGE.with("file '" + name + "'", "more than " + mostBytes, mostBytes));
            }
            digest.update(piece);
            pieces.add(piece);
        }
        byte[] hash = digest.digest();
        Out about = FORM.begin(new Out()).text(name).varint(size);
        Batch reference = new Batch()
                .put(Table.FILES, caseKey(tenant, caseId).raw(hash).toBytes(), codec.encode(about.toBytes()))
                .put(Table.FILES, referrerKey(hash, tenant, caseId), new byte[0])
                .delete(Table.FILES, uncertainKey(hash));
        synchronized (lock(hash)) {
            try {
                if (!isThere(hash)) {
                    write(hash, pieces);
                }
                commits.refer(tenant, caseId, reference);
            } catch (StoreException e) {
                settle(hash);
                throw new RefusedException(e.problem());
            }
        }
        return Data.fields("file", HexFormat.of().formatHex(hash), "name", name, "bytes", size);
    }

    /** The first piece comes last: where it is, the others are. */
    private void write(byte[] hash, List<byte[]> pieces) {
        commits.commit(new Batch().put(Table.FILES, uncertainKey(hash), new byte[0]));
        for (int i = pieces.size() - 1; i >= 0; i--) {
            byte[] key = contentKey(hash).int32(i).toBytes();
            commits.commit(new Batch().put(Table.FILES, key, codec.encode(pieces.get(i))));
        }
    }

    private boolean isThere(byte[] hash) {
        return store.get(Table.FILES, contentKey(hash).int32(0).toBytes()) != null;
    }

    @Override
    public void read(Data reference, OutputStream to) throws IOException {
        byte[] hash = hashOf(reference);
        Argument.given(to, "to");
        byte[] prefix = contentKey(hash).toBytes();
        List<byte[]> keys = new ArrayList<>();
        store.scan(Table.FILES, prefix, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) -> keys.add(key));
        if (keys.isEmpty() && reference.at("bytes").asLong() > 0) {
            throw new RefusedException(Code.NO_SUCH_FILE.with(reference.at("name").text()));
        }
        for (byte[] key : keys) {
            byte[] piece = store.get(Table.FILES, key);
            if (piece == null) {
                throw new RefusedException(Code.NO_SUCH_FILE.with(reference.at("name").text()));
            }
            to.write(codec.decode(piece));
        }
    }

    @Override
    public void read(String tenant, CaseId caseId, Data reference, OutputStream to) throws IOException {
        Argument.named(tenant, "tenant");
        Argument.given(caseId, "caseId");
        byte[] hash = hashOf(reference);
        Argument.given(to, "to");
        if (store.get(Table.FILES, caseKey(tenant, caseId).raw(hash).toBytes()) == null) {
            throw new RefusedException(Code.NO_SUCH_FILE.with(reference.at("name").text()));
        }
        read(reference, to);
    }

    /** The content that a reference names. */
    private static byte[] hashOf(Data reference) {
        if (Argument.given(reference, "reference").at("file") instanceof Data.Text text && text.value().matches("[0-9a-f]{64}")) {
            return HexFormat.of().parseHex(text.value());
        }
        throw Argument.wrong("reference", reference, "Give what attaching a file has given.");
    }

    public static About readAbout(In in) {
        return FORM.reader(in).apply(in);
    }

    @Override
    public List<Data> of(String tenant, CaseId caseId) {
        Argument.named(tenant, "tenant");
        Argument.given(caseId, "caseId");
        byte[] prefix = caseKey(tenant, caseId).toBytes();
        List<Data> files = new ArrayList<>();
        store.scan(Table.FILES, prefix, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) -> {
            In in = new In(codec.decode(value));
            String hash = HexFormat.of().formatHex(key, prefix.length, key.length);
            About about = readAbout(in);
            return files.add(Data.fields("file", hash, "name", about.name(), "bytes", about.size()));
        });
        return files;
    }

    /**
     * Adds the removal of everything that a case refers to. When that is durable, {@link #settle} removes the contents
     * to which nobody else refers.
     */
    public List<byte[]> release(String tenant, CaseId caseId, Batch batch) {
        List<byte[]> hashes = new ArrayList<>();
        for (Data file : of(tenant, caseId)) {
            byte[] hash = HexFormat.of().parseHex(file.at("file").text());
            release(tenant, caseId, hash, batch);
            hashes.add(hash);
        }
        return hashes;
    }

    @Override
    public void release(String tenant, CaseId caseId, Data reference) {
        Argument.named(tenant, "tenant");
        Argument.given(caseId, "caseId");
        byte[] hash = hashOf(reference);
        Batch batch = new Batch();
        release(tenant, caseId, hash, batch);
        commits.commit(batch);
        settle(hash);
    }

    private static void release(String tenant, CaseId caseId, byte[] hash, Batch batch) {
        batch.delete(Table.FILES, caseKey(tenant, caseId).raw(hash).toBytes());
        batch.delete(Table.FILES, referrerKey(hash, tenant, caseId));
        batch.put(Table.FILES, uncertainKey(hash), new byte[0]);
    }

    /** Removes a content if nobody refers to it; returns whether it did. */
    boolean settle(byte[] hash) {
        synchronized (lock(hash)) {
            boolean unwanted = !isReferredTo(hash);
            Batch batch = new Batch().delete(Table.FILES, uncertainKey(hash));
            if (unwanted) {
                removeContent(hash, batch);
            }
            commits.commit(batch);
            return unwanted;
        }
    }

    /** Contents of which a crash may have left it open whether anybody refers to them. */
    public List<byte[]> uncertain() {
        List<byte[]> hashes = new ArrayList<>();
        byte[] from = {UNCERTAIN};
        store.scan(Table.FILES, from, Keys.after(from), Store.Direction.FORWARDS, (key, value) ->
                hashes.add(Arrays.copyOfRange(key, 1, key.length)));
        return hashes;
    }

    /** Settles what a crash left open; returns how many contents were removed. */
    public int recover(List<byte[]> hashes) {
        int removed = 0;
        for (byte[] hash : hashes) {
            removed += settle(hash) ? 1 : 0;
        }
        return removed;
    }

    private boolean isReferredTo(byte[] hash) {
        byte[] prefix = new Out().u8(BY_CONTENT).raw(hash).toBytes();
        boolean[] found = {false};
        store.scan(Table.FILES, prefix, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) -> {
            found[0] = true;
            return false;
        });
        return found[0];
    }

    private static void removeContent(byte[] hash, Batch batch) {
        byte[] prefix = contentKey(hash).toBytes();
        byte[] end = Keys.after(prefix);
        if (end != null) {
            batch.deleteRange(Table.FILES, prefix, end);
        }
    }

    @Override
    public int sweep() {
        List<byte[]> hashes = new ArrayList<>();
        byte[] from = {CONTENT};
        store.scan(Table.FILES, from, new byte[] {BY_CASE}, Store.Direction.FORWARDS, (key, value) -> {
            byte[] hash = Arrays.copyOfRange(key, 1, 1 + 32);
            boolean first = hashes.isEmpty() || !Arrays.equals(hashes.getLast(), hash);
            return !first || hashes.add(hash);
        });
        hashes.removeIf(this::isReferredTo);
        return recover(hashes);
    }

    private static byte[] uncertainKey(byte[] hash) {
        return new Out().u8(UNCERTAIN).raw(hash).toBytes();
    }

    private static Out contentKey(byte[] hash) {
        return new Out().u8(CONTENT).raw(hash);
    }

    public static Out caseKey(String tenant, CaseId caseId) {
        return new Out().u8(BY_CASE).keyText(tenant).int64(caseId.root());
    }

    private static byte[] referrerKey(byte[] hash, String tenant, CaseId caseId) {
        return new Out().u8(BY_CONTENT).raw(hash).keyText(tenant).int64(caseId.root()).toBytes();
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
