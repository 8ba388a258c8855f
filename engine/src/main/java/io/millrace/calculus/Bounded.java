package io.millrace.calculus;

import io.millrace.data.Data;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Values as the index keeps them. A large one is there by its size and its hash only, {@code large(Bytes, Hash)}: what holds of a case is
 * written with every turn, and a document must not be written with it again and again. The value itself is in the journal.
 */
final class Bounded {
    /** About how many bytes a value may have. */
    private static final int MOST = 512;

    private static final int HASH_BYTES = 8;
    private static final int NUMBER_BYTES = 8;

    private Bounded() {}

    /** The value itself if it is small enough. */
    static Data of(Data value) {
        return isLarge(value) ? large(value) : value;
    }

    static boolean isLarge(Data value) {
        return left(value, MOST) < 0;
    }

    private static Data large(Data value) {
        byte[] bytes = value.toBytes();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return Data.fields("large/2", List.of(bytes.length, HexFormat.of().formatHex(hash, 0, HASH_BYTES)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** How much room is left after a value, below 0 if it needs more; it looks at no more of the value than there is room for. */
    private static int left(Data value, int room) {
        return switch (value) {
            case Data.Text text -> room - text.value().length();
            case Data.Items items -> {
                int left = room;
                for (Data each : items.asList()) {
                    left = left < 0 ? left : left(each, left - 1);
                }
                yield left;
            }
            case Data.Fields fields -> {
                int left = room;
                for (Map.Entry<String, Data> each : fields.asMap().entrySet()) {
                    left = left < 0 ? left : left(each.getValue(), left - each.getKey().length());
                }
                yield left;
            }
            case Data.Num number -> room - NUMBER_BYTES;
            case Data.Truth truth -> room - 1;
            case Data.Nothing nothing -> room - 1;
        };
    }
}
