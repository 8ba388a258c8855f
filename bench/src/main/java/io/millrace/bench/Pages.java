package io.millrace.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The web pages in a real browser: how large the first one is, how soon a list of many cases and a case of many events are there, and how smoothly the time
 * bar moves. The measurement is a program for Node in the sources of Millrace, because that is where the browser's driver is.
 */
final class Pages {
    private static final String PROGRAM = "bench/pages.mjs";

    private final PrintStream out;

    Pages(PrintStream out) {
        this.out = out;
    }

    void run(int cases) throws IOException, InterruptedException {
        Path root = root();
        if (root == null || !Files.isDirectory(root.resolve("server/ui/node_modules"))) {
            out.println("pages: measured only in a checkout of Millrace whose pages are built, with Node and Chromium");
            return;
        }
        ProcessBuilder builder = new ProcessBuilder(List.of("node", root.resolve(PROGRAM).toString(), Integer.toString(cases)));
        builder.environment().put("MILL_CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("MILL_JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Process process = builder.redirectErrorStream(true).start();
        try (var lines = process.inputReader()) {
            lines.lines().forEach(out::println);
        }
        int status = process.waitFor();
        if (status != 0) {
            out.println("pages: the measurement ended with status " + status);
        }
    }

    /** The checkout that this program was built from, or null. */
    private static @Nullable Path root() {
        try {
            Path place = Path.of(Pages.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            for (Path each = place; each != null; each = each.getParent()) {
                if (Files.isRegularFile(each.resolve(PROGRAM))) {
                    return each;
                }
            }
            return null;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
