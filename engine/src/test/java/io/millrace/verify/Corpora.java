package io.millrace.verify;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.net.Specification;
import io.millrace.net.file.NetFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Nets with listed verdicts: test data beside the repository, which may be absent. */
final class Corpora {
    private static final Path FOLDER = Path.of("..", "..", "shared", "corpora");

    private Corpora() {}

    /** A folder of the corpora; without it the test is skipped. */
    static Path folder(String name) {
        Path folder = FOLDER.resolve(name);
        assumeTrue(Files.isDirectory(folder), () -> "skipped: there is no " + folder + " beside the repository");
        return folder;
    }

    static Specification specification(Path file) {
        return NetFile.read(String.valueOf(file.getFileName()), text(file)).orRefuse();
    }

    static String text(Path file) {
        try {
            return NetFile.text(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rows of a table with tabs, by the names of its columns. */
    static List<Map<String, String>> table(Path file) {
        List<String> lines = text(file).lines().toList();
        String[] names = lines.getFirst().split("\t", -1);
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] values = line.split("\t", -1);
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < names.length; i++) {
                row.put(names[i], values[i]);
            }
            rows.add(row);
        }
        return rows;
    }
}
