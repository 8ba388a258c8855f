package io.millrace.sim;

import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * A rule between events of one case: its text, and what it means for a sequence of literals in which its events are decided. The
 * meaning is written here a second time; nothing of it comes from the engine.
 *
 * @param holds is given the literals of these events in the order in which they occurred
 */
record Law(String text, List<String> events, Predicate<List<String>> holds) {
    static boolean inOrder(List<String> trace, String a, String b) {
        return trace.contains(a) && trace.contains(b) && trace.indexOf(a) < trace.indexOf(b);
    }

    /** {@code a} happens only after {@code b}. */
    static Law after(String a, String b) {
        return new Law(a + " <= " + b, List.of(a, b), trace -> !trace.contains(a) || inOrder(trace, b, a));
    }

    /** If {@code a} happens, {@code b} does. */
    static Law demanding(String a, String b) {
        return new Law(a + " -> " + b, List.of(a, b), trace -> !trace.contains(a) || trace.contains(b));
    }

    /** A rule between two events of a list. */
    static Law made(Random random, List<String> events) {
        String a = events.get(random.nextInt(events.size()));
        String other = a;
        while (other.equals(a)) {
            other = events.get(random.nextInt(events.size()));
        }
        String b = other;
        List<String> both = List.of(a, b);
        return switch (random.nextInt(6)) {
            case 0 -> new Law(a + " < " + b, both, trace -> !trace.contains(a) || !trace.contains(b) || inOrder(trace, a, b));
            case 1 -> demanding(a, b);
            case 2 -> after(a, b);
            case 3 -> new Law(a + " => " + b, both, trace -> !trace.contains(a) || inOrder(trace, a, b));
            case 4 -> new Law("~" + a + " | ~" + b, both, trace -> !trace.contains(a) || !trace.contains(b));
            default -> new Law(
                    "~" + a + " | ~" + b + " . " + a + " | " + b + " . " + a,
                    both,
                    trace -> !trace.contains(a) || inOrder(trace, "~" + b, a) || inOrder(trace, b, a));
        };
    }

    /** If {@code done} happens, so does the goal, or what undoes it; and that only after both are known. */
    static List<Law> undoing(String done, String goal, String undo) {
        List<String> all = List.of(done, goal, undo);
        return List.of(
                new Law(
                        done + " -> " + goal + " | " + undo,
                        all,
                        trace -> !trace.contains(done) || trace.contains(goal) || trace.contains(undo)),
                new Law(
                        "~" + undo + " | " + done + " . " + undo + " & ~" + goal + " . " + undo,
                        all,
                        trace -> !trace.contains(undo) || inOrder(trace, done, undo) && inOrder(trace, "~" + goal, undo)));
    }
}
