package io.millrace.net.file;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Specifications in the wild: test data beside the repository, which may be absent. */
final class Corpus {
    private static final Path FOLDER = Path.of("..", "..", "shared", "corpora");

    private Corpus() {}

    /** A folder of the corpora; without it the test is skipped. */
    static Path folder(String name) {
        Path folder = FOLDER.resolve(name);
        assumeTrue(Files.isDirectory(folder), () -> "skipped: there is no " + folder + " beside the repository");
        return folder;
    }

    /** All YAWL files of a folder. */
    static List<Path> files(String folder) {
        try (Stream<Path> files = Files.list(folder(folder))) {
            return files.filter(file -> file.toString().matches(".*\\.(yawl|xml)")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Path> everything() {
        return Stream.of("yawl", "hard", "nets/orjoin/runs", "nets/orjoin/verdicts").flatMap(name -> files(name).stream()).toList();
    }

    static String text(Path file) {
        try {
            return NetFile.text(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Reading read(Path file) {
        return NetFile.yawl(String.valueOf(file.getFileName()), text(file));
    }
}
