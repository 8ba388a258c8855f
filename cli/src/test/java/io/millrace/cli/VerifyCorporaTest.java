package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.shared.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nets with listed verdicts through the command line: test data beside the project. */
class VerifyCorporaTest {
    /** Listed by Definition 17 as printed, by which a running composite task may hold up nothing; see docs/verify.md. */
    private static final Set<String> REPAIRED = Set.of("g124.yawl", "g212.yawl", "g364.yawl");

    private static Path folder(String name) {
        return SharedData.besideTheProject().folder("corpora/" + name);
    }

    /** The answers for these files by their names, which must come in order and have every field. */
    private static Map<String, Data> answers(List<Path> files, String... options) {
        List<String> arguments = new ArrayList<>(List.of("verify", "--json"));
        arguments.addAll(List.of(options));
        files.forEach(file -> arguments.add(file.toString()));
        Printed printed = Printed.by(arguments.toArray(String[]::new));
        List<Data> lines = printed.out().lines().map(Data::parse).toList();
        assertThat(lines.stream().map(line -> line.at("file").text())).containsExactlyElementsOf(files.stream().map(Path::toString).toList());
        boolean all = lines.stream().allMatch(line -> line.at("verdict").text().equals("sound"));
        assertThat(printed.status()).isEqualTo(all ? Mill.FINE : Mill.NO);
        Map<String, Data> answers = new TreeMap<>();
        for (int i = 0; i < lines.size(); i++) {
            assertThat(lines.get(i).asMap())
                    .containsKeys("file", "verdict", "properties", "problems", "warnings", "nets", "states", "millis");
            check(lines.get(i));
            answers.put(String.valueOf(files.get(i).getFileName()), lines.get(i));
        }
        return answers;
    }

    /** What is not sound is told: by a problem with nodes and a sentence, its choices beside its trace. */
    private static void check(Data line) {
        assertThat(line.at("problems").asList().isEmpty()).as("%s", line).isEqualTo(!line.at("verdict").text().equals("unsound"));
        for (Data problem : line.at("problems").asList()) {
            assertThat(problem.asMap()).containsOnlyKeys("kind", "net", "nodes", "trace", "choices", "tokens", "message", "fix");
            assertThat(problem.at("kind").text()).isIn("deadlock", "livelock", "deadTask", "improperCompletion", "unbounded");
            assertThat(problem.at("choices").asList()).hasSameSizeAs(problem.at("trace").asList());
            assertThat(problem.at("message").text()).endsWith(".").doesNotContain("null");
        }
    }

    private static Map<String, String> verdicts(Map<String, Data> answers) {
        Map<String, String> verdicts = new TreeMap<>();
        answers.forEach((name, answer) -> verdicts.put(name, answer.at("verdict").text()));
        return verdicts;
    }

    @Test
    void the_hard_nets_have_their_verdicts() throws IOException {
        Path folder = folder("hard");
        Map<String, String> listed = new TreeMap<>();
        for (String line : Files.readAllLines(folder.resolve("README.md"))) {
            if (line.startsWith("| H")) {
                String[] cells = line.split("\\s*\\|\\s*", -1);
                listed.put(cells[1] + ".yawl", cells[2]);
            }
        }
        assertThat(verdicts(answers(listed.keySet().stream().map(folder::resolve).toList()))).isEqualTo(listed).hasSize(7);
    }

    @Test
    void nets_with_or_joins_have_their_verdicts_and_dead_tasks_under_both_readings() throws IOException {
        Path folder = folder("nets/orjoin/verdicts");
        List<String> lines = Files.readAllLines(folder.resolve("verdicts.tsv"));
        List<String> head = List.of(lines.getFirst().split("\t", -1));
        Map<String, String> paper = new TreeMap<>();
        Map<String, String> optimistic = new TreeMap<>();
        List<Path> files = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split("\t", -1);
            String file = cells[head.indexOf("file")];
            files.add(folder.resolve(file));
            paper.put(file, REPAIRED.contains(file) ? "sound" : cells[head.indexOf("verdict")]);
            optimistic.put(file, cells[head.indexOf("optimistic_verdict")]);
        }
        assertThat(verdicts(answers(files, "--orjoin", "paper"))).isEqualTo(paper);
        assertThat(verdicts(answers(files, "--orjoin", "optimistic"))).isEqualTo(optimistic);
    }

    @Test
    void the_industrial_models_have_their_verdicts(@TempDir Path unpacked) throws IOException {
        Path folder = folder("nets/ibm");
        Shell.Result tar = Shell.run(folder, System.getenv(), "tar", "-xf", "models.tar.xz", "-C", unpacked.toString());
        if (tar.status() != 0) {
            throw SharedData.besideTheProject().absent("'tar' and 'xz', which unpack the models (" + tar.err().strip() + ")");
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(unpacked)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        Map<String, String> listed = new TreeMap<>();
        for (String line : Files.readAllLines(folder.resolve("verdicts.tsv")).stream().skip(1).toList()) {
            String[] cells = line.split("\t", -1);
            listed.put(String.valueOf(Path.of(cells[0]).getFileName()), cells[2].equals("1") ? "sound" : "unsound");
        }
        assertThat(verdicts(answers(files))).isEqualTo(listed).hasSize(314);
    }
}
