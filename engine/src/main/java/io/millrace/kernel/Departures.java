package io.millrace.kernel;

import io.millrace.command.Effect;
import io.millrace.kernel.lane.Quiet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The effects of one commit. They leave together, in order, when all its turns are answered. Confined to the strand that commits. */
final class Departures {
    private final Consumer<List<Effect>> outside;
    private final Quiet quiet;
    private List<Effect> effects = new ArrayList<>();

    Departures(Consumer<List<Effect>> outside, Quiet quiet) {
        this.outside = outside;
        this.quiet = quiet;
    }

    void add(List<Effect> more) {
        if (effects.isEmpty() && !more.isEmpty()) {
            quiet.begin();
        }
        effects.addAll(more);
    }

    void leave() {
        if (!effects.isEmpty()) {
            List<Effect> leaving = effects;
            effects = new ArrayList<>(leaving.size());
            outside.accept(leaving);
            quiet.end();
        }
    }
}
