package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Decomposition;
import io.millrace.net.Net;
import io.millrace.net.NetGenerator;
import io.millrace.net.NetTask;
import io.millrace.net.Multiplicity;
import io.millrace.net.OrJoin;
import io.millrace.net.Specification;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A composite task of many instances has, with one copy of its net, the properties that it has with a copy for each instance. */
class InstancesTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 1_500);
    private static final int LIMIT = 20_000;

    private int compared;
    private int stuck;

    @Test
    void one_copy_of_a_net_stands_for_all_instances() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Shrinking.check(seed, specification(seed), InstancesTest.this::compare);
        }
        System.out.println("compared " + compared + ", of which not sound " + stuck);
        assertThat(compared).isGreaterThan(SEEDS / 4);
        assertThat(stuck).isBetween(compared / 10, compared - 1);
    }

    /** A root net of which some tasks are carried out by another net, in several instances. */
    private static Specification specification(long seed) {
        Random random = new Random(seed);
        Net inner = renamed(new NetGenerator(seed, 3 + random.nextInt(2)).flat(), "inner");
        Net outer = renamed(new NetGenerator(seed + 1_000_000, 3 + random.nextInt(2)).flat(), "outer");
        List<NetTask> tasks = new ArrayList<>();
        boolean any = false;
        for (NetTask task : outer.tasks()) {
            boolean composite = !any || random.nextInt(4) == 0;
            int max = 2 + random.nextInt(2);
            int threshold = random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(max);
            Multiplicity many = Multiplicity.of(1 + random.nextInt(max), max, threshold, Multiplicity.Creation.values()[random.nextInt(2)]);
            tasks.add(composite && !any ? task.by(Decomposition.net("inner")).multiple(many) : task.multiple(null));
            any |= composite;
        }
        Net root = new Net("outer", "outer", outer.conditions(), tasks, outer.flows(), List.of(), false, null);
        return Specification.of("p", "outer", List.of(root, inner)).orJoin(OrJoin.values()[(int) (seed % 2)]);
    }

    private static Net renamed(Net net, String name) {
        return new Net(name, name, net.conditions(), net.tasks(), net.flows(), List.of(), false, null);
    }

    private void compare(Specification specification) {
        try {
            Exploration each = Exploration.of(Reduction.of(NetModel.whole(specification, specification.orJoin())), LIMIT);
            Exploration one = Exploration.of(Reduction.of(NetModel.whole(specification, specification.orJoin(), 1)), LIMIT);
            if (each.end() == StateSpace.End.COMPLETE) {
                compared++;
                stuck += each.properties().verdict() == Verdict.SOUND ? 0 : 1;
                assertThat(one.end()).isEqualTo(StateSpace.End.COMPLETE);
                assertThat(one.properties()).isEqualTo(each.properties());
            }
        } catch (NetModel.TooLargeException e) {
            throw new AssertionError(e);
        }
    }
}
