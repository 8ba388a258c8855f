package io.millrace.cli;

import io.millrace.algebra.RuleReport;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleTable;
import io.millrace.cli.Screen.Style;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was proved of rules, for a person at a terminal. */
final class RulesReport {
    private final Screen screen;

    RulesReport(Screen screen) {
        this.screen = screen;
    }

    void print(List<Path> files, RuleSet set, RuleReport report) {
        String verdict = Boolean.FALSE.equals(report.consistent())
                ? screen.style(Style.BAD, "inconsistent")
                : Boolean.FALSE.equals(report.enforceable())
                        ? screen.style(Style.BAD, "unenforceable")
                        : report.isFine()
                                ? screen.style(Style.GOOD, "enforceable")
                                : screen.style(Style.WARN, report.enforceable() == null ? "undecided" : "enforceable, but");
        String names = String.join(" ", files.stream().map(Path::toString).toList());
        screen.println(verdict + "  " + screen.style(Style.STRONG, names) + "  " + screen.style(Style.FAINT,
                count(set.ruleNames().size(), "rule") + ", " + count(set.events(), "event") + ", " + count(report.states(), "state")));
        line("conflict", Style.BAD, "These rules contradict each other, and without any of them the others agree: ", report.conflict());
        line("lost", Style.BAD, "The agents can do this, and then no scheduler keeps the rules: ", report.losingPlay());
        line("change", Style.GOOD, "Each of these makes the rules enforceable: ", report.changes());
        line("dead", Style.BAD, "These events can never happen: ", report.dead());
        line("unused", Style.BAD, "A scheduler that keeps the rules never accepts these events: ", report.neverAccepted());
        line("mandatory", Style.FAINT, "These events happen in every case: ", report.mandatory());
        line("redundant", Style.WARN, "Each of these rules follows from the others: ", report.redundant());
        report.warnings().forEach(each -> line("warning", Style.WARN, each, List.of("")));
    }

    private void line(String label, Style style, String sentence, List<String> what) {
        if (!what.isEmpty()) {
            String end = what.getFirst().isEmpty() ? "" : String.join(", ", what) + ".";
            screen.println("  " + screen.style(style, String.format("%-11s", label)) + sentence + end);
        }
    }

    /** Every state, with where each permitted literal leads. */
    void table(List<RuleTable.Row> rows) {
        for (RuleTable.Row row : rows) {
            String state = screen.style(Style.STRONG, String.valueOf(row.state()));
            screen.println(state + (row.controllable() ? "  " : screen.style(Style.BAD, " lost  ")) + row.obligation());
            List<String> next = new ArrayList<>();
            row.next().forEach((literal, target) -> next.add(literal + "->" + target));
            List<String> unsafe = row.permitted().stream().filter(each -> !row.accepted().contains(each)).toList();
            part("permitted", next);
            part("not accepted", unsafe);
            part("delayed", row.delayed());
            part("never", row.never());
            part("trigger", row.trigger());
        }
    }

    private void part(String label, List<String> what) {
        if (!what.isEmpty()) {
            screen.println("     " + screen.style(Style.FAINT, String.format("%-13s", label)) + String.join(", ", what));
        }
    }

    private static String count(long number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }
}
