package io.millrace.net.file;

import io.millrace.shared.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Specifications in the wild: test data beside the project. */
final class Corpus {
    private Corpus() {}

    static Path folder(String name) {
        return SharedData.besideTheProject().folder("corpora/" + name);
    }

    /** All YAWL files of a folder. */
    static List<Path> files(String folder) {
        return SharedData.besideTheProject().files("corpora/" + folder, ".*\\.(yawl|xml)");
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
