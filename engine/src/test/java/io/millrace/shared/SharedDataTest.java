package io.millrace.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class SharedDataTest {
    /** A test's own way to the data: a path, or the property that names the folder. */
    private static final Pattern ANOTHER_WAY = Pattern.compile("\\.\\./shared|\"\\.\\.\",\\s*\"shared\"|\"shared/|[(]\"shared\"[),]|\"millrace\\.shared");

    /** A test's own way to be skipped. */
    private static final Pattern SKIP = Pattern.compile("Assumptions|@Disabled|@EnabledIf|@DisabledIf|TestAbortedException");

    /** The tests that may be skipped for a reason that is not shared data. */
    private static final Set<String> MAY_BE_SKIPPED = Set.of(
            // Plants faults only when it is asked to.
            "PlantedFaultsTest.java",
            // Needs Python and Node; the continuous build has both, and never skips it.
            "ExampleWorkersTest.java",
            "LifeOfAClaimTest.java",
            // Needs Node and a browser; as above.
            "BrowserTest.java",
            "SharedData.java",
            "SharedDataTest.java",
            // Mounts a small file system, which takes rights that a build does not always have.
            "SmallDisk.java",
            "FullDiskTest.java",
            // Compiles a recorder of file operations, which takes a C compiler.
            "PowerLossTest.java");

    @TempDir
    Path folder;

    private SharedData inTheContinuousBuild() {
        return new SharedData(folder, true);
    }

    private SharedData elsewhere() {
        return new SharedData(folder, false);
    }

    @Test
    void absent_data_fails_the_continuous_build_with_a_sentence_that_names_it() {
        assertThatThrownBy(() -> inTheContinuousBuild().folder("corpora"))
                .isInstanceOf(AssertionError.class)
                .hasMessage("This test needs the folder '" + folder.resolve("corpora") + "', which is not there."
                        + " The continuous build (CI=true) never skips it: provide the data, or name its folder with -Dmillrace.shared=….");
        assertThatThrownBy(() -> inTheContinuousBuild().file("runs.tsv")).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> inTheContinuousBuild().files("corpora", ".*")).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> inTheContinuousBuild().absent("the program xz")).isInstanceOf(AssertionError.class);
    }

    @Test
    void absent_data_skips_the_test_elsewhere_and_says_why() {
        assertThatThrownBy(() -> elsewhere().folder("corpora"))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("This test is skipped: it needs the folder '" + folder.resolve("corpora") + "', which is not there.");
        assertThatThrownBy(() -> elsewhere().file("runs.tsv")).isInstanceOf(TestAbortedException.class);
        assertThatThrownBy(() -> elsewhere().files("corpora", ".*")).isInstanceOf(TestAbortedException.class);
        assertThatThrownBy(() -> elsewhere().absent("the program xz")).isInstanceOf(TestAbortedException.class);
    }

    @Test
    void empty_data_fails_everywhere_since_a_comparison_with_nothing_proves_nothing() throws IOException {
        Files.createDirectories(folder.resolve("empty/inner"));
        Files.createFile(folder.resolve("empty.tsv"));
        Files.createDirectories(folder.resolve("other"));
        Files.writeString(folder.resolve("other/README.md"), "nothing here");
        for (SharedData data : List.of(inTheContinuousBuild(), elsewhere())) {
            assertThatThrownBy(() -> data.folder("empty")).isInstanceOf(AssertionError.class).hasMessageContaining("holds no file");
            assertThatThrownBy(() -> data.file("empty.tsv")).isInstanceOf(AssertionError.class).hasMessageContaining("is empty");
            assertThatThrownBy(() -> data.files("other", ".*\\.yawl")).isInstanceOf(AssertionError.class)
                    .hasMessageContaining("holds no file named like '.*\\.yawl'");
        }
    }

    @Test
    void data_that_is_there_is_found_in_order() throws IOException {
        Files.writeString(folder.resolve("b.tsv"), "2");
        Files.writeString(folder.resolve("a.tsv"), "1");
        assertThat(inTheContinuousBuild().folder("")).isEqualTo(folder.resolve(""));
        assertThat(inTheContinuousBuild().files("", ".*\\.tsv")).containsExactly(folder.resolve("a.tsv"), folder.resolve("b.tsv"));
        assertThat(inTheContinuousBuild().file("a.tsv")).hasContent("1");
    }

    @Test
    void no_test_of_any_module_reaches_the_data_or_skips_itself_in_another_way() throws IOException {
        List<String> others = new ArrayList<>();
        int read = 0;
        for (Path file : testSources()) {
            read++;
            String name = String.valueOf(file.getFileName());
            if (MAY_BE_SKIPPED.contains(name)) {
                continue;
            }
            String text = Files.readString(file);
            if (ANOTHER_WAY.matcher(text).find() || SKIP.matcher(text).find()) {
                others.add(name);
            }
        }
        assertThat(read).isGreaterThan(200);
        assertThat(others).isEmpty();
    }

    private static List<Path> testSources() throws IOException {
        try (Stream<Path> all = Files.walk(SharedData.projectFolder())) {
            return all.filter(file -> file.toString().replace('\\', '/').matches(".*/src/test/java/.*\\.java")).toList();
        }
    }
}
