package io.millrace.kernel.check;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.index.StoredFiles;
import io.millrace.kernel.record.Keys;
import io.millrace.runtime.PayloadCodec;
import io.millrace.work.WorkItem;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.BiConsumer;

/** Whether the contents to which cases refer are there, whole, and known from both sides. */
final class CheckedFiles {
    private static final int HASH = 32;

    private final Store store;
    private final PayloadCodec codec;
    private final BiConsumer<String, String> finding;
    /** References in open work, as the keys of the rows that must be there. */
    private final Map<String, String> mentioned = new HashMap<>();

    CheckedFiles(Store store, PayloadCodec codec, BiConsumer<String, String> finding) {
        this.store = store;
        this.codec = codec;
        this.finding = finding;
    }

    /** What open work mentions must be there when somebody does the work. */
    void expect(String tenant, WorkItem item) {
        mention(item.input(), tenant, item);
    }

    private void mention(Data data, String tenant, WorkItem item) {
        switch (data) {
            case Data.Fields fields -> {
                if (data.at("file") instanceof Data.Text hash
                        && hash.value().matches("[0-9a-f]{64}")
                        && data.has("name")
                        && data.has("bytes")) {
                    Out key = StoredFiles.caseKey(tenant, item.id().caseId()).raw(HexFormat.of().parseHex(hash.value()));
                    mentioned.put(HexFormat.of().formatHex(key.toBytes()), "work item " + item.id());
                } else {
                    fields.asMap().values().forEach(value -> mention(value, tenant, item));
                }
            }
            case Data.Items items -> items.asList().forEach(value -> mention(value, tenant, item));
            case Data simple -> {}
        }
    }

    void check() {
        Map<String, Long> sizes = new HashMap<>();
        scan(StoredFiles.BY_CASE, (key, value) -> {
            mentioned.remove(HexFormat.of().formatHex(key));
            String hash = HexFormat.of().formatHex(key, key.length - HASH, key.length);
            In in = new In(codec.decode(value));
            StoredFiles.About about = StoredFiles.readAbout(in);
            sizes.put(hash, about.size());
            byte[] case64 = Arrays.copyOfRange(key, 1, key.length - HASH);
            byte[] other = new Out().u8(StoredFiles.BY_CONTENT).raw(HexFormat.of().parseHex(hash)).raw(case64).toBytes();
            if (store.get(Table.FILES, other) == null) {
                finding.accept("file '" + about.name() + "'", "has a reference that its content does not know of");
            }
        });
        scan(StoredFiles.BY_CONTENT, (key, value) -> {
            String hash = HexFormat.of().formatHex(key, 1, 1 + HASH);
            byte[] case64 = Arrays.copyOfRange(key, 1 + HASH, key.length);
            byte[] other = new Out().u8(StoredFiles.BY_CASE).raw(case64).raw(HexFormat.of().parseHex(hash)).toBytes();
            if (store.get(Table.FILES, other) == null) {
                finding.accept("file content " + hash, "is kept for a case that does not refer to it");
            }
        });
        mentioned.forEach((key, item) -> finding.accept(item, "mentions a file that its case does not have"));
        checkContents(sizes);
    }

    private void checkContents(Map<String, Long> sizes) {
        sizes.forEach((hash, size) -> {
            MessageDigest digest = StoredFiles.sha256();
            long[] found = {0};
            byte[] prefix = new Out().u8(StoredFiles.CONTENT).raw(HexFormat.of().parseHex(hash)).toBytes();
            store.scan(Table.FILES, prefix, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) -> {
                byte[] piece = codec.decode(value);
                digest.update(piece);
                found[0] += piece.length;
                return true;
            });
            String place = "file content " + hash;
            if (found[0] != size) {
                finding.accept(place, "has " + found[0] + " bytes, and " + size + " are referred to");
            } else if (size > 0 && !HexFormat.of().formatHex(digest.digest()).equals(hash)) {
                finding.accept(place, "is not what its name says");
            }
        });
    }

    private interface Row {
        void read(byte[] key, byte[] value);
    }

    private void scan(int kind, Row row) {
        byte[] from = {(byte) kind};
        store.scan(Table.FILES, from, Keys.after(from), Store.Direction.FORWARDS, (key, value) -> {
            try {
                row.read(key, value);
            } catch (DataException e) {
                finding.accept("a row of FILES", "cannot be read: " + e.getMessage());
            }
            return true;
        });
    }
}
