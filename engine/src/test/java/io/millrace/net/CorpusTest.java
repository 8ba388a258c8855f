package io.millrace.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Nets with verdicts by the literal Definitions 17 and 18, explored exhaustively with the engine's own steps: the same
 * verdict, properties and dead tasks in both readings, and (where instances have no identities that counters forget) the same number of states.
 */
class CorpusTest {
    @Test
    void nets_without_sub_nets_have_the_verdicts_and_states_of_the_literal_definitions() {
        List<Corpus.Row> rows = Corpus.rows().stream().filter(row -> !row.has("composites")).toList();
        assertThat(rows).hasSizeGreaterThan(50);
        for (Corpus.Row row : rows) {
            Net net = Corpus.nets(row.at("file")).getFirst();
            StateSpace space = new StateSpace(net, OrJoin.PAPER);
            String dead = space.deadTasks().isEmpty() ? "-" : String.join(",", space.deadTasks());
            assertThat(List.of(space.verdict(), yes(space.optionToComplete()), yes(space.deadTasks().isEmpty()), yes(space.properCompletion()), sorted(dead)))
                    .as(row.at("file"))
                    .isEqualTo(List.of(row.at("verdict"), row.at("option_to_complete"), row.at("no_dead_tasks"), row.at("proper_completion"), sorted(row.at("dead_tasks"))));
            if (!row.has("mi")) {
                assertThat(space.states()).as(row.at("file")).isEqualTo(Integer.parseInt(row.at("states")));
            }
            assertThat(new StateSpace(net, OrJoin.OPTIMISTIC).verdict()).as(row.at("file")).isEqualTo(row.at("optimistic_verdict"));
        }
    }

    @Test
    void each_net_of_a_specification_has_the_verdict_that_it_has_alone() {
        for (Corpus.Row row : Corpus.rows()) {
            if (row.has("composites")) {
                List<String> alone = new ArrayList<>();
                for (Net net : Corpus.nets(row.at("file"))) {
                    alone.add(net.name() + "=" + new StateSpace(net, OrJoin.PAPER).verdict());
                }
                assertThat(String.join(";", alone)).as(row.at("file")).isEqualTo(row.at("nets_alone"));
            }
        }
    }

    private static String yes(boolean value) {
        return value ? "yes" : "no";
    }

    private static String sorted(String names) {
        return String.join(",", Arrays.stream(names.split(",")).sorted().toList());
    }
}
