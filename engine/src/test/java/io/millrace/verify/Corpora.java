package io.millrace.verify;

import io.millrace.net.Specification;
import io.millrace.net.file.NetFile;
import io.millrace.shared.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Nets with listed verdicts: test data beside the project. */
final class Corpora {
    private Corpora() {}

    static Path folder(String name) {
        return SharedData.besideTheProject().folder("corpora/" + name);
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
