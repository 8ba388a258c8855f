package io.millrace.server.http;

/** What a caller sent, short enough to be repeated in a message. */
public final class Brief {
    private static final int LENGTH = 60;

    private Brief() {}

    public static String of(String text) {
        String shown = text.codePoints()
                .limit(LENGTH)
                .map(point -> Character.isISOControl(point) ? ' ' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return shown.length() < text.length() ? shown + "…" : shown;
    }
}
