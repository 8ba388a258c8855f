package io.millrace.verify;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about parts of nets, so that the states of a part that has not changed are not looked at again. A part is known by a
 * fingerprint of its structure, in which nodes go by their order and not by their names: equal parts of one net, of two versions of it, or of two nets
 * share an answer. Only answers are kept, and no explanations, so names that change cannot be told wrongly.
 *
 * <p>Holds a limited number of answers and forgets the one that was not used for longest. Safe for use by several threads.
 */
final class KnownParts {
    /** Those that all verifications in this process share: about five megabytes when it is full. */
    static final KnownParts SHARED = new KnownParts(20_000);

    private final Map<String, Known> answers;

    /**
     * What is known of a part.
     *
     * @param holds whether it is sound and no condition of it ever holds two tokens
     * @param unsound whether it was seen to get stuck, or to end with something left behind
     * @param states how many states were looked at to know it
     */
    record Known(boolean holds, boolean unsound, int states) {}

    /** Room for so many answers; with room for none, nothing is known. */
    KnownParts(int most) {
        this.answers = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
                return size() > most;
            }
        };
    }

    synchronized @Nullable Known of(String fingerprint) {
        return answers.get(fingerprint);
    }

    synchronized void put(String fingerprint, Known answer) {
        answers.put(fingerprint, answer);
    }

    synchronized int size() {
        return answers.size();
    }

    /** Makes the fingerprint of a structure that is told as a sequence of numbers. */
    static final class Fingerprint {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream numbers = new DataOutputStream(bytes);

        Fingerprint add(int number) {
            try {
                numbers.writeInt(number);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return this;
        }

        Fingerprint add(BitSet set) {
            add(set.cardinality());
            set.stream().forEach(this::add);
            return this;
        }

        /** Two structures with the same digest are the same: nobody has ever found two texts with one SHA-256. */
        String digest() {
            try {
                return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("Every Java platform has SHA-256", e);
            }
        }
    }
}
