package io.millrace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every public member outside the kernel has a comment. */
class DocumentedTest {
    private static final Path SOURCES = Path.of("src/main/java/io/millrace");
    private static final List<String> ROOMS = List.of(
            "", "activity", "algebra", "algebra/run", "calculus", "command", "data", "draw", "event", "exchange", "fact", "id", "journal",
            "language", "logic", "logic/arithmetic", "logic/codec", "logic/library", "logic/machine", "logic/read", "logic/term", "net",
            "net/choice", "net/draw", "net/file", "net/run", "net/text", "problem", "prolog", "query", "runtime", "schedule", "simulate",
            "verify", "verify/file", "work");

    /** The sentence of a code is its comment; the others write and read stored forms, which applications do not. */
    private static final Set<String> ASIDE = Set.of("Code.java", "In.java", "Out.java", "WorkCodec.java");

    @Test
    void every_public_member_has_a_comment(@TempDir Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<Path> files = new ArrayList<>();
        for (String room : ROOMS) {
            try (Stream<Path> listed = Files.list(SOURCES.resolve(room))) {
                listed.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
            }
        }
        try (var manager = compiler.getStandardFileManager(found, Locale.ROOT, null)) {
            List<String> options = List.of(
                    "-proc:none", "-implicit:none", "-Xmaxwarns", "10000", "-Xdoclint:missing/public", "-d", classes.toString(),
                    "-cp", System.getProperty("java.class.path"));
            compiler.getTask(null, manager, found, options, null, manager.getJavaFileObjectsFromPaths(files)).call();
        }
        List<String> missing = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
            JavaFileObject file = each.getSource();
            if (file != null && each.getMessage(Locale.ROOT).contains("no comment")) {
                Path path = Path.of(file.toUri());
                String line = Files.readAllLines(path).get((int) each.getLineNumber() - 1).strip();
                // The compact constructor of a record only checks what the record's comment names.
                if (!ASIDE.contains(String.valueOf(path.getFileName())) && !line.matches("public \\w+ \\{")) {
                    missing.add(path.getFileName() + ": " + line);
                }
            }
        }
        assertThat(found.getDiagnostics()).as("the comments were looked at").isNotEmpty();
        assertThat(missing).isEmpty();
    }
}
