package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Cancellation;
import io.millrace.net.Checks;
import io.millrace.net.Condition;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetGraph;
import io.millrace.net.NetTask;
import io.millrace.net.OrJoin;
import io.millrace.net.Specification;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is remembered of the parts of a net changes no answer, whatever is changed in the net, and however it is renamed. */
class KnownPartsTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 3_000);
    private static final int LIMIT = 2_000;

    @Test
    void a_net_with_one_changed_task_gets_the_same_answer_with_and_without_what_is_known() {
        KnownParts known = new KnownParts(500);
        int[] counts = new int[2];
        for (long seed = 1; seed <= SEEDS; seed++) {
            Net net = BlockNets.of(seed);
            Random random = new Random(seed);
            OrJoin reading = OrJoin.values()[(int) (seed % 2)];
            prove(net, reading, known);
            for (int edit = 0; edit < 3; edit++) {
                Specification changed = Specification.of("changed", net.name(), List.of(edited(net, random))).orJoin(reading);
                if (Checks.faults(changed).isEmpty()) {
                    Shrinking.check(seed, changed, each -> {
                        long with = prove(each.nets().getFirst(), each.orJoin(), known);
                        long without = prove(each.nets().getFirst(), each.orJoin(), new KnownParts(0));
                        assertThat(with).isEqualTo(without);
                        counts[with >= 0 ? 0 : 1]++;
                    });
                }
            }
        }
        System.out.println("changed nets that are proved " + counts[0] + ", that are not " + counts[1] + ", parts known " + known.size());
        assertThat(counts[0]).isGreaterThan(SEEDS / 4);
        assertThat(counts[1]).isGreaterThan(SEEDS / 4);
    }

    @Test
    void other_names_get_the_same_answer_from_what_is_known_and_nothing_is_looked_at_again() {
        int renamed = 0;
        for (long seed = 1; seed <= SEEDS / 3; seed++) {
            KnownParts known = new KnownParts(500);
            Net net = BlockNets.of(seed);
            OrJoin reading = OrJoin.values()[(int) (seed % 2)];
            if (Checks.faults(Specification.of("n", net.name(), List.of(net))).isEmpty()) {
                long first = prove(net, reading, known);
                int parts = known.size();
                assertThat(prove(renamed(net), reading, known)).as("seed %s", seed).isEqualTo(first);
                assertThat(known.size()).as("parts known after seed %s", seed).isEqualTo(parts);
                renamed++;
            }
        }
        assertThat(renamed).isGreaterThan(SEEDS / 6);
    }

    @Test
    void the_explanation_uses_the_names_of_the_net_in_question() {
        Net net = BlockNets.of(1);
        Net wrong = new Net("n", "n", List.of(Condition.input("i"), Condition.output("o")),
                List.of(NetTask.named("s").split(Junction.XOR), NetTask.named("a"), NetTask.named("b"), NetTask.named("j").join(Junction.AND)),
                List.of(Flow.of("i", "s"), Flow.of("s", "a"), Flow.of("s", "b"), Flow.of("a", "j"), Flow.of("b", "j"), Flow.of("j", "o")),
                List.of(), false, null);
        assertThat(Verifier.standard().verify(Specification.of("p", net.name(), List.of(net))).verdict()).isNotEqualTo(Verdict.INVALID);
        Trouble before = Verifier.standard().verify(Specification.of("p", "n", List.of(wrong))).problems().getFirst();
        Trouble after = Verifier.standard().verify(Specification.of("p", "n", List.of(renamed(wrong)))).problems().getFirst();
        assertThat(before.message()).contains("'j'").doesNotContain("'xj'");
        assertThat(after.message()).contains("'xj'").doesNotContain("'j'");
    }

    private static long prove(Net net, OrJoin reading, KnownParts known) {
        return Parts.prove(new NetGraph(net), reading, LIMIT, known);
    }

    /** One task with another join, split or cancellation set. */
    private static Net edited(Net net, Random random) {
        List<NetTask> tasks = new ArrayList<>(net.tasks());
        int at = random.nextInt(tasks.size());
        NetTask task = tasks.get(at);
        tasks.set(at, switch (random.nextInt(3)) {
            case 0 -> task.join(Junction.values()[random.nextInt(3)]);
            case 1 -> task.split(Junction.values()[random.nextInt(3)]);
            default -> task.cancels(random.nextBoolean() ? new Cancellation(List.of(), List.of()) : new Cancellation(List.of(tasks.get(random.nextInt(tasks.size())).name()), List.of()));
        });
        return new Net(net.name(), net.title(), net.conditions(), tasks, net.flows(), List.of(), false, null);
    }

    private static Net renamed(Net net) {
        List<NetTask> tasks = net.tasks().stream()
                .map(task -> NetTask.named("x" + task.name()).join(task.join()).split(task.split()).cancels(new Cancellation(
                        task.cancels().nodes().stream().map(KnownPartsTest::renamed).toList(), List.of())))
                .toList();
        List<Condition> conditions = net.conditions().stream()
                .map(condition -> switch (condition.kind()) {
                    case INPUT -> Condition.input("x" + condition.name());
                    case OUTPUT -> Condition.output("x" + condition.name());
                    case INNER -> Condition.inner("x" + condition.name());
                })
                .toList();
        List<Flow> flows = net.flows().stream().map(flow -> Flow.of("x" + flow.from(), "x" + flow.to())).toList();
        return new Net(net.name(), net.title(), conditions, tasks, flows, List.of(), false, null);
    }

    private static String renamed(String node) {
        return node.startsWith("c(") ? "c(x" + node.substring(2).replace(",", ",x") : "x" + node;
    }
}
