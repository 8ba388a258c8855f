package io.millrace.query;

import java.util.List;

/**
 * What was read of a journal, and what in it cannot be so.
 *
 * @param withoutLanguage how many cases were replayed without the language of their process
 * @param more how many findings there are beyond those listed
 */
public record JournalReport(
        long entities, long turns, long events, long withoutLanguage, List<Finding> findings, long more) {
    /** Something that cannot be so. */
    public record Finding(String place, String what) {
        @Override
        public String toString() {
            return place + ": " + what;
        }
    }

    public JournalReport {
        findings = List.copyOf(findings);
    }

    /** Whether nothing is wrong. */
    public boolean isIntact() {
        return findings.isEmpty();
    }
}
