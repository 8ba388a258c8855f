package io.millrace.work;

import io.millrace.work.Allocation.Candidate;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The strategies that every engine has. */
final class Strategies {
    private record Chosen(String name, Choice choice) implements Allocation {
        @Override
        public @Nullable Candidate choose(Waiting work, Iterable<Candidate> free) {
            return choice.of(free);
        }
    }

    private interface Choice {
        @Nullable Candidate of(Iterable<Candidate> free);
    }

    static final List<Allocation> ALL = List.of(
            new Chosen(Allocation.CHEAPEST, free -> free.iterator().next()),
            new Chosen(Allocation.OFFER, free -> null),
            new Chosen(Allocation.ROUND_ROBIN, Strategies::next),
            new Chosen(
                    Allocation.SHORTEST_QUEUE,
                    free -> least(free, Comparator.comparingInt(Candidate::load).thenComparing(Candidate::cost))),
            new Chosen(Allocation.LEAST_RECENTLY_USED, free -> least(free, Comparator.comparingLong(Candidate::given))));

    private Strategies() {}

    /** Goes round in the order of declaration, on from the one of these who had the last turn. */
    private static @Nullable Candidate next(Iterable<Candidate> free) {
        Candidate last = least(free, Comparator.comparingLong(Candidate::given).reversed());
        Candidate first = null;
        Candidate after = null;
        for (Candidate each : free) {
            first = first == null || each.order() < first.order() ? each : first;
            if (last != null && each.order() > last.order() && (after == null || each.order() < after.order())) {
                after = each;
            }
        }
        return last == null || last.given() == 0 || after == null ? first : after;
    }

    private static @Nullable Candidate least(Iterable<Candidate> free, Comparator<Candidate> by) {
        Comparator<Candidate> order = by.thenComparingInt(Candidate::order);
        Candidate least = null;
        for (Candidate each : free) {
            least = least == null || order.compare(each, least) < 0 ? each : least;
        }
        return least;
    }
}
