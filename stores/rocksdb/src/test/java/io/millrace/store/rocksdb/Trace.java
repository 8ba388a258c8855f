package io.millrace.store.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@code recorder.c} wrote down: operations on files and marks, in their order. */
final class Trace {
    private static final int HEAD_BYTES = 17;

    private Trace() {}

    /** One operation. */
    sealed interface Operation {}

    record Open(int handle, boolean created, boolean emptied, Path path) implements Operation {}

    /** @param page whether this is all of a mapped page, which the system writes when it likes */
    record Write(int handle, long offset, byte[] bytes, boolean page) implements Operation {}

    record Truncate(int handle, long length) implements Operation {}

    record Sync(int handle) implements Operation {}

    record Rename(Path from, Path to) implements Operation {}

    record Remove(Path path) implements Operation {}

    record MakeDirectory(Path path) implements Operation {}

    record Mark(String text) implements Operation {}

    static List<Operation> read(Path file) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        List<Operation> operations = new ArrayList<>();
        while (in.remaining() >= HEAD_BYTES) {
            char kind = (char) in.get();
            int handle = in.getInt();
            long number = in.getLong();
            byte[] bytes = new byte[in.getInt()];
            in.get(bytes);
            operations.add(
                    switch (kind) {
                        case 'o' -> new Open(handle, (number & 1) != 0, (number & 2) != 0, path(bytes));
                        case 'w' -> new Write(handle, number, bytes, false);
                        case 'p' -> new Write(handle, 0, bytes, true);
                        case 't' -> new Truncate(handle, number);
                        case 's' -> new Sync(handle);
                        case 'r' -> {
                            String[] both = text(bytes).split("\n", 2);
                            yield new Rename(Path.of(both[0]).normalize(), Path.of(both[1]).normalize());
                        }
                        case 'u' -> new Remove(path(bytes));
                        case 'm' -> new MakeDirectory(path(bytes));
                        case 'k' -> new Mark(text(bytes));
                        default -> throw new IOException("operation '" + kind + "'");
                    });
        }
        return operations;
    }

    private static Path path(byte[] bytes) {
        return Path.of(text(bytes)).normalize();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
