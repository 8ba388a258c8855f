package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.sim.Wanderer;
import org.junit.jupiter.api.Test;

/** The state of a program's case at any past moment is the one that it had then. */
class TravelTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 40);

    @Test
    void a_program_is_seen_at_every_moment_as_it_was_then() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            String program = new Generator(seed).program();
            WorkflowProlog prolog = new WorkflowProlog();
            Wanderer wanderer = new Wanderer(
                    seed,
                    random -> random.nextInt(3) == 0 ? Data.of(7) : Data.of(random.nextBoolean() ? "ok" : "no"),
                    prolog.compile("p", program),
                    prolog.compile("p", program + "more(1).\n"));
            wanderer.wander(3, 40);
            wanderer.compare();
        }
    }
}
