package io.millrace.prolog;

import static org.assertj.core.api.Assertions.assertThat;

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
            wanderer.input(Data.nothing()).wander(3, 40);
            wanderer.compare();
            wanderer.compareForks(20);
        }
    }

    @Test
    void a_long_program_is_rebuilt_from_snapshots_that_were_kept() {
        String program =
                """
                :- rpc(clerk, 0, R), go(R, 0).
                go(R, N) :- replycontent(R, _) : M is N + 1, rpc(clerk, M, R1), go(R1, M).
                """;
        int kept = 0;
        for (long seed = 1; seed <= 6; seed++) {
            WorkflowProlog prolog = new WorkflowProlog();
            Wanderer wanderer = new Wanderer(
                    seed, random -> Data.of(7), prolog.compile("p", program), prolog.compile("p", program + "more(1).\n"));
            wanderer.input(Data.nothing()).careful().wander(2, 400);
            wanderer.compare();
            wanderer.compareForks(20);
            kept += wanderer.keptSnapshots();
        }
        assertThat(kept).isGreaterThan(8);
    }

    @Test
    void the_index_says_of_every_moment_of_a_program_how_it_was_then() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Wanderer wanderer = indexed(seed);
            wanderer.wander(3, 40);
            wanderer.compareIndex();
        }
    }

    @Test
    void the_index_of_a_program_of_which_is_told_late_is_the_one_that_is_built_anew() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Wanderer wanderer = indexed(seed).late();
            wanderer.wander(3, 40);
            wanderer.compareIndex();
        }
    }

    private static Wanderer indexed(long seed) {
        String program = new Generator(seed).program();
        WorkflowProlog prolog = new WorkflowProlog();
        return Wanderer.indexed(
                        seed,
                        random -> random.nextInt(3) == 0 ? Data.of(7) : Data.of(random.nextBoolean() ? "ok" : "no"),
                        prolog.compile("p", program),
                        prolog.compile("p", program + "more(1).\n"))
                .input(Data.nothing());
    }
}
