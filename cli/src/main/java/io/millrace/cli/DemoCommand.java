package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.cli.demo.Demo;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "demo",
        sortOptions = false,
        description = "Handles claims with people and programs, kills the engine in the middle, and shows how it recovers.")
final class DemoCommand implements Callable<Integer> {
    @Option(names = "--claims", paramLabel = "N", description = "How many claims (default: 60).")
    private int claims = 60;

    @Option(names = "--keep", paramLabel = "DIR", description = "Keep the journal and the bank's ledger in DIR, which must be empty or absent.")
    private @Nullable Path keep;

    private final Screen screen;

    DemoCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (claims < 5) {
            throw new RefusedException(Code.BAD_USE.with("The demonstration needs at least 5 claims, not " + claims));
        }
        Path directory = keep == null ? Files.createTempDirectory("millrace-demo") : empty(keep);
        // Interrupted from the keyboard, it leaves nothing behind either.
        Thread tidy = new Thread(() -> removeQuietly(keep == null ? directory : null));
        Runtime.getRuntime().addShutdownHook(tidy);
        boolean good = new Demo(screen, directory, claims).run();
        screen.println();
        if (keep == null) {
            next("./mill demo --keep DIR", "The same, and the journal stays in DIR");
        } else {
            next("./mill cases --journal " + keep + "/journal", "The claims");
            next("./mill history 17 --journal " + keep + "/journal", "The one with the closed account");
        }
        next("examples/src/main/java/io/millrace/examples/Claims.java", "The process");
        next("README.md", "A process of your own");
        return good ? Mill.FINE : Mill.NO;
    }

    private static Path empty(Path directory) throws IOException {
        Files.createDirectories(directory);
        try (Stream<Path> files = Files.list(directory)) {
            if (files.findAny().isPresent()) {
                throw new RefusedException(Code.BAD_USE.with("'" + directory + "' is not empty; the demonstration begins with nothing"));
            }
        }
        return directory.toAbsolutePath();
    }

    private static void removeQuietly(@Nullable Path directory) {
        try {
            Demo.remove(directory);
        } catch (IOException e) {
            // What stays behind lies in the temporary directory.
        }
    }

    private void next(String command, String what) {
        screen.println("  " + what + ": " + screen.style(Style.NAME, command));
    }
}
