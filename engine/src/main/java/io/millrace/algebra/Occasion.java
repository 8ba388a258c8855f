package io.millrace.algebra;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The event of the engine to which an event of the rules is bound. Immutable.
 *
 * @param kind what happens
 * @param subject the task or the signal; empty for a case
 * @param sources the source of each parameter
 */
public record Occasion(Kind kind, String subject, Map<String, Origin> sources) {
    /** The events of the engine, by their keywords in a file. */
    public enum Kind {
        /** Work of the task is offered. */
        TASK_OFFER("offer"),
        /** Work of the task starts. */
        TASK_START("start"),
        /** Work of the task is completed. */
        TASK_COMPLETE("complete"),
        /** Work of the task fails. */
        TASK_FAIL("fail"),
        /** Work of the task is withdrawn. */
        TASK_WITHDRAW("withdraw"),
        /** Started work has ended: completed, failed or withdrawn. */
        TASK_END("end"),
        /** The case starts. */
        CASE_START("start"),
        /** The case ends. */
        CASE_END("end"),
        /** A signal arrives. */
        SIGNAL("signal");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** Whether it is an event of a task. */
        public boolean isOfTask() {
            return name().startsWith("TASK");
        }
    }

    /** The source of a parameter: the case id, the ordinal of a repeated task, or a path into the case's data. */
    public record Origin(From from, String path) {
        /** The source itself. */
        public enum From {
            /** The id of the case. */
            CASE,
            /** The number of the execution of a repeated task. */
            ORDINAL,
            /** A path into the case's data. */
            DATA
        }

        @Override
        public String toString() {
            return from == From.DATA ? "data." + path : from.name().toLowerCase(Locale.ROOT);
        }
    }

    public Occasion {
        sources = Map.copyOf(sources);
    }

    /** What a name such as {@code book:complete} or {@code case:end} says by itself. */
    static Optional<Occasion> byName(String name) {
        int colon = name.lastIndexOf(':');
        return colon < 1 ? Optional.empty() : of(name.substring(0, colon), name.substring(colon + 1));
    }

    static Optional<Occasion> of(String subject, String word) {
        for (Kind kind : Kind.values()) {
            if (kind.word.equals(word) && kind != Kind.SIGNAL && kind.isOfTask() != subject.equals("case")) {
                return Optional.of(new Occasion(kind, kind.isOfTask() ? subject : "", Map.of()));
            }
        }
        return Optional.empty();
    }

    Occasion with(Map<String, Origin> given) {
        return new Occasion(kind, subject, given);
    }

    @Override
    public String toString() {
        return switch (kind) {
            case SIGNAL -> "signal " + subject;
            case CASE_START, CASE_END -> "case:" + kind.word;
            case TASK_OFFER, TASK_START, TASK_COMPLETE, TASK_FAIL, TASK_WITHDRAW, TASK_END -> subject + ":" + kind.word;
        };
    }
}
