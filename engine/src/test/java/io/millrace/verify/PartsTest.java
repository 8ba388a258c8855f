package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Checks;
import io.millrace.net.Net;
import io.millrace.net.NetGraph;
import io.millrace.net.OrJoin;
import io.millrace.net.Specification;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A net that is proved part by part is sound by plain exploration of all its states. */
class PartsTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 3_000);
    private static final int LIMIT = 3_000;

    private int proved;
    private int soundNets;
    private int large;

    @Test
    void what_is_proved_part_by_part_is_sound_as_it_is() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Specification specification = specification(BlockNets.of(seed), OrJoin.values()[(int) (seed % 2)]);
            if (Checks.faults(specification).isEmpty()) {
                Shrinking.check(seed, specification, this::check);
            }
        }
        System.out.println("sound " + soundNets + ", proved part by part " + proved + ", beyond the limit " + large);
        assertThat(proved).isGreaterThan(SEEDS / 10);
        assertThat(proved).isGreaterThan(soundNets / 2);
    }

    @Test
    void the_same_holds_for_nets_without_blocks() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Shrinking.check(seed, Generated.flat(seed, 7), this::check);
        }
        System.out.println("without blocks: sound " + soundNets + ", proved part by part " + proved + ", beyond the limit " + large);
        assertThat(proved).isPositive();
    }

    private static Specification specification(Net net, OrJoin reading) {
        return Specification.of("generated", net.name(), List.of(net)).orJoin(reading);
    }

    private void check(Specification specification) {
        boolean byParts = Parts.prove(new NetGraph(specification.nets().getFirst()), specification.orJoin(), LIMIT) >= 0;
        Exploration plain = Exploration.of(Generated.model(specification), LIMIT);
        if (plain.end() == StateSpace.End.LIMIT) {
            large++;
            return;
        }
        boolean sound = plain.properties().verdict() == Verdict.SOUND;
        soundNets += sound ? 1 : 0;
        proved += byParts ? 1 : 0;
        if (byParts) {
            assertThat(sound).as("proved part by part, and by exploration %s", plain.properties()).isTrue();
        }
    }
}
