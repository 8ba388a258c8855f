package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the tests of the web pages: those of their logic by Vitest, and those in a real browser on a real server, which is this module's command line in a
 * process of its own. They are in {@code server/ui/tests} and run one file after the other; each test of a file is a test here.
 */
class BrowserTest {
    private static final Path PAGES = Path.of("..", "server", "ui").toAbsolutePath().normalize();
    private static final Path CHROMIUM = Path.of(System.getenv().getOrDefault("MILL_CHROMIUM", "/usr/bin/chromium"));
    private static final Pattern RESULT = Pattern.compile("^(not ok|ok) \\d+ - (.*?)( # SKIP.*)?$");
    private static final int PATIENCE_MINUTES = 6;

    @TestFactory
    Stream<DynamicContainer> each_page_does_what_it_says_in_a_browser() throws IOException {
        assumeBuilt();
        if (!Files.isExecutable(CHROMIUM)) {
            assertThat(System.getenv("CI")).as("Chromium, which .ci/run installs, is not at " + CHROMIUM).isNull();
            assumeTrue(false, "There is no browser at " + CHROMIUM + ": install Debian's chromium, or set MILL_CHROMIUM");
        }
        try (Stream<Path> files = Files.list(PAGES.resolve("tests"))) {
            List<Path> tests = files.filter(file -> file.toString().endsWith(".test.mjs")).sorted().toList();
            assertThat(tests).isNotEmpty();
            return tests.stream().map(file -> DynamicContainer.dynamicContainer(file.getFileName().toString(), file.toUri(), results(file)));
        }
    }

    @TestFactory
    Stream<DynamicTest> the_logic_of_the_pages_is_right() {
        assumeBuilt();
        return Stream.of(DynamicTest.dynamicTest("vitest", () -> {
            Ran ran = run(List.of("node", "node_modules/vitest/vitest.mjs", "run", "src"));
            assertThat(ran.status()).as(ran.output()).isZero();
        }));
    }

    private static void assumeBuilt() {
        if (!Files.isDirectory(PAGES.resolve("node_modules"))) {
            assertThat(System.getenv("CI")).as("the pages were not built").isNull();
            assumeTrue(false, "The pages were left out of this build");
        }
    }

    /** Runs a file when its first result is asked for. */
    private static Stream<DynamicTest> results(Path file) {
        Ran ran = run(List.of("node", "--test", "--test-reporter=tap", "--test-concurrency=1", file.toString()));
        List<DynamicTest> tests = new ArrayList<>();
        List<String> lines = ran.output().lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher result = RESULT.matcher(lines.get(i));
            if (result.matches()) {
                boolean good = result.group(1).equals("ok");
                String detail = String.join("\n", lines.subList(i, Math.min(lines.size(), i + 60)));
                tests.add(DynamicTest.dynamicTest(result.group(2), () -> assertThat(good).as(detail).isTrue()));
            }
        }
        tests.add(DynamicTest.dynamicTest("the whole of " + file.getFileName(), () -> {
            assertThat(ran.status()).as(ran.output()).isZero();
            assertThat(tests).as("tests in " + file).hasSizeGreaterThan(1);
        }));
        return tests.stream();
    }

    private record Ran(int status, String output) {}

    private static Ran run(List<String> command) {
        try {
            Path output = Files.createTempFile("millrace-pages", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command).directory(PAGES.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().put("MILL_CLASSPATH", System.getProperty("java.class.path"));
            builder.environment().put("MILL_JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
            Process process = builder.start();
            boolean ended = process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            String text = Files.readString(output, StandardCharsets.UTF_8);
            Files.delete(output);
            return new Ran(ended ? process.exitValue() : -1, ended ? text : text + "\nIt did not end within " + PATIENCE_MINUTES + " minutes.");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
