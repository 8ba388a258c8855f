package io.millrace.algebra;

/** Whole numbers that stand as text in the arguments of events. */
final class Numbers {
    private Numbers() {}

    static boolean isWhole(String text) {
        return text.matches("-?\\d{1,15}");
    }

    /** The number that is so much greater; a text that is no number keeps the sum to be seen, and equals nothing else. */
    static String plus(String constant, int plus) {
        return isWhole(constant) ? Long.toString(Long.parseLong(constant) + plus) : constant + (plus > 0 ? "+" : "") + plus;
    }
}
