package io.millrace.cli;

import io.millrace.simulate.Chart;
import io.millrace.simulate.Comparison;
import io.millrace.simulate.Comparison.Figure;
import io.millrace.simulate.Outcome;
import io.millrace.simulate.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What came of simulations, for people. */
final class SimulateReport {
    private final Screen screen;

    SimulateReport(Screen screen) {
        this.screen = screen;
    }

    void one(Outcome outcome) {
        Outcome.Figures figures = outcome.figures();
        screen.println(String.format(
                Locale.ROOT,
                "%s: %,d cases started, %,d completed%s%s in %s; %,d work items",
                outcome.name(),
                figures.started(),
                figures.completed(),
                figures.failed() == 0 ? "" : String.format(Locale.ROOT, ", %,d failed", figures.failed()),
                figures.open() == 0 ? "" : String.format(Locale.ROOT, ", %,d not ended", figures.open()),
                Units.time(outcome.seconds()),
                figures.items()));
        if (figures.completed() > 0) {
            screen.println("a case takes " + Units.time(figures.cycle()) + " (median " + Units.time(figures.median()) + ", 95% within "
                    + Units.time(figures.late()) + ")");
        }
        tasks(outcome);
        agents(outcome);
        outcome.waiting().forEach((task, count) -> screen.println(count + " of '" + task + "' still wait for an agent"));
    }

    private void tasks(Outcome outcome) {
        if (!outcome.tasks().isEmpty()) {
            screen.println();
            Columns columns = new Columns("task", "items", "waits", "takes", "queue", "longest");
            outcome.tasks().forEach((task, known) -> columns.row(
                    task,
                    Integer.toString(known.items()),
                    Units.time(known.waited()),
                    Units.time(known.work()),
                    Units.digits(known.queue()),
                    Integer.toString(known.longest())));
            columns.print(screen);
        }
    }

    private void agents(Outcome outcome) {
        if (!outcome.workers().isEmpty()) {
            screen.println();
            Columns columns = new Columns("agent", "items", "busy", "utilisation", "cost");
            outcome.workers().forEach((worker, known) -> columns.row(
                    worker,
                    Integer.toString(known.items()),
                    Units.time(known.busy()),
                    String.format(Locale.ROOT, "%.1f %%", 100 * known.utilisation()),
                    Units.digits(known.cost())));
            columns.print(screen);
        }
    }

    /** Variants side by side, with confidence intervals of 95 % if there were several runs. */
    void many(Comparison comparison) {
        List<String> headings = new ArrayList<>(List.of("variant"));
        for (Figure figure : Figure.values()) {
            headings.add(figure.title());
        }
        Columns columns = new Columns(headings.toArray(String[]::new));
        for (Comparison.Variant variant : comparison.variants()) {
            List<String> row = new ArrayList<>(List.of(variant.name()));
            for (Figure figure : Figure.values()) {
                row.add(Chart.shown(figure, variant.estimate(figure)));
            }
            columns.row(row.toArray(String[]::new));
        }
        columns.print(screen);
        int runs = comparison.variants().getFirst().runs().size();
        if (runs > 1) {
            screen.println(runs + " runs each; ± is a confidence interval of 95 %");
        }
    }
}
