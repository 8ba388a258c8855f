package io.millrace.query;

import java.util.List;

/**
 * The result of checking a journal: how much was read, and the inconsistencies. Immutable.
 *
 * @param withoutLanguage how many cases were replayed without the language of their process
 * @param more how many findings there are beyond those listed
 */
public record JournalReport(
        long entities, long turns, long events, long withoutLanguage, List<Finding> findings, long more) {
    /** An inconsistency. */
    public record Finding(String place, String what) {
        @Override
        public String toString() {
            return place + ": " + what;
        }
    }

    public JournalReport {
        findings = List.copyOf(findings);
    }

    /** Whether there is no finding. */
    public boolean isIntact() {
        return findings.isEmpty();
    }
}
