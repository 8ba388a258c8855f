package io.millrace.cli.demo;

import io.millrace.cli.Screen;
import io.millrace.cli.Screen.Style;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Shows how far the claims are. On a terminal it is a few lines that are drawn over; elsewhere a plain line now and
 * then.
 */
final class Board {
    private static final Duration REDRAW = Duration.ofMillis(100);
    private static final Duration PLAIN_LINE = Duration.ofMillis(1_500);
    private static final int BAR = 40;
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    private final Screen screen;
    private final int claims;
    private final Instant began;
    private int drawn;
    private Instant shown = Instant.EPOCH;

    Board(Screen screen, int claims, Instant began) {
        this.screen = screen;
        this.claims = claims;
        this.began = began;
    }

    /** Shows the tally if it is time to. */
    void show(Tally tally) {
        Instant now = Instant.now();
        if (shown.plus(screen.live() ? REDRAW : PLAIN_LINE).isAfter(now)) {
            return;
        }
        shown = now;
        if (screen.live()) {
            draw(lines(tally, now));
        } else {
            screen.println(plain(tally, now));
            screen.flush();
        }
    }

    /** Shows the tally now, and leaves it standing. */
    void settle(Tally tally) {
        shown = Instant.EPOCH;
        show(tally);
        drawn = 0;
    }

    /** A sentence between pictures. */
    void say(String line) {
        drawn = 0;
        screen.println(line);
        screen.flush();
    }

    private void draw(List<String> lines) {
        StringBuilder picture = new StringBuilder();
        if (drawn > 0) {
            picture.append("\u001b[").append(drawn).append('A');
        }
        lines.forEach(line -> picture.append("\u001b[2K").append(line).append('\n'));
        drawn = lines.size();
        screen.out().print(picture);
        screen.flush();
    }

    private String plain(Tally tally, Instant now) {
        return String.format(
                Locale.ROOT,
                "%5.1f s  %d of %d claims done, %d running, %d open work items, %d steps a second",
                seconds(now),
                tally.ended(),
                claims,
                tally.running(),
                tally.openWork(),
                tally.stepsInSecondBefore(now));
    }

    private double seconds(Instant now) {
        return Duration.between(began, now).toMillis() / 1000.0;
    }

    private List<String> lines(Tally tally, Instant now) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        int filled = claims == 0 ? 0 : tally.ended() * BAR / claims;
        int running = Math.min(BAR - filled, claims == 0 ? 0 : (tally.running() * BAR + claims - 1) / claims);
        lines.add(label("claims")
                + screen.style(Style.GOOD, "█".repeat(filled))
                + screen.style(Style.WARN, "▒".repeat(running))
                + screen.style(Style.FAINT, "░".repeat(BAR - filled - running))
                + String.format(Locale.ROOT, "  %d of %d done, %d running", tally.ended(), claims, tally.running()));
        lines.add(label("open work") + cut(tally.openWork() + counted("   ", tally.openByTask())));
        lines.add(label("done by") + cut(counted("", tally.doneBy())));
        lines.add(label("steps")
                + String.format(
                        Locale.ROOT, "%d recorded, %d in the last second, %.1f s", tally.steps(), tally.stepsInSecondBefore(now), seconds(now)));
        lines.add("");
        for (Tally.Happened happened : tally.last()) {
            lines.add("  " + screen.style(Style.FAINT, CLOCK.format(happened.when())) + "  "
                    + room(happened.what(), screen.width() - 18));
        }
        while (lines.size() < 11) {
            lines.add("");
        }
        return lines;
    }

    private String cut(String text) {
        return room(text, screen.width() - 13);
    }

    private static String room(String text, int room) {
        return text.length() <= room ? text : text.substring(0, Math.max(1, room - 1)) + "…";
    }

    private String label(String text) {
        return "  " + screen.style(Style.FAINT, String.format("%-11s", text));
    }

    private static String counted(String before, Map<String, Integer> counts) {
        return counts.isEmpty()
                ? ""
                : before + counts.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(" · "));
    }
}
