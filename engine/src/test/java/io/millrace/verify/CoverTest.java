package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.NetGenerator;
import io.millrace.net.Specification;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Asked backwards, what can be marked is what an exploration finds marked, on generated nets with finitely many states: every place,
 * every two places, twice the same place. With OR-joins only what is found must be found backwards, too.
 */
class CoverTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 1_000);
    private static final int LIMIT = 200;
    private static final int MOST_PLACES = 16;

    private int resets;
    private int orJoins;
    private int gaveUp;

    @Test
    void backwards_and_forwards_agree_on_generated_nets() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Shrinking.check(seed, Generated.flat(seed, 5), specification -> compare(Generated.model(specification)));
        }
        System.out.println("with cancellation " + resets + ", with OR-joins " + orJoins + ", given up " + gaveUp);
        assertThat(resets).isGreaterThan(SEEDS / 20);
        assertThat(orJoins).isGreaterThan(SEEDS / 20);
    }

    @Test
    void backwards_and_forwards_agree_on_specifications_with_sub_nets() {
        int whole = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Specification specification = new NetGenerator(seed, 3).specification();
            if (specification.nets().size() > 1) {
                Shrinking.check(seed, specification, CoverTest.this::compareWhole);
                whole++;
            }
        }
        System.out.println("wholes " + whole + ", with cancellation or sub-nets " + resets + ", with OR-joins " + orJoins + ", given up " + gaveUp);
        assertThat(resets).isPositive();
    }

    private void compareWhole(Specification specification) {
        try {
            compare(NetModel.whole(specification, specification.orJoin()));
        } catch (NetModel.TooLargeException e) {
            throw new AssertionError(e);
        }
    }

    private void compare(Model model) {
        if (!model.hasResets() || model.places() > MOST_PLACES) {
            return;
        }
        Naive naive = new Naive(model, LIMIT);
        if (!naive.isComplete()) {
            return;
        }
        boolean exact = !model.hasOrJoins();
        resets += exact ? 1 : 0;
        orJoins += exact ? 0 : 1;
        List<int[]> goals = new ArrayList<>();
        for (int place = 0; place < model.places(); place++) {
            goals.add(Cover.oneIn(model.places(), place));
            for (int other = 0; other <= place; other++) {
                goals.add(Cover.oneIn(model.places(), place, other));
            }
        }
        for (int[] goal : goals) {
            boolean forwards = naive.states().stream().anyMatch(tokens -> covers(tokens, goal));
            Cover cover = new Cover(model, 200_000);
            Cover.Demand found = cover.fromStart(List.<int[]>of(goal));
            gaveUp += cover.gaveUp() ? 1 : 0;
            if (forwards || exact && !cover.gaveUp()) {
                assertThat(found != null || cover.gaveUp()).as("%s is found backwards", shown(model, goal)).isEqualTo(forwards);
            }
            if (found != null && exact) {
                assertThat(covers(after(model, found), goal)).as("%s holds in the end", shown(model, goal)).isTrue();
            }
        }
    }

    private static int[] after(Model model, Cover.Demand demand) {
        int[] tokens = model.initial();
        for (Move move : demand.moves()) {
            int[] after = Naive.fire(tokens, move);
            assertThat(after).as("%s of %s can happen", move.steps(), demand.moves().stream().map(Move::steps).toList()).isNotNull();
            tokens = after;
        }
        return tokens;
    }

    private static boolean covers(int[] tokens, int[] goal) {
        for (int place = 0; place < goal.length; place++) {
            if (tokens[place] < goal[place]) {
                return false;
            }
        }
        return true;
    }

    private static List<String> shown(Model model, int[] goal) {
        List<String> shown = new ArrayList<>();
        for (int place = 0; place < goal.length; place++) {
            if (goal[place] > 0) {
                shown.add(goal[place] + " in " + model.spots().get(place));
            }
        }
        return shown;
    }
}
