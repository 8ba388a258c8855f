package io.millrace.testkit.junit;

import io.millrace.testkit.Played;
import io.millrace.testkit.Player;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Runs scenario files as tests.
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicTest> scenarios() {
 *     return Scenarios.in(Path.of("src/test/scenarios"));
 * }
 * }</pre>
 */
public final class Scenarios {
    private Scenarios() {}

    /** One test for every {@code .scenario} file in a folder and below, each on an engine of its own. */
    public static Stream<DynamicTest> in(Path folder) {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(file -> file.toString().endsWith(".scenario")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException("There is no .scenario file in '" + folder + "'");
        }
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(
                        folder.relativize(file).toString(), file.toUri(), () -> demand(Player.play(file))));
    }

    /** Fails with everything there is to say, unless all held. */
    static void demand(Played played) {
        if (!played.held()) {
            throw new AssertionError(played.message());
        }
    }

    /** A file by the name of a resource beside a class, or by its path. */
    static Path locate(Class<?> beside, String name) {
        URL resource = beside.getResource(name);
        try {
            URI uri = resource == null ? null : resource.toURI();
            return uri != null && "file".equals(uri.getScheme()) ? Path.of(uri) : Path.of(name);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("'" + name + "' is not the name of a file", e);
        }
    }
}
