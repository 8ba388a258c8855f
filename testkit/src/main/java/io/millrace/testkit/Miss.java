package io.millrace.testkit;

/** An expectation that does not hold. */
final class Miss extends Exception {
    final String expected;
    final String seen;

    Miss(String expected, String seen) {
        super("expected " + expected + ", seen " + seen, null, false, false);
        this.expected = expected;
        this.seen = seen;
    }
}
