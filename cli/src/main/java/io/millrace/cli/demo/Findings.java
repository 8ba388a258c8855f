package io.millrace.cli.demo;

import io.millrace.cli.Screen;
import io.millrace.cli.Screen.Style;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What happened, said at the end, and whether anything was lost or done twice. */
final class Findings {
    private final Screen screen;
    private final Tally tally;
    private final Set<String> acknowledged;
    private final List<String> payments;

    Findings(Screen screen, Tally tally, Set<String> acknowledged, List<String> payments) {
        this.screen = screen;
        this.tally = tally;
        this.acknowledged = acknowledged;
        this.payments = payments;
    }

    boolean print(long pid, Instant killed, int before, Duration recovery, Duration whole) {
        List<String> lost = acknowledged.stream().filter(what -> !tally.knows(what)).toList();
        int paidTwice = payments.size() - distinctPayments();
        long early = tally.stepsBefore(killed);
        screen.println();
        screen.println(screen.style(Style.STRONG, "What happened"));
        line("claims", tally.ended() + " of " + tally.started() + " done: " + counted(tally.outcomes()));
        line("done by", counted(tally.doneBy()));
        line("steps", tally.steps() + " recorded: " + early + " before the kill, " + (tally.steps() - early) + " after");
        line("trouble", tally.failedAttempts() + " attempts failed and were retried; " + tally.incidents() + " incident, resolved by an operator");
        line("kill -9", "process " + pid + "; the next one was ready " + seconds(recovery) + " after it was started");
        line("acknowledged", acknowledged.size() + " commands, " + before + " of them before the kill; lost: " + lost.size());
        line("twice", tally.completedTwice() + " work items completed twice, " + paidTwice + " of " + payments.size() + " payments made twice");
        line("time", seconds(whole));
        screen.println();
        boolean good = lost.isEmpty() && paidTwice == 0 && tally.completedTwice() == 0 && tally.running() == 0;
        screen.println(
                good
                        ? screen.style(Style.GOOD, "Nothing was lost, nothing was done twice.")
                        : screen.style(Style.BAD, "Something is wrong: " + (lost.isEmpty() ? "see the numbers above." : "lost: " + lost)));
        return good;
    }

    /** A line of the ledger begins with the work's id. */
    private int distinctPayments() {
        Set<String> works = new HashSet<>();
        payments.forEach(payment -> works.add(payment.substring(0, Math.max(0, payment.indexOf(' ')))));
        return works.size();
    }

    private void line(String label, String text) {
        screen.println("  " + screen.style(Style.FAINT, String.format("%-14s", label)) + text);
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }

    private static String counted(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }
}
