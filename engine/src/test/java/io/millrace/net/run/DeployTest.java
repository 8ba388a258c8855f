package io.millrace.net.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.DeployOption;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetBuilder;
import io.millrace.net.Nets;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a proof before the first case does to whoever deploys a net. */
class DeployTest {
    private static NetProcess trip(Junction join) {
        Net net = Nets.net("trip")
                .input("i").to("register")
                .task("register").to("flight", "hotel")
                .task("flight").to("pay")
                .task("hotel").to("pay")
                .task("pay").join(join).to("o")
                .output("o").build();
        return NetProcess.of(Nets.specification("trip", net), null);
    }

    @Test
    void an_unsound_net_is_refused_with_the_explanation_and_a_fix() {
        try (Millrace mill = Millrace.builder().everything().store(new MemoryStore()).open()) {
            assertThatThrownBy(() -> mill.deploy(trip(Junction.XOR)))
                    .isInstanceOfSatisfying(RefusedException.class, refused -> {
                        assertThat(refused.problem().code()).isEqualTo(Code.NET_UNSOUND);
                        assertThat(refused.problem().message()).contains("'pay'", "Make the XOR-join of task 'pay' an AND-join.");
                    });
            assertThat(mill.processes()).isEmpty();
        }
    }

    @Test
    void one_that_is_allowed_is_deployed_and_the_history_keeps_what_spoke_against_it() {
        try (Millrace mill = Millrace.builder().everything().store(new MemoryStore()).open()) {
            assertThat(mill.deploy(trip(Junction.XOR), DeployOption.ALLOW_UNSOUND)).isEqualTo(1);
            assertThat(deployed(mill)).singleElement().satisfies(event -> assertThat(event.at("despite").text()).contains("is not sound", "'pay'"));
            assertThat(mill.deploy(trip(Junction.XOR))).as("the same version again needs no proof").isEqualTo(1);
        }
    }

    @Test
    void a_sound_net_is_deployed_without_a_word() {
        List<String> warnings = new ArrayList<>();
        try (Millrace mill = Millrace.builder().everything().store(new MemoryStore()).onWarning(warnings::add).open()) {
            mill.deploy(trip(Junction.AND));
            assertThat(deployed(mill)).singleElement().satisfies(event -> assertThat(event.at("despite").isNothing()).isTrue());
        }
        assertThat(warnings).isEmpty();
    }

    @Test
    void a_net_of_which_nothing_could_be_proved_is_deployed_with_a_warning() {
        NetBuilder split = Nets.net("wide").input("i").to("s").task("s").split(Junction.OR);
        String[] branches = new String[20];
        for (int i = 0; i < branches.length; i++) {
            branches[i] = "b" + i;
        }
        // Branches that meet in two OR-joins and then in an AND-join are no block of OR-joins, so that all sets of them would have to be tried.
        NetBuilder rest = split.to(branches);
        for (String branch : branches) {
            rest = rest.task(branch).split(Junction.AND).to("k0", "k1");
        }
        Net net = rest.task("k0").join(Junction.OR).to("j")
                .task("k1").join(Junction.OR).to("j")
                .task("j").join(Junction.AND).to("o").output("o").build();
        List<String> warnings = new ArrayList<>();
        try (Millrace mill = Millrace.builder().everything().store(new MemoryStore()).onWarning(warnings::add).open()) {
            mill.deploy(NetProcess.of(Nets.specification("wide", net), null));
        }
        assertThat(warnings).anyMatch(warning -> warning.contains("MR-3041") && warning.contains("20 branches"));
    }

    private static List<Data> deployed(Millrace mill) {
        return mill.history().all(null, 100, History.Order.OLDEST_FIRST).items().stream()
                .filter(event -> event.kind().equals("ProcessDeployed"))
                .map(HistoryEvent::detail)
                .toList();
    }
}
