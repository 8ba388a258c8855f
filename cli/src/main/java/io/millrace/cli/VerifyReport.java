package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.verify.Answer;
import io.millrace.verify.Fix;
import io.millrace.verify.NetVerdict;
import io.millrace.verify.Properties;
import io.millrace.verify.Step;
import io.millrace.verify.Tokens;
import io.millrace.verify.Trouble;
import io.millrace.verify.Verdict;
import io.millrace.verify.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** What was found out about a net, for a person at a terminal: the verdict in a line, and what there is to say below it. */
final class VerifyReport {
    private static final int WIDEST = 100;
    private static final String INDENT = "  ";
    /** As wide as the widest word before a paragraph. */
    private static final int LABEL = 9;
    private static final int DEAD_TOLD = 3;

    private final Screen screen;

    VerifyReport(Screen screen) {
        this.screen = screen;
    }

    void print(Verified verified) {
        Verification answer = verified.answer();
        if (answer.verdict() == Verdict.INVALID) {
            return;
        }
        String verdict = screen.style(style(answer.verdict()), String.format("%-9s", answer.verdict()));
        String cost = count(answer.states(), "state") + ", " + verified.millis() + " ms";
        screen.println(verdict + screen.style(Style.STRONG, verified.file().toString()) + "  " + screen.style(Style.FAINT, cost));
        answer.problems().stream().filter(trouble -> !isDead(trouble)).forEach(trouble -> trouble(trouble, answer));
        dead(answer.problems().stream().filter(VerifyReport::isDead).toList());
        undecided(answer);
        nets(answer);
        answer.warnings().forEach(warning -> paragraph("warning", Style.WARN, warning.message()));
        fix(answer);
        if (answer.verdict() != Verdict.SOUND) {
            screen.println();
        }
    }

    private static Style style(Verdict verdict) {
        return switch (verdict) {
            case SOUND -> Style.GOOD;
            case UNKNOWN -> Style.WARN;
            case UNSOUND, INVALID -> Style.BAD;
        };
    }

    private void trouble(Trouble trouble, Verification answer) {
        paragraph("problem", Style.BAD, trouble.message());
        if (!trouble.trace().isEmpty()) {
            paragraph("steps", Style.FAINT, String.join(" → ", steps(trouble, answer)));
        }
        if (!trouble.tokens().isEmpty()) {
            paragraph("tokens", Style.FAINT, String.join(", ", trouble.tokens().stream().map(Tokens::toString).toList()));
        }
    }

    private static boolean isDead(Trouble trouble) {
        return trouble.kind() == Trouble.Kind.DEAD_TASK;
    }

    /** Dead tasks often come in rows; the first ones are where it begins. */
    private void dead(List<Trouble> troubles) {
        int told = troubles.size() <= DEAD_TOLD + 1 ? troubles.size() : DEAD_TOLD;
        troubles.subList(0, told).forEach(trouble -> paragraph("problem", Style.BAD, trouble.message()));
        if (told < troubles.size()) {
            List<String> rest = troubles.subList(told, troubles.size()).stream().flatMap(trouble -> trouble.nodes().stream()).toList();
            paragraph("problem", Style.BAD, "Nor can these be carried out: '" + String.join("', '", rest) + "'.");
        }
    }

    /** Each step with the branches it takes; with its net, where a trace goes through several. */
    private static List<String> steps(Trouble trouble, Verification answer) {
        List<String> told = new ArrayList<>();
        for (Step step : trouble.trace()) {
            String branch = step.to().isEmpty() ? "" : " (to " + String.join(", ", step.to()) + ")";
            boolean inside = answer.nets().size() > 1 && trouble.trace().stream().anyMatch(other -> !other.net().equals(step.net()));
            told.add((inside ? step.net() + "/" : "") + step.label() + branch);
        }
        return told;
    }

    private void undecided(Verification answer) {
        if (answer.verdict() != Verdict.UNKNOWN) {
            return;
        }
        answer.reasons().forEach(reason -> paragraph("reason", Style.WARN, reason));
        List<String> proved = properties(answer.properties(), Answer.YES);
        if (!proved.isEmpty()) {
            paragraph("proved", Style.GOOD, String.join(", ", proved));
        }
    }

    /** The nets one by one, where there are several and not all are as the whole is. */
    private void nets(Verification answer) {
        if (answer.nets().size() < 2) {
            return;
        }
        List<String> told = new ArrayList<>();
        for (NetVerdict net : answer.nets()) {
            List<String> missing = properties(net.properties(), Answer.NO);
            told.add("'" + net.net() + "' " + net.verdict() + (missing.isEmpty() ? "" : " (no " + String.join(", no ", missing) + ")"));
        }
        boolean repaired = answer.isSound() && answer.nets().stream().anyMatch(net -> net.verdict() != Verdict.SOUND);
        paragraph("nets", Style.FAINT, "each alone: " + String.join(", ", told)
                + (repaired ? ". The whole is still sound: the outer nets cancel or avoid the problem inside." : ""));
    }

    private static List<String> properties(Properties properties, Answer wanted) {
        List<String> names = new ArrayList<>();
        if (properties.optionToComplete() == wanted) {
            names.add("option to complete");
        }
        if (properties.properCompletion() == wanted) {
            names.add("proper completion");
        }
        if (properties.noDeadTasks() == wanted) {
            names.add(wanted == Answer.YES ? "no dead tasks" : "life in every task");
        }
        return names;
    }

    /** One change mends all, so it is told once. */
    private void fix(Verification answer) {
        answer.problems().stream()
                .map(Trouble::fix)
                .filter(Objects::nonNull)
                .map(Fix::change)
                .distinct()
                .forEach(change -> paragraph("fix", Style.GOOD, change + " With this change the net was verified to be sound."));
    }

    /** A text behind a word, in lines that fit, all of them behind the end of the word. */
    private void paragraph(String label, Style style, String text) {
        int room = Math.min(WIDEST, screen.width()) - INDENT.length() - LABEL;
        String head = INDENT + screen.style(style, String.format("%-" + LABEL + "s", label));
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > room) {
                screen.println(head + line);
                head = INDENT + " ".repeat(LABEL);
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        screen.println(head + line);
    }

    private static String count(long number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }
}
