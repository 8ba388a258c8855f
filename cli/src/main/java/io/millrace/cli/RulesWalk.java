package io.millrace.cli;

import io.millrace.algebra.Instances;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleState;
import io.millrace.algebra.RuleState.Verdict;
import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Goes through literals one by one and shows where the rules stand then, or why one of them is not permitted. */
final class RulesWalk {
    private final Screen screen;
    private final boolean json;

    RulesWalk(Screen screen, boolean json) {
        this.screen = screen;
        this.json = json;
    }

    int walk(RuleSet set, String walk) {
        // All names are looked up first: a walk with an unknown event was not asked at all.
        List<String> texts = List.of(walk.strip().split("\\s+(?![^\\[]*])")).stream()
                .filter(each -> !each.isEmpty())
                .map(each -> each.replace("¬", "~").replaceAll("\\s", ""))
                .toList();
        if (set.module().isParametrised() && !texts.stream().map(each -> each.replaceFirst("^~", "")).allMatch(set::has)) {
            return walk(new Instances(set), texts);
        }
        List<Integer> literals = texts.stream().map(set::literal).toList();
        RuleState state = set.start();
        for (int literal : literals) {
            if (!state.isPermitted(literal)) {
                show(state, set.text(literal), reason(state, literal));
                return Mill.NO;
            }
            state = state.after(literal);
        }
        show(state, "", "");
        return Mill.FINE;
    }

    /** The same for rules with variables, and events with constants. */
    private int walk(Instances instances, List<String> texts) {
        List<String> literals = texts.stream().map(instances::known).toList();
        for (String literal : literals) {
            if (!instances.isPermitted(literal)) {
                show(instances, literal, reason(instances, literal));
                return Mill.NO;
            }
            instances.record(literal);
        }
        show(instances, "", "");
        return Mill.FINE;
    }

    private void show(Instances instances, String refused, String reason) {
        List<String> literals = instances.literals();
        List<String> permitted = literals.stream().filter(instances::isPermitted).toList();
        Map<Verdict, List<String>> verdicts = literals.stream().collect(Collectors.groupingBy(instances::verdict));
        List<String> delayed = new ArrayList<>(verdicts.getOrDefault(Verdict.DELAY, List.of()));
        delayed.removeAll(permitted);
        List<String> required = instances.required();
        List<String> obligations = instances.obligations();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("obligation", obligations.isEmpty() ? "true" : String.join(" & ", obligations));
        fields.put("permitted", permitted);
        fields.put("accepted", verdicts.getOrDefault(Verdict.ACCEPT, List.of()));
        fields.put("delayed", delayed);
        fields.put("never", verdicts.getOrDefault(Verdict.REFUSE, List.of()));
        fields.put("required", required);
        fields.put("trigger", required.stream().filter(each -> permitted.contains(each) && instances.isTriggerable(each)).toList());
        fields.put("satisfied", obligations.isEmpty());
        print(fields, refused, reason);
    }

    private static String reason(Instances instances, String literal) {
        if (instances.isDecided(literal)) {
            return instances.hasOccurred(literal) ? "It occurred already." : "Its complement occurred already.";
        }
        boolean never = instances.verdict(literal) == Verdict.REFUSE;
        return reason(instances.against(literal), never, never ? List.of() : instances.liftedBy(literal));
    }

    private static String reason(RuleState state, int literal) {
        RuleSet set = state.rules();
        if (state.isDecided(literal)) {
            return state.hasOccurred(literal) ? "It occurred already." : "Its complement occurred already.";
        }
        boolean never = state.isNever(literal);
        return reason(state.against(literal), never, never ? List.of() : state.liftedBy(literal).stream().map(set::text).toList());
    }

    private static String reason(List<String> against, boolean never, List<String> lifting) {
        String rules = against.isEmpty()
                ? "The rules contradict each other."
                : (against.size() == 1 ? "Rule " : "Rules ") + quoted(against) + (against.size() == 1 ? " does" : " do") + " not permit it"
                        + (never ? " any more." : " yet.");
        return rules + (lifting.isEmpty() ? "" : " It can happen after " + String.join(" or ", lifting) + ".");
    }

    private static String quoted(List<String> names) {
        return String.join(", ", names.stream().map(each -> "'" + each + "'").toList());
    }

    private void show(RuleState state, String refused, String reason) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("obligation", state.obligation());
        fields.put("permitted", state.permitted());
        fields.put("accepted", state.accepted());
        fields.put("delayed", state.delayed());
        fields.put("never", state.never());
        fields.put("required", state.required());
        fields.put("trigger", state.trigger());
        fields.put("satisfied", state.isSatisfied());
        print(fields, refused, reason);
    }

    private void print(Map<String, Object> fields, String refused, String reason) {
        if (!refused.isEmpty()) {
            fields.put("refused", refused);
            fields.put("reason", reason);
        }
        if (json) {
            screen.println(Data.of(fields).json());
            return;
        }
        if (!refused.isEmpty()) {
            screen.println(screen.style(Style.BAD, refused) + " is not permitted here. " + reason);
        }
        fields.remove("refused");
        fields.remove("reason");
        fields.forEach((name, value) -> {
            String text = value instanceof List<?> list
                    ? String.join(", ", list.stream().map(String::valueOf).toList())
                    : String.valueOf(value);
            screen.println("  " + screen.style(Style.NAME, String.format("%-11s", name)) + (text.isEmpty() ? "-" : text));
        });
    }
}
