package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code mill}, on a path that holds no more than each test gives it. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ScriptTest {
    private static final List<String> TOOLS =
            List.of("bash", "dirname", "readlink", "find", "head", "tail", "grep", "mkdir", "cat", "rm", "mv", "sleep");

    @TempDir
    private Path temporary;

    private Path path = Path.of("");

    @BeforeEach
    void makePath() throws IOException {
        path = Files.createDirectory(temporary.resolve("bin"));
        for (String tool : TOOLS) {
            Path found = Files.exists(Path.of("/bin", tool)) ? Path.of("/bin", tool) : Path.of("/usr/bin", tool);
            executable(path.resolve(tool), "#!/bin/sh\nexec " + found + " \"$@\"\n");
        }
    }

    @Test
    void it_runs_from_any_directory_and_through_a_link_and_passes_the_exit_status_on() throws IOException {
        Path link = Files.createSymbolicLink(temporary.resolve("linked"), Repository.root().resolve("mill"));
        Shell.Result version = Shell.run(temporary, built(), link.toString(), "version");
        assertThat(version.out()).startsWith("Millrace ").contains(", Java ");
        assertThat(version.status()).isZero();
        Shell.Result wrong = Shell.run(temporary, built(), link.toString(), "nonsense");
        assertThat(wrong.status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(wrong.err()).isEqualToNormalizingNewlines("There is no command 'nonsense'. See 'mill help'. (MR-2009)\n");
        Files.delete(link);
    }

    @Test
    void an_older_default_java_is_passed_over_for_a_newer_one_beside_it() throws IOException {
        Path old = jdk("jdk-17", "17.0.9");
        Files.createSymbolicLink(path.resolve("java"), old.resolve("bin/java"));
        Map<String, String> environment = built();
        environment.put("JAVA_HOME", old.toString());
        environment.put("MILL_JDK_SEARCH", temporary + "/jdk-*:" + javaHome());
        assertThat(Shell.run(temporary, environment, mill(), "version").status()).isZero();
    }

    @Test
    void without_a_jdk_it_says_in_one_sentence_what_to_install() throws IOException {
        jdk("jdk-17", "17.0.9");
        jdk("jdk-8", "1.8.0_392");
        Map<String, String> environment = bare();
        environment.put("MILL_JDK_SEARCH", temporary + "/jdk-*");
        Shell.Result result = Shell.run(temporary, environment, mill(), "version");
        assertThat(result.err())
                .startsWith("Millrace needs a JDK 21 or later and found none: install one, ")
                .hasLineCount(1);
        assertThat(result.status()).isEqualTo(Mill.CANNOT_ASK);
    }

    @Test
    void without_maven_it_says_in_one_sentence_what_to_install() throws IOException {
        Shell.Result result = Shell.run(temporary, withJdk(), unbuilt().toString(), "version");
        assertThat(result.err()).startsWith("Millrace is built with Maven and 'mvn' is not on the path").hasLineCount(1);
        assertThat(result.status()).isEqualTo(Mill.CANNOT_ASK);
    }

    @Test
    void a_build_that_fails_shows_the_end_of_what_maven_said() throws IOException {
        maven("echo '[ERROR] Something.java:[3,7] cannot find symbol'; exit 1");
        Shell.Result result = Shell.run(temporary, withJdk(), unbuilt().toString(), "version");
        assertThat(result.err())
                .contains("Building Millrace")
                .contains("could not be built")
                .contains("Something.java:[3,7] cannot find symbol");
        assertThat(result.status()).isEqualTo(Mill.CANNOT_ASK);
    }

    @Test
    void two_at_once_build_once() throws IOException {
        maven("echo built >>'" + temporary.resolve("calls") + "'");
        Path script = unbuilt();
        var first = Shell.start(temporary, withJdk(), List.of(script.toString(), "version"));
        var second = Shell.start(temporary, withJdk(), List.of(script.toString(), "version"));
        first.join();
        second.join();
        assertThat(temporary.resolve("calls")).hasContent("built");
    }

    /** A copy of the script in a tree where nothing has been built. */
    private Path unbuilt() throws IOException {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        Files.createDirectory(tree.resolve("cli"));
        return Files.copy(
                Repository.root().resolve("mill"),
                tree.resolve("mill"),
                StandardCopyOption.COPY_ATTRIBUTES);
    }

    private void maven(String script) throws IOException {
        executable(path.resolve("mvn"), "#!/bin/sh\n" + script + "\n");
    }

    /** A directory that looks like a JDK of some version. */
    private Path jdk(String name, String version) throws IOException {
        Path home = Files.createDirectories(temporary.resolve(name));
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + version + "\"\n");
        executable(home.resolve("bin/java"), "#!/bin/sh\nexit 99\n");
        executable(home.resolve("bin/javac"), "#!/bin/sh\nexit 99\n");
        return home;
    }

    private static void executable(Path file, String content) throws IOException {
        Files.writeString(file, content);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static String mill() {
        return Repository.root().resolve("mill").toString();
    }

    private static String javaHome() {
        return System.getProperty("java.home");
    }

    private Map<String, String> bare() {
        return new HashMap<>(Map.of("PATH", path.toString(), "HOME", temporary.toString(), "MILL_JDK_SEARCH", ""));
    }

    private Map<String, String> withJdk() {
        Map<String, String> environment = bare();
        environment.put("JAVA_HOME", javaHome());
        return environment;
    }

    private Map<String, String> built() {
        Map<String, String> environment = withJdk();
        environment.put("MILL_CLASSPATH", System.getProperty("java.class.path"));
        return environment;
    }
}
