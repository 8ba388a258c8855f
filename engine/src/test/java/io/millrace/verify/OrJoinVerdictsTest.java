package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.OrJoin;
import io.millrace.net.Specification;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every specification with a listed verdict: the same verdict under both readings, the same properties, the same dead tasks. */
class OrJoinVerdictsTest {
    /**
     * Specifications in which an OR-join of the top net waits for a composite task whose net ends in an OR-join. The listed
     * verdicts take the lookahead of Definition 17 into that net, where it may not fire the OR-join, so the outer one fires early; here a running composite task counts as
     * able to complete, the outer OR-join waits for it, and the whole is sound, as Theorem 1 says of parts that are.
     */
    private static final List<String> REPAIRED = List.of("g124.yawl", "g212.yawl", "g364.yawl");

    @Test
    void every_verdict_is_as_listed() {
        Path folder = Corpora.folder("nets/orjoin/verdicts");
        for (Map<String, String> row : Corpora.table(folder.resolve("verdicts.tsv"))) {
            String file = row.get("file");
            Specification specification = Corpora.specification(folder.resolve(file));
            Verification paper = Verifier.standard().reading(OrJoin.PAPER).verify(specification);
            Verification optimistic = Verifier.standard().reading(OrJoin.OPTIMISTIC).verify(specification);
            if (REPAIRED.contains(file)) {
                assertThat(row).as(file).containsEntry("verdict", "unsound");
                assertThat(paper.nets()).as(file).allMatch(net -> net.verdict() == Verdict.SOUND);
                assertThat(paper.verdict()).as(file).isEqualTo(Verdict.SOUND);
            } else {
                assertThat(told(paper)).as(file).isEqualTo(listed(row));
            }
            assertThat(optimistic.verdict()).as(file).hasToString(row.get("optimistic_verdict"));
            if (!"-".equals(row.get("nets_alone"))) {
                assertThat(String.join(";", paper.nets().stream().map(net -> net.net() + "=" + net.verdict()).toList()))
                        .as(file)
                        .isEqualTo(row.get("nets_alone"));
            }
        }
    }

    private static List<String> told(Verification verification) {
        TreeSet<String> dead = new TreeSet<>();
        for (Trouble trouble : verification.problems()) {
            if (trouble.kind() == Trouble.Kind.DEAD_TASK) {
                dead.addAll(trouble.nodes());
            }
        }
        Properties properties = verification.properties();
        return List.of(
                verification.verdict().toString(),
                properties.optionToComplete().toString(),
                properties.noDeadTasks().toString(),
                properties.properCompletion().toString(),
                dead.isEmpty() ? "-" : String.join(",", dead));
    }

    private static List<String> listed(Map<String, String> row) {
        String dead = String.join(",", new TreeSet<>(List.of(row.getOrDefault("dead_tasks", "").split(","))));
        return List.of(
                row.getOrDefault("verdict", ""),
                row.getOrDefault("option_to_complete", ""),
                row.getOrDefault("no_dead_tasks", ""),
                row.getOrDefault("proper_completion", ""),
                dead);
    }
}
