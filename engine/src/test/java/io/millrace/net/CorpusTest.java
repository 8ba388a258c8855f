package io.millrace.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Nets with verdicts by the literal Definitions 17 and 18, explored exhaustively with the engine's own steps: the same
 * verdict, properties and dead tasks in both readings, and (where instances have no identities that counters forget) the same number of states.
 */
class CorpusTest {
    @BeforeEach
    void the_corpus_is_there() {
        assumeTrue(Corpus.isThere(), () -> "skipped: there is no " + Corpus.VERDICTS.toAbsolutePath().normalize());
    }

    @Test
    void nets_without_sub_nets_have_the_verdicts_and_states_of_the_literal_definitions() {
        List<Map<String, String>> rows = Corpus.rows().stream().filter(row -> is(row, "composites", "0")).toList();
        assertThat(rows).hasSizeGreaterThan(50);
        for (Map<String, String> row : rows) {
            Net net = Corpus.nets(row.get("file")).getFirst();
            StateSpace space = new StateSpace(net, OrJoin.PAPER);
            String dead = space.deadTasks().isEmpty() ? "-" : String.join(",", space.deadTasks());
            assertThat(List.of(space.verdict(), yes(space.optionToComplete()), yes(space.deadTasks().isEmpty()), yes(space.properCompletion()), sorted(dead)))
                    .as(row.get("file"))
                    .isEqualTo(List.of(row.get("verdict"), row.get("option_to_complete"), row.get("no_dead_tasks"), row.get("proper_completion"), sorted(row.get("dead_tasks"))));
            if (is(row, "mi", "0")) {
                assertThat(space.states()).as(row.get("file")).isEqualTo(Integer.parseInt(row.get("states")));
            }
            assertThat(new StateSpace(net, OrJoin.OPTIMISTIC).verdict()).as(row.get("file")).isEqualTo(row.get("optimistic_verdict"));
        }
    }

    @Test
    void each_net_of_a_specification_has_the_verdict_that_it_has_alone() {
        for (Map<String, String> row : Corpus.rows()) {
            if (!is(row, "composites", "0")) {
                List<String> alone = new ArrayList<>();
                for (Net net : Corpus.nets(row.get("file"))) {
                    alone.add(net.name() + "=" + new StateSpace(net, OrJoin.PAPER).verdict());
                }
                assertThat(String.join(";", alone)).as(row.get("file")).isEqualTo(row.get("nets_alone"));
            }
        }
    }

    private static boolean is(Map<String, String> row, String column, String value) {
        return value.equals(row.get(column));
    }

    private static String yes(boolean value) {
        return value ? "yes" : "no";
    }

    private static String sorted(String names) {
        return String.join(",", Arrays.stream(names.split(",")).sorted().toList());
    }
}
