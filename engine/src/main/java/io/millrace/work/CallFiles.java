package io.millrace.work;

import io.millrace.data.Data;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of one call of a program, which has them as files of its own: content travels, not names. They lie in a new
 * directory, to be read only, and go when the call has ended.
 *
 * <p>A file has its name there, unless the name is not a plain one or belongs to another content; then it has its hash.
 */
final class CallFiles implements AutoCloseable {
    /** What most file systems take. */
    private static final int NAME_BYTES = 255;

    private final Map<String, Path> byHash = new HashMap<>();
    private @Nullable Path directory;

    private CallFiles() {}

    /** Writes out all files that the input of the work mentions. */
    static CallFiles of(Work work) throws IOException {
        CallFiles files = new CallFiles();
        try {
            for (Data reference : mentioned(work.input())) {
                files.write(work, reference);
            }
            return files;
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    /** Where they are, or null if there are none. */
    @Nullable
    Path directory() {
        return directory;
    }

    /** The file that the data as a whole stands for, or null if it is none. */
    @Nullable
    Path of(Data data) {
        return isReference(data) ? byHash.get(data.at("file").text()) : null;
    }

    private void write(Work work, Data reference) throws IOException {
        String hash = reference.at("file").text();
        if (byHash.containsKey(hash)) {
            return;
        }
        Path into = directory == null ? Files.createTempDirectory("millrace-files-") : directory;
        directory = into;
        Path file = place(into, reference.at("name").text(), hash);
        byHash.put(hash, file);
        try (OutputStream content = Files.newOutputStream(file)) {
            work.read(reference, content);
        }
        if (!file.toFile().setReadOnly()) {
            throw new IOException("cannot protect the file '" + file.getFileName() + "' from being written to");
        }
    }

    private static Path place(Path directory, String name, String hash) {
        try {
            Path file = directory.resolve(name);
            boolean plain = directory.equals(file.getParent())
                    && file.equals(file.normalize())
                    && !file.equals(directory)
                    && name.getBytes(StandardCharsets.UTF_8).length <= NAME_BYTES;
            return plain && !Files.exists(file) ? file : directory.resolve(hash);
        } catch (InvalidPathException e) {
            return directory.resolve(hash);
        }
    }

    /** Removes the directory with all that the program may have left there; links in it are not followed. */
    @Override
    public void close() throws IOException {
        if (directory != null) {
            List<Path> all;
            try (Stream<Path> found = Files.walk(directory)) {
                all = found.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path path : all) {
                Files.deleteIfExists(path);
            }
        }
    }

    private static List<Data> mentioned(Data input) {
        List<Data> references = new ArrayList<>();
        collect(input, references);
        return references;
    }

    private static void collect(Data data, List<Data> references) {
        switch (data) {
            case Data.Fields fields -> {
                if (isReference(data)) {
                    references.add(data);
                } else {
                    fields.asMap().values().forEach(field -> collect(field, references));
                }
            }
            case Data.Items items -> items.asList().forEach(item -> collect(item, references));
            case Data.Text text -> {}
            case Data.Truth truth -> {}
            case Data.Num number -> {}
            case Data.Nothing nothing -> {}
        }
    }

    private static boolean isReference(Data data) {
        return data.at("file") instanceof Data.Text hash
                && hash.value().matches("[0-9a-f]{64}")
                && data.at("name") instanceof Data.Text
                && data.has("bytes");
    }
}
