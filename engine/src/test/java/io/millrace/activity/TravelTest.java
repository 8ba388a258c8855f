package io.millrace.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.sim.Wanderer;
import org.junit.jupiter.api.Test;

/** The state of an activity's case at any past moment is the one that it had then. */
public class TravelTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 25);

    @Test
    void an_activity_is_seen_at_every_moment_as_it_was_then() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Activity activity = new Generator(seed, 40).tree().activity();
            Wanderer wanderer = new Wanderer(
                    seed,
                    random -> random.nextInt(5) == 0 ? Data.fields() : Data.of(random.nextInt(100)),
                    ActivityProcess.named("p", activity),
                    ActivityProcess.named("p", Activities.sequence(activity, Activities.work("check"))));
            wanderer.wander(2, 60);
            wanderer.compare();
            wanderer.compareForks(20);
        }
    }

    @Test
    void a_long_activity_is_rebuilt_from_snapshots_that_were_kept() {
        int kept = 0;
        for (long seed = 1; seed <= 6; seed++) {
            Activity step = Activities.sequence(Activities.work("a").result("x"), Activities.work("b"));
            Wanderer wanderer = new Wanderer(
                    seed,
                    random -> Data.of(random.nextInt(100)),
                    ActivityProcess.named("p", Activities.times(1_000, step)),
                    ActivityProcess.named("p", Activities.sequence(Activities.times(1_000, step), Activities.work("check"))));
            wanderer.careful().wander(2, 400);
            wanderer.compare();
            wanderer.compareForks(20);
            kept += wanderer.keptSnapshots();
        }
        assertThat(kept).isGreaterThan(8);
    }

    @Test
    void the_index_says_of_every_moment_of_an_activity_how_it_was_then() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            index(seed);
        }
    }

    /** Also for planted faults. */
    public static void index(long seed) {
        Wanderer wanderer = indexed(seed);
        wanderer.wander(2, 60);
        wanderer.compareIndex();
    }

    @Test
    void the_index_of_an_activity_of_which_is_told_late_is_the_one_that_is_built_anew() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Wanderer wanderer = indexed(seed).late();
            wanderer.wander(2, 60);
            wanderer.compareIndex();
        }
    }

    private static Wanderer indexed(long seed) {
        Activity activity = new Generator(seed, 40).tree().activity();
        return Wanderer.indexed(
                seed,
                random -> random.nextInt(5) == 0 ? Data.fields() : Data.of(random.nextInt(100)),
                ActivityProcess.named("p", activity),
                ActivityProcess.named("p", Activities.sequence(activity, Activities.work("check"))));
    }
}
