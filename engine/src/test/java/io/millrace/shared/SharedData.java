package io.millrace.shared;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder {@code shared} beside the project: nets, programs, runs and verdicts that tests compare with. It is the only way
 * from a test to that folder.
 *
 * <p>Where data is absent, the continuous build (environment {@code CI=true}) fails, and any other build skips the test and says
 * why. Data that is there but empty fails everywhere: a comparison with nothing would pass and prove nothing. The system
 * property {@code millrace.shared} names another folder.
 */
public final class SharedData {
    private static final SharedData BESIDE_THE_PROJECT = new SharedData(
            Path.of(System.getProperty("millrace.shared", String.valueOf(projectFolder().resolveSibling("shared")))),
            "true".equalsIgnoreCase(System.getenv("CI")));

    private final Path root;
    private final boolean mustBeThere;

    /** @param mustBeThere whether a test fails where its data is absent; otherwise it is skipped */
    SharedData(Path root, boolean mustBeThere) {
        this.root = root;
        this.mustBeThere = mustBeThere;
    }

    public static SharedData besideTheProject() {
        return BESIDE_THE_PROJECT;
    }

    /** The nearest folder whose POM lists modules, on the way up from the working directory, which is a module's. */
    static Path projectFolder() {
        Path here = Path.of("").toAbsolutePath();
        for (Path each = here; each != null; each = each.getParent()) {
            Path pom = each.resolve("pom.xml");
            try {
                if (Files.exists(pom) && Files.readString(pom).contains("<modules>")) {
                    return each;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return here;
    }

    /** A folder with at least one file in it. */
    public Path folder(String name) {
        Path folder = root.resolve(name);
        if (!Files.isDirectory(folder)) {
            throw absent("the folder '" + folder + "'");
        }
        try (Stream<Path> all = Files.walk(folder)) {
            if (all.noneMatch(Files::isRegularFile)) {
                throw new AssertionError("The folder '" + folder + "' holds no file, so this test would prove nothing. Restore its content.");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folder;
    }

    /** The files directly in a folder whose names match wholly, in the order of their names; at least one. */
    public List<Path> files(String folder, String name) {
        Pattern pattern = Pattern.compile(name);
        try (Stream<Path> all = Files.list(folder(folder))) {
            List<Path> files = all.filter(Files::isRegularFile)
                    .filter(file -> pattern.matcher(String.valueOf(file.getFileName())).matches())
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new AssertionError("The folder '" + root.resolve(folder) + "' holds no file named like '" + name
                        + "', so this test would prove nothing. Restore its content.");
            }
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file with content. */
    public Path file(String name) {
        Path file = root.resolve(name);
        if (!Files.isRegularFile(file)) {
            throw absent("the file '" + file + "'");
        }
        try {
            if (Files.size(file) == 0) {
                throw new AssertionError("The file '" + file + "' is empty, so this test would prove nothing. Restore its content.");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    /**
     * Ends a test that cannot reach its data: a failure in the continuous build, a skip elsewhere. It always throws; the result
     * is for callers, who write {@code throw data.absent(…)}.
     *
     * @param what what is missing, such as a program that unpacks an archive
     */
    public RuntimeException absent(String what) {
        if (mustBeThere) {
            throw new AssertionError("This test needs " + what + ", which is not there. The continuous build (CI=true) never skips it:"
                    + " provide the data, or name its folder with -Dmillrace.shared=….");
        }
        return abort("This test is skipped: it needs " + what + ", which is not there.");
    }
}
