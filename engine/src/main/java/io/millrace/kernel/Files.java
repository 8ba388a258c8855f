package io.millrace.kernel;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.runtime.PayloadCodec;
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
import java.util.function.Consumer;

/**
 * Contents of files that cases refer to. A content is stored once, by what it is, in pieces; each case that refers to
 * it has a row of its own, and the content goes with the last of them.
 *
 * <pre>
 *  FILES   1, hash, piece             the content
 *          2, tenant, case, hash      who refers to it, with name and size
 *          3, hash, tenant, case      the same, seen from the content
 * </pre>
 *
 * The reference is written after the content, so a crash between them leaves a content without references, which
 * {@link #sweep} removes.
 */
public final class Files implements Contents {
    private static final int PIECE = 256 << 10;
    private static final int CONTENT = 1;
    private static final int BY_CASE = 2;
    private static final int BY_CONTENT = 3;

    private final Store store;
    private final PayloadCodec codec;
    private final long mostBytes;
    private final Consumer<Batch> commit;

    Files(Store store, PayloadCodec codec, long mostBytes, Consumer<Batch> commit) {
        this.store = store;
        this.codec = codec;
        this.mostBytes = mostBytes;
        this.commit = commit;
    }

    @Override
    public long mostBytes() {
        return mostBytes;
    }

    @Override
    public synchronized Data attach(String tenant, CaseId caseId, String name, InputStream content) throws IOException {
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
        if (!isThere(hash)) {
            // The first piece comes last: where it is, the others are.
            for (int i = pieces.size() - 1; i >= 0; i--) {
                byte[] key = contentKey(hash).int32(i).toBytes();
                commit.accept(new Batch().put(Table.FILES, key, codec.encode(pieces.get(i))));
            }
        }
        Out about = new Out().text(name).varint(size);
        commit.accept(new Batch()
                .put(Table.FILES, caseKey(tenant, caseId).raw(hash).toBytes(), codec.encode(about.toBytes()))
                .put(Table.FILES, referrerKey(hash, tenant, caseId), new byte[0]));
        return Data.fields("file", HexFormat.of().formatHex(hash), "name", name, "bytes", size);
    }

    private boolean isThere(byte[] hash) {
        return store.get(Table.FILES, contentKey(hash).int32(0).toBytes()) != null;
    }

    /** Writes the content that a piece of data refers to. */
    public void read(Data reference, OutputStream to) throws IOException {
        byte[] hash = HexFormat.of().parseHex(reference.at("file").text());
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
        byte[] hash = HexFormat.of().parseHex(reference.at("file").text());
        if (store.get(Table.FILES, caseKey(tenant, caseId).raw(hash).toBytes()) == null) {
            throw new RefusedException(Code.NO_SUCH_FILE.with(reference.at("name").text()));
        }
        read(reference, to);
    }

    /** What a case refers to. */
    public List<Data> of(String tenant, CaseId caseId) {
        byte[] prefix = caseKey(tenant, caseId).toBytes();
        List<Data> files = new ArrayList<>();
        store.scan(Table.FILES, prefix, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) -> {
            In in = new In(codec.decode(value));
            String hash = HexFormat.of().formatHex(key, prefix.length, key.length);
            return files.add(Data.fields("file", hash, "name", in.text(), "bytes", in.varint()));
        });
        return files;
    }

    /** Adds what releases everything that a case refers to. */
    synchronized void release(String tenant, CaseId caseId, Batch batch) {
        for (Data file : of(tenant, caseId)) {
            release(tenant, caseId, HexFormat.of().parseHex(file.at("file").text()), batch);
        }
    }

    /**
     * Releases one content to which a case no longer refers. What a crash leaves of it goes with the case.
     */
    public synchronized void release(String tenant, CaseId caseId, Data reference) {
        Batch batch = new Batch();
        release(tenant, caseId, HexFormat.of().parseHex(reference.at("file").text()), batch);
        commit.accept(batch);
    }

    private void release(String tenant, CaseId caseId, byte[] hash, Batch batch) {
        batch.delete(Table.FILES, caseKey(tenant, caseId).raw(hash).toBytes());
        byte[] mine = referrerKey(hash, tenant, caseId);
        batch.delete(Table.FILES, mine);
        if (!isReferredTo(hash, mine)) {
            removeContent(hash, batch);
        }
    }

    private boolean isReferredTo(byte[] hash, byte[] otherThan) {
        byte[] prefix = new Out().u8(BY_CONTENT).raw(hash).toBytes();
        boolean[] found = {false};
        store.scan(Table.FILES, prefix, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) -> {
            found[0] = !Arrays.equals(key, otherThan);
            return !found[0];
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

    /** Removes contents to which nobody refers, left by a crash; returns how many. */
    public synchronized int sweep() {
        List<byte[]> orphans = new ArrayList<>();
        byte[] from = {CONTENT};
        store.scan(Table.FILES, from, new byte[] {BY_CASE}, Store.Direction.FORWARDS, (key, value) -> {
            byte[] hash = Arrays.copyOfRange(key, 1, 1 + 32);
            boolean first = orphans.isEmpty() || !Arrays.equals(orphans.getLast(), hash);
            return !first || orphans.add(hash);
        });
        orphans.removeIf(hash -> isReferredTo(hash, new byte[0]));
        Batch batch = new Batch();
        orphans.forEach(hash -> removeContent(hash, batch));
        if (!batch.isEmpty()) {
            commit.accept(batch);
        }
        return orphans.size();
    }

    private static Out contentKey(byte[] hash) {
        return new Out().u8(CONTENT).raw(hash);
    }

    private static Out caseKey(String tenant, CaseId caseId) {
        return new Out().u8(BY_CASE).keyText(tenant).int64(caseId.root());
    }

    private static byte[] referrerKey(byte[] hash, String tenant, CaseId caseId) {
        return new Out().u8(BY_CONTENT).raw(hash).keyText(tenant).int64(caseId.root()).toBytes();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
