package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.End;
import io.millrace.net.Specification;
import io.millrace.net.file.NetFile;
import io.millrace.net.run.NetLanguage;
import io.millrace.net.run.NetProcess;
import io.millrace.problem.RefusedException;
import io.millrace.shared.SharedData;
import io.millrace.testkit.TestEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Specifications in the wild are played to their ends, with made-up data of the declared types. */
class YawlCorpusRunsTest {
    private static final String FOLDER = "corpora/yawl";

    /** The files that cannot be played to their ends, each with the beginning of what is said then. */
    private static final Map<String, String> NOT_PLAYED = Map.of(
            // Its author left a task in the net that nothing leads to.
            "WPC17InterleavedParallelRouting.yawl",
                    "WPC17InterleavedParallelRouting.yawl:78:9: In net 'Net' no path leads from the input condition to 'STILL_TODO'.",
            // Its two tasks only route, and the predicate that leads back is true().
            "WPC21StructuredLoop.yawl", "A case of process 'WP1Sequence' would never stop: tasks",
            // Each time it is done, 'A' gives itself another token; there is always something left to do.
            "TestOrJoin.xml", "still running after 300 steps");

    private static List<Path> files() {
        return SharedData.besideTheProject().files(FOLDER, ".*\\.(yawl|xml)");
    }

    private static String play(Path file, long seed, int restartEvery) throws IOException {
        String name = String.valueOf(file.getFileName());
        String source = NetFile.text(Files.readAllBytes(file));
        NetLanguage language = new NetLanguage();
        try (TestEngine engine = TestEngine.open()) {
            NetProcess process = (NetProcess) language.compile(language.processIn(name, source), name, source);
            return new Robot(engine, process, seed, restartEvery).play().orElse("");
        } catch (RefusedException e) {
            return e.problem().message();
        }
    }

    /** Crashes and recoveries on the way must make no difference. */
    @ParameterizedTest(name = "seed {0}, a crash after every {1} steps")
    @CsvSource({"1, 0", "2, 0", "3, 5"})
    void every_file_is_played_to_its_end(long seed, int restartEvery) throws IOException {
        Map<String, String> reasons = new TreeMap<>();
        for (Path file : files()) {
            String name = String.valueOf(file.getFileName());
            String reason = NOT_PLAYED.containsKey(name) ? "" : play(file, seed, restartEvery);
            if (!reason.isEmpty()) {
                reasons.put(name, reason);
            }
        }
        assertThat(reasons).isEmpty();
    }

    @Test
    void a_file_that_cannot_be_played_gets_the_right_reason() throws IOException {
        for (Path file : files()) {
            String reason = NOT_PLAYED.get(String.valueOf(file.getFileName()));
            if (reason != null) {
                assertThat(play(file, 1, 0)).startsWith(reason);
            }
        }
    }

    @Test
    void a_net_that_never_comes_to_rest_ends_at_its_first_token_if_it_is_asked_to() throws IOException {
        Path file = SharedData.besideTheProject().file(FOLDER + "/TestOrJoin.xml");
        Specification read = NetFile.yawl("TestOrJoin.xml", NetFile.text(Files.readAllBytes(file))).orRefuse();
        Specification first = new Specification(
                read.name(), read.nets(), read.root(), read.orJoin(), End.FIRST, read.attachment());
        try (TestEngine engine = TestEngine.open()) {
            assertThat(new Robot(engine, NetProcess.of(first, null), 1, 0).play()).isEmpty();
        }
    }
}
