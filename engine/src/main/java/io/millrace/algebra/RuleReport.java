package io.millrace.algebra;

import io.millrace.data.Data;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of proving rules before they run. Immutable.
 *
 * @param consistent whether all rules can be satisfied together; null if that was not decided
 * @param enforceable whether the scheduler can enforce all rules, whatever the agents do; null if that was not decided
 * @param conflict a smallest set of rules that contradict each other
 * @param dead events that can never happen
 * @param mandatory events that happen in every case
 * @param redundant rules that follow from the others
 * @param neverAccepted events that no safe scheduler ever accepts
 * @param losingPlay events with which the agents reach a state in which the scheduler cannot enforce the rules
 * @param changes changes of one attribute, each of which makes the rules enforceable
 * @param states the number of different states, with the decided events
 * @param warnings probable mistakes
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

    /** Whether the rules can run without objection: they are consistent and enforceable, and every event can happen. */
    public boolean isFine() {
        return Boolean.TRUE.equals(consistent) && Boolean.TRUE.equals(enforceable) && dead.isEmpty() && neverAccepted.isEmpty();
    }

    /** The report as one JSON object. */
    public Data toData() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("consistent", consistent);
        fields.put("enforceable", enforceable);
        fields.put("conflict", conflict);
        fields.put("dead", dead);
        fields.put("mandatory", mandatory);
        fields.put("redundant", redundant);
        fields.put("neverAccepted", neverAccepted);
        fields.put("losingPlay", losingPlay);
        fields.put("changes", changes);
        fields.put("states", states);
        fields.put("warnings", warnings);
        return Data.of(fields);
    }
}
