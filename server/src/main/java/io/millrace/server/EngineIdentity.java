package io.millrace.server;

import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * What tells an engine from all others, wherever its journal lies: 32 hexadecimal digits that are made at random once and stand in the
 * journal, so that a copy that is put in place of a lost journal is the same engine to others.
 */
final class EngineIdentity {
    private static final byte[] ROW = "identity".getBytes(StandardCharsets.UTF_8);
    private static final int BYTES = 16;

    private EngineIdentity() {}

    /** The identity of the engine of a store that no engine uses yet. */
    static String of(Store store) {
        byte[] known = store.get(Table.META, ROW);
        if (known == null) {
            known = new byte[BYTES];
            new SecureRandom().nextBytes(known);
            store.commit(new Batch().put(Table.META, ROW, known));
        }
        return HexFormat.of().formatHex(known);
    }
}
