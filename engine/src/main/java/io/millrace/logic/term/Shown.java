package io.millrace.logic.term;

/** How a term shows itself in a debugger or a message: the beginning of its text. */
final class Shown {
    private static final int LONG_ENOUGH = 2000;

    private Shown() {}

    static String of(Term term) {
        return Writer.quoted().withMaxLength(LONG_ENOUGH).write(term);
    }
}
