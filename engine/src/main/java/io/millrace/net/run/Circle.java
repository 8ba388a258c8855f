package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.net.Marking;
import io.millrace.net.NetGraph;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Notices that the steps of a turn go in a circle. Within a turn a net does the same again wherever it stands as it stood before, so a
 * case that comes back to where it was would never come to rest.
 *
 * <p>Brent's method: one place is remembered, and replaced by a later one at twice the distance. It looks at nothing before a turn has
 * taken far more steps than turns do.
 */
final class Circle {
    private static final int PATIENCE = 256;

    /** How often a turn comes to a task before that is taken for a loop. */
    private static final int FEW = 10;

    /** Whatever decides what a turn does next. */
    private record Place(Marking marking, BitSet waiting, Map<String, Data> variables, Set<String> fluents) {}

    private final NetGraph graph;
    private final NetState state;
    private Set<String> since = Set.of();
    private @Nullable Place remembered;
    /** Made when a turn is long: most are not. */
    private int @Nullable [] visits;

    private int steps;
    private int next = PATIENCE;

    Circle(NetGraph graph, NetState state) {
        this.graph = graph;
        this.state = state;
    }

    /** Whether a turn has come to a task so often that it goes round in a loop. */
    boolean isAgain(int task) {
        return visits != null && visits[task] > FEW;
    }

    /** Whether the case stands where it stood, now that it has come to a task. */
    boolean isClosedBy(int task) {
        steps++;
        if (steps < PATIENCE) {
            return false;
        }
        visits = visits == null ? new int[graph.tasks()] : visits;
        visits[task]++;
        if (isWhereItWas()) {
            return true;
        }
        if (steps < next) {
            since.add(graph.task(task).name());
        } else {
            next *= 2;
            since = new LinkedHashSet<>(Set.of(graph.task(task).name()));
            remembered = new Place(state.marking.copy(), waiting(), new TreeMap<>(state.variables), new TreeSet<>(state.fluents));
        }
        return false;
    }

    private boolean isWhereItWas() {
        Place before = remembered;
        return before != null
                && before.marking().equals(state.marking)
                && before.waiting().equals(waiting())
                && before.variables().equals(state.variables)
                && before.fluents().equals(state.fluents);
    }

    /** The tasks that are not looked at, because they wait for somebody. */
    private BitSet waiting() {
        BitSet waiting = new BitSet();
        for (int task = 0; task < graph.tasks(); task++) {
            waiting.set(task, state.isReadied(task) || state.isTroubled(task));
        }
        return waiting;
    }

    /** Whether a turn has taken so many steps that its loops are worth naming. */
    boolean isLong() {
        return remembered != null;
    }

    /** The tasks of the circle, in the order in which they follow each other. */
    String tasks() {
        return since.stream().map(task -> "'" + task + "'").collect(Collectors.joining(", "));
    }
}
