package io.millrace.algebra;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is proved of rules before anything runs.
 *
 * @param consistent whether all rules can be satisfied together; null if that was not decided
 * @param enforceable whether the scheduler can keep all rules, whatever the agents do; null if that was not decided
 * @param conflict a smallest set of rules that contradict each other
 * @param dead events that can never happen
 * @param mandatory events that happen in every case
 * @param redundant rules that follow from the others
 * @param neverAccepted events that no safe scheduler ever accepts
 * @param losingPlay how the agents get the scheduler into a state from which it cannot keep the rules
 * @param changes changes of one attribute, each of which makes the rules enforceable
 * @param states how many different states are left to be in, with the events that are decided
 * @param warnings what may be written differently from what is meant
 */
public record RuleReport(
        @Nullable Boolean consistent,
        @Nullable Boolean enforceable,
        List<String> conflict,
        List<String> dead,
        List<String> mandatory,
        List<String> redundant,
        List<String> neverAccepted,
        List<String> losingPlay,
        List<String> changes,
        long states,
        List<String> warnings) {
    public RuleReport {
        conflict = List.copyOf(conflict);
        dead = List.copyOf(dead);
        mandatory = List.copyOf(mandatory);
        redundant = List.copyOf(redundant);
        neverAccepted = List.copyOf(neverAccepted);
        losingPlay = List.copyOf(losingPlay);
        changes = List.copyOf(changes);
        warnings = List.copyOf(warnings);
    }

    /** Whether nothing speaks against running these rules: they agree, they can be enforced, and every event can happen. */
    public boolean isFine() {
        return Boolean.TRUE.equals(consistent) && Boolean.TRUE.equals(enforceable) && dead.isEmpty() && neverAccepted.isEmpty();
    }
}
