package io.millrace.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The output of a command and its capabilities. Only terminals get colours and cursor movements; pipes and files get plain text.
 *
 * @param colours whether styles are shown
 * @param live whether lines may be drawn over
 * @param width how many characters fit into a line
 */
public record Screen(PrintStream out, PrintStream err, boolean colours, boolean live, int width) {
    private static final int USUAL_WIDTH = 100;

    /** Styles of text. */
    public enum Style {
        STRONG("1"),
        FAINT("2"),
        GOOD("32"),
        BAD("31"),
        WARN("33"),
        NAME("36");

        private final String code;

        Style(String code) {
            this.code = code;
        }
    }

    /** The streams of this process, with regard to {@code NO_COLOR} and dumb terminals. */
    public static Screen ofThisProcess() {
        boolean terminal = onTerminal();
        boolean dumb = "dumb".equals(System.getenv("TERM"));
        boolean plain = given("NO_COLOR") || dumb;
        return new Screen(utf8(System.out), utf8(System.err), terminal && !plain, terminal && !dumb, columns());
    }

    /** Plain text of the usual width, as for a pipe. */
    public static Screen plain(PrintStream out, PrintStream err) {
        return new Screen(out, err, false, false, Integer.MAX_VALUE);
    }

    private static PrintStream utf8(PrintStream stream) {
        return new PrintStream(stream, false, StandardCharsets.UTF_8);
    }

    /** Java cannot tell whether its standard output alone is a terminal, so the script does. */
    private static boolean onTerminal() {
        return "1".equals(System.getenv("MILL_TERMINAL"));
    }

    private static int columns() {
        String told = System.getenv("COLUMNS");
        try {
            return told == null ? onTerminal() ? USUAL_WIDTH : Integer.MAX_VALUE : Math.max(40, Integer.parseInt(told));
        } catch (NumberFormatException e) {
            return USUAL_WIDTH;
        }
    }

    private static boolean given(String variable) {
        String value = System.getenv(variable);
        return value != null && !value.isEmpty();
    }

    public void println(String line) {
        out.println(line);
    }

    public void println() {
        out.println();
    }

    /** Prints one sentence to standard error. */
    public void complain(String sentence) {
        out.flush();
        err.println(sentence);
        err.flush();
    }

    public void flush() {
        out.flush();
        err.flush();
    }

    public String style(Style style, String text) {
        return colours && !text.isEmpty() ? "\u001b[" + style.code + "m" + text + "\u001b[0m" : text;
    }
}
