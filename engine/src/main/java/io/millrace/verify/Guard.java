package io.millrace.verify;

import io.millrace.net.Marking;
import io.millrace.net.NetGraph;
import io.millrace.net.Semantics;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The OR-join of one task in a model: whether it must wait, asked of the same code that decides it in a running case. It
 * looks at the places of its own net only. Which of them matter is found out when it is first asked. For one thread.
 */
final class Guard {
    private final Semantics semantics;
    private final int task;
    private final int[] inputs;
    private final int[] conditions;
    private final int[] busy;
    /** Counter of the marking, place of the model: for each place that can matter. */
    private int @Nullable [] watched;
    private @Nullable Marking marking;

    /**
     * Takes the places of one net instance.
     *
     * @param conditions the place of each condition
     * @param busy the place of each task that can be seen busy, or -1
     */
    Guard(Semantics semantics, int task, int[] conditions, int[] busy) {
        this.semantics = semantics;
        this.task = task;
        this.conditions = conditions;
        this.busy = busy;
        this.inputs = new int[semantics.graph().pre(task).length];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = conditions[semantics.graph().pre(task)[i]];
        }
    }

    private int[] watching() {
        NetGraph graph = semantics.graph();
        BitSet own = new BitSet();
        Arrays.stream(graph.pre(task)).forEach(own::set);
        int[] pairs = new int[2 * (graph.conditions() + graph.tasks())];
        int length = 0;
        for (int condition = 0; condition < graph.conditions(); condition++) {
            if (own.get(condition) || semantics.matters(task, condition)) {
                pairs[length++] = condition;
                pairs[length++] = conditions[condition];
            }
        }
        for (int each = 0; each < graph.tasks(); each++) {
            if (busy[each] >= 0 && semantics.busyMatters(task, each)) {
                pairs[length++] = graph.conditions() + 3 * each;
                pairs[length++] = busy[each];
            }
        }
        return Arrays.copyOf(pairs, length);
    }

    /** The places from which the OR-join takes. */
    int[] inputs() {
        return inputs;
    }

    int task() {
        return task;
    }

    Semantics semantics() {
        return semantics;
    }

    /** Counter of a marking, place of the model, in pairs. */
    int[] watched() {
        int[] made = watched;
        if (made == null) {
            made = watching();
            watched = made;
        }
        return made;
    }

    /** The marking to fill before asking. */
    Marking marking() {
        Marking made = marking;
        if (made == null) {
            made = Marking.empty(semantics.graph());
            marking = made;
        }
        return made;
    }

    /** Whether the OR-join must wait in the marking that was filled in. */
    boolean mustWait() {
        return semantics.mustWait(marking(), task);
    }
}
