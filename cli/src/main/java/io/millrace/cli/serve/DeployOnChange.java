package io.millrace.cli.serve;

import io.millrace.Millrace;
import io.millrace.cli.Screen;
import io.millrace.cli.Screen.Style;
import io.millrace.language.Compiled;
import io.millrace.language.Finding;
import io.millrace.language.Language;
import io.millrace.language.Proof;
import io.millrace.net.file.NetFile;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Deploys the processes in some files and directories, and again whenever one changes. What is wrong with a file stands on the screen with its
 * place; the version that was deployed before stays, and nothing that a file holds ends the watching.
 */
public final class DeployOnChange implements AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);
    private static final int DEEPEST = 8;
    private static final long LARGEST = 4L * 1024 * 1024;

    private final Millrace mill;
    private final Screen screen;
    private final List<Path> places;
    private final Map<Path, Stamp> known = new LinkedHashMap<>();
    private final Thread thread;

    /** By which a change shows. */
    private record Stamp(long modified, long size) {}

    /** Looks once before it returns, so that what is right is deployed then. */
    public DeployOnChange(Millrace mill, Screen screen, List<Path> places) {
        this.mill = mill;
        this.screen = screen;
        this.places = List.copyOf(places);
        look(true);
        this.thread = Thread.ofVirtual().name("millrace-dev").start(this::watch);
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(LOOK_EVERY);
                look(false);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(boolean first) {
        Map<Path, Stamp> now = new TreeMap<>();
        for (Path place : places) {
            collect(place, now, first);
        }
        for (Map.Entry<Path, Stamp> file : now.entrySet()) {
            if (!file.getValue().equals(known.get(file.getKey()))) {
                known.put(file.getKey(), file.getValue());
                consider(file.getKey());
            }
        }
        for (Path gone : known.keySet().stream().filter(file -> !now.containsKey(file)).toList()) {
            known.remove(gone);
            say(gone + ": the file is gone; what was deployed from it stays");
        }
        screen.flush();
    }

    private void collect(Path place, Map<Path, Stamp> into, boolean first) {
        try (Stream<Path> files = Files.walk(place, DEEPEST, FileVisitOption.FOLLOW_LINKS)) {
            files.filter(Files::isRegularFile).filter(DeployOnChange::mayBeProcess).forEach(file -> {
                Stamp stamp = stamp(file);
                if (stamp != null) {
                    into.put(file, stamp);
                }
            });
        } catch (IOException | java.io.UncheckedIOException e) {
            if (first) {
                say(place + ": cannot be read (" + e.getMessage() + "); it is watched all the same");
            }
        }
    }

    private static boolean mayBeProcess(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.matches("[^.].*\\.(pl|deps|yawl|ywl|xml)");
    }

    private static @Nullable Stamp stamp(Path file) {
        try {
            return new Stamp(Files.getLastModifiedTime(file).toMillis(), Files.size(file));
        } catch (IOException e) {
            return null;
        }
    }

    private void consider(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                return;
            }
            deploy(file, NetFile.text(Files.readAllBytes(file)));
        } catch (RefusedException e) {
            wrong(file, e.problem().message());
        } catch (IOException e) {
            wrong(file, "cannot be read: " + e.getMessage());
        } catch (RuntimeException | StackOverflowError e) {
            wrong(file, e.toString());
        }
    }

    private void deploy(Path file, String source) {
        String name = String.valueOf(file.getFileName());
        for (Language language : ServiceLoader.load(Language.class)) {
            if (language.reads(name, source)) {
                Compiled<?> process = language.compile(language.processIn(name, source), file.toString(), source);
                Proof proof = process.proof();
                Stream.concat(process.findings().stream(), proof.findings().stream()).forEach(finding -> note(file, finding));
                int version = mill.deploy(process);
                say(file + ": " + screen.style(Style.GOOD, process.contract().name() + " " + version + " is deployed"));
                return;
            }
        }
    }

    private void note(Path file, Finding finding) {
        say(screen.style(Style.WARN, finding.in(file.toString())));
    }

    /** A message that names its file already is not told it again, but by the path under which the file is found here. */
    private void wrong(Path file, String message) {
        String name = file.getFileName() + ":";
        String named = message.contains(file.toString())
                ? message
                : message.startsWith(name) ? file + message.substring(name.length() - 1) : file + ": " + message;
        say(screen.style(Style.BAD, named));
    }

    private void say(String line) {
        screen.println(line);
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
