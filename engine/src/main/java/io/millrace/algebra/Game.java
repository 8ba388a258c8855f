package io.millrace.algebra;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who wins: the scheduler, which wants every rule to hold in the end, or the environment. A state is safe if every literal that
 * the environment can force leads to a safe state, and if, where it can force nothing, the scheduler can cause something that
 * does. What contradicts the assumptions is no move of either.
 */
final class Game {
    private final Graph graph;
    private final Control[] controls;
    private final @Nullable Graph assumed;
    /** For each state, where the assumptions stand. */
    private final int[] assumedAt;

    private final BitSet safe = new BitSet();
    /** For each safe state: the events that are accepted in it, or in a safe state that can follow. */
    private final long[] accepted;
    /** For each state that is lost: after how many moves at most it is plain to see. */
    private final int[] lostIn;

    /**
     * @param controls who controls each event of the cluster
     * @param assumed the states of the assumptions alone, over the same events; null if there are none
     */
    Game(Graph graph, Control[] controls, @Nullable Graph assumed) {
        this.graph = graph;
        this.controls = controls.clone();
        this.assumed = assumed;
        assumedAt = new int[graph.size()];
        lostIn = new int[graph.size()];
        accepted = new long[graph.size()];
        for (int state = 0; state < graph.size(); state++) {
            for (int literal = 0; literal < 2 * graph.events(); literal++) {
                int child = graph.next(state, literal);
                if (child != Graph.DEAD && assumed != null) {
                    assumedAt[child] = assumed.next(assumedAt[state], literal);
                }
            }
        }
        solve();
        lookAhead();
    }

    private void lookAhead() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int state = graph.size() - 1; state >= 0; state--) {
                long ahead = accepted[state];
                for (int literal = 0; literal < 2 * graph.events() && safe.get(state); literal++) {
                    int child = graph.next(state, literal);
                    if (isSafe(child)) {
                        ahead |= accepted[child] | (literal % 2 == 0 ? 1L << (literal >> 1) : 0);
                    }
                }
                changed |= ahead != accepted[state];
                accepted[state] = ahead;
            }
            changed &= graph.hasCycles();
        }
    }

    private void solve() {
        for (int state = 0; state < graph.size(); state++) {
            safe.set(state, graph.isLive(state));
        }
        boolean changed = true;
        for (int round = 1; changed; round++) {
            changed = false;
            BitSet progress = graph.hasCycles() ? progress() : safe;
            for (int state = graph.size() - 1; state >= 0; state--) {
                if (safe.get(state) && !(progress.get(state) && holdsOut(state))) {
                    safe.clear(state);
                    lostIn[state] = lost(state, round);
                    changed = true;
                }
            }
        }
    }

    private int lost(int state, int round) {
        if (graph.hasCycles()) {
            return round;
        }
        int soonest = Integer.MAX_VALUE;
        int latest = 0;
        for (int literal = 0; literal < 2 * graph.events(); literal++) {
            int child = graph.next(state, literal);
            int in = child == Graph.DEAD ? 0 : lostIn[child];
            if (isForced(state, literal) && !isSafe(child)) {
                soonest = Math.min(soonest, in);
            } else if (child != Graph.DEAD) {
                latest = Math.max(latest, in);
            }
        }
        return 1 + (soonest == Integer.MAX_VALUE ? latest : soonest);
    }

    private boolean holdsOut(int state) {
        if (graph.undecided(state) == 0) {
            return true;
        }
        boolean forced = false;
        boolean caused = false;
        for (int literal = 0; literal < 2 * graph.events(); literal++) {
            int child = graph.next(state, literal);
            if (isForced(state, literal)) {
                forced = true;
                if (!isSafe(child)) {
                    return false;
                }
            }
            caused |= isSafe(child) && isCaused(state, literal);
        }
        return forced || caused;
    }

    /** The states from which the end comes nearer, or the environment moves; without it, going in circles would be winning. */
    private BitSet progress() {
        BitSet progress = new BitSet();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int state = graph.size() - 1; state >= 0; state--) {
                if (safe.get(state) && !progress.get(state) && progresses(state, progress)) {
                    progress.set(state);
                    changed = true;
                }
            }
        }
        return progress;
    }

    private boolean progresses(int state, BitSet progress) {
        if (graph.undecided(state) == 0) {
            return true;
        }
        for (int literal = 0; literal < 2 * graph.events(); literal++) {
            int child = graph.next(state, literal);
            if (isForced(state, literal) || isSafe(child) && isCaused(state, literal) && progress.get(child)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the environment can make this happen here. */
    boolean isForced(int state, int literal) {
        return graph.isUndecided(state, literal >> 1) && controls[literal >> 1].canForce(literal % 2 != 0) && isMove(state, literal);
    }

    private boolean isMove(int state, int literal) {
        return assumed == null || assumed.next(assumedAt[state], literal) != Graph.DEAD;
    }

    private boolean isCaused(int state, int literal) {
        Control control = controls[literal >> 1];
        boolean bound = assumed != null && literal % 2 == 0 && assumed.requires(assumedAt[state], literal);
        return graph.isUndecided(state, literal >> 1) && (control.canCause(literal % 2 != 0) || bound);
    }

    boolean isSafe(int state) {
        return state != Graph.DEAD && safe.get(state);
    }

    /** Whether a safe play from here can have an event. */
    boolean isAcceptedAhead(int state, int event) {
        return (accepted[state] & 1L << event) != 0;
    }

    boolean isEnforceable() {
        return safe.get(0);
    }

    /** Events, by number in the cluster, that no safe play ever has. */
    BitSet neverAccepted() {
        BitSet never = new BitSet();
        for (int event = 0; event < graph.events(); event++) {
            never.set(event, !isAcceptedAhead(0, event));
        }
        return never;
    }

    /** From the first state to where a rule is broken, or can no longer be kept; the environment plays as well as it can. */
    List<Integer> losingPlay() {
        List<Integer> play = new ArrayList<>();
        BitSet seen = new BitSet();
        int state = 0;
        while (state != Graph.DEAD && !seen.get(state) && !safe.get(state)) {
            seen.set(state);
            int move = worst(state);
            if (move < 0) {
                break;
            }
            play.add(move);
            state = graph.next(state, move);
        }
        return play;
    }

    private int worst(int state) {
        int forced = -1;
        int caused = -1;
        for (int literal = 0; literal < 2 * graph.events(); literal++) {
            int child = graph.next(state, literal);
            if (isForced(state, literal) && !isSafe(child) && (forced < 0 || in(child) < in(graph.next(state, forced)))) {
                forced = literal;
            } else if (child != Graph.DEAD && isCaused(state, literal) && caused < 0) {
                caused = literal;
            }
        }
        return forced >= 0 ? forced : caused;
    }

    private int in(int state) {
        return state == Graph.DEAD ? 0 : lostIn[state];
    }
}
