package io.millrace.simulate;

import java.util.PriorityQueue;

/** What is going to happen, by instant; at one instant in the order of the paper's rules, then as it was put down. */
final class Agenda {
    /** External events come first, then fixed activities end (AxH3), then varying ones (AxH4), then people come to work. */
    enum Rank {
        OUTSIDE,
        FIXED,
        VARYING,
        SHIFT
    }

    private record Entry(long at, Rank rank, long number, Runnable step) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            if (at != other.at) {
                return Long.compare(at, other.at);
            }
            return rank == other.rank ? Long.compare(number, other.number) : rank.compareTo(other.rank);
        }
    }

    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long last;

    void add(long at, Rank rank, Runnable step) {
        add(at, rank, last++, step);
    }

    /** @param number by which it is ordered among others of its instant and rank */
    void add(long at, Rank rank, long number, Runnable step) {
        entries.add(new Entry(at, rank, number, step));
    }

    /** A number that rises. */
    long number() {
        return last++;
    }

    long next() {
        Entry first = entries.peek();
        return first == null ? Clockwork.NEVER : first.at;
    }

    Runnable take() {
        return entries.remove().step;
    }
}
