package io.millrace.net;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.sim.Wanderer;
import org.junit.jupiter.api.Test;

/** The state of a net's case at any past moment is the one that it had then. */
class TravelTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 25);

    @Test
    void a_net_is_seen_at_every_moment_as_it_was_then() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Wanderer wanderer = new Wanderer(
                    seed, random -> Data.fields(Steering.LOT, random.nextInt(1_000_000)), GeneratedCase.process(seed, 6));
            wanderer.input(Data.fields(Steering.LOT, seed)).wander(2, 60);
            wanderer.compare();
            wanderer.compareForks(20);
            wanderer.compareBefore(CaseId.root(1));
        }
    }

    @Test
    void the_index_says_of_every_moment_of_a_net_how_it_was_then() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Wanderer wanderer = indexed(seed);
            wanderer.wander(2, 60);
            wanderer.compareIndex();
        }
    }

    @Test
    void the_index_of_a_net_of_which_is_told_late_is_the_one_that_is_built_anew() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Wanderer wanderer = indexed(seed).late();
            wanderer.wander(2, 60);
            wanderer.compareIndex();
        }
    }

    private static Wanderer indexed(long seed) {
        return Wanderer.indexed(seed, random -> Data.fields(Steering.LOT, random.nextInt(1_000_000)), GeneratedCase.process(seed, 6))
                .input(Data.fields(Steering.LOT, seed));
    }
}
