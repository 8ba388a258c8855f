package io.millrace.verify;

import java.util.BitSet;
import java.util.List;

/**
 * What was found out about a model.
 *
 * @param properties what holds
 * @param dead the tasks that are dead, if that is known
 * @param marked the places that can be marked, as far as states were looked at
 * @param symptoms what is wrong
 * @param reasons why something is not known, a clause each
 * @param states how many states were looked at
 */
record Solution(Properties properties, BitSet dead, BitSet marked, List<Symptom> symptoms, List<String> reasons, long states) {
    /** How many states of the model as it is are looked at to find shortest traces, when a smaller model has shown that something is wrong. */
    private static final int FOR_A_SHORT_TRACE = 50_000;

    /** A net of which all is well. */
    static Solution sound(long states) {
        return new Solution(Properties.ALL, new BitSet(), new BitSet(), List.of(), List.of(), states);
    }

    /** Finds out what can be found out with so many states. */
    static Solution of(Model model, int limit) {
        Reduction reduction = Reduction.on(model);
        Exploration quick = Exploration.of(reduction.smaller(), limit);
        if (quick.properties().verdict() == Verdict.SOUND) {
            return sound(quick.states());
        }
        boolean again = reduction.changes() && (quick.end() != StateSpace.End.LIMIT || quick.isTroubled());
        Exploration full = again ? Exploration.of(model, Math.min(limit, FOR_A_SHORT_TRACE)) : quick;
        boolean asMuch = again && showsAsMuch(full, quick);
        Exploration shown = asMuch ? full : quick;
        // What only the smaller model shows is told with the places that it lost.
        List<Symptom> symptoms = asMuch ? full.symptoms() : Shortening.of(model, reduction.inFull(quick.symptoms()));
        return switch (quick.end()) {
            case COMPLETE, STOPPED ->
                new Solution(quick.properties(), quick.dead(), shown.marked(), symptoms, List.of(), shown.states());
            case LIMIT ->
                new Solution(
                        quick.properties(), new BitSet(), quick.marked(), symptoms, List.of(unseen(quick, limit)), quick.states());
            case UNBOUNDED -> Unbounded.solve(reduction, quick, shown, symptoms);
        };
    }

    private static String unseen(Exploration exploration, int limit) {
        return exploration.isTroubled() && exploration.states() <= limit
                ? "the search ended soon after something was found wrong, so more may be"
                : "there are more than the " + limit + " states that are allowed";
    }

    /** Whether all that one exploration found wrong was found by the other, too, which may have seen other states before it stopped. */
    private static boolean showsAsMuch(Exploration full, Exploration quick) {
        Properties known = full.properties();
        Properties wanted = quick.properties();
        return full.end() == quick.end()
                && (wanted.optionToComplete() != Answer.NO || known.optionToComplete() == Answer.NO)
                && (wanted.properCompletion() != Answer.NO || known.properCompletion() == Answer.NO);
    }
}
