package io.millrace.draw;

import java.util.ArrayList;
import java.util.List;

/** Texts in lines, and about how wide they are: the font of who looks is not known. */
final class Text {
    /** The size for which widths are given. */
    private static final double SIZE = 11;

    private Text() {}

    /** About how wide a text is, rather too wide than too narrow. */
    static double width(String text, double size) {
        double width = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            width += width(c);
            i += Character.charCount(c);
        }
        return width * size / SIZE;
    }

    private static double width(int c) {
        if ("iljtfrI.,:;'|!()[]/ -".indexOf(c) >= 0) {
            return 4.4;
        }
        if ("mwMW@%".indexOf(c) >= 0) {
            return 10.4;
        }
        return c > 0x2e80 ? 11.5 : Character.isUpperCase(c) ? 7.8 : 6.9;
    }

    /** A text in lines of at most so many characters; a word that is longer is broken where a part of it ends, if possible. */
    static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.strip().split("\\s+")) {
            String rest = word;
            if (line.length() + rest.length() + 1 > width) {
                flush(line, lines);
            }
            while (rest.length() > width) {
                int cut = cut(rest, width);
                // A character that Java keeps in two stays whole.
                cut -= Character.isLowSurrogate(rest.charAt(cut)) && Character.isHighSurrogate(rest.charAt(cut - 1)) ? 1 : 0;
                cut = cut == 0 ? Character.charCount(rest.codePointAt(0)) : cut;
                lines.add(rest.substring(0, cut));
                rest = rest.substring(cut);
            }
            line.append(line.isEmpty() ? "" : " ").append(rest);
        }
        flush(line, lines);
        return lines;
    }

    /** Where a long word is broken: behind punctuation, or where a capital follows a small letter. */
    private static int cut(String word, int width) {
        for (int i = Math.min(width + 1, word.length() - 1); i > width / 2; i--) {
            if (word.charAt(i - 1) == ',') {
                return i;
            }
        }
        for (int i = width; i > width / 2; i--) {
            char before = word.charAt(i - 1);
            char after = word.charAt(i);
            boolean capital = Character.isLowerCase(before) && Character.isUpperCase(after);
            if (capital || !Character.isLetterOrDigit(before) && before != '\'') {
                return i;
            }
        }
        return width;
    }

    private static void flush(StringBuilder line, List<String> lines) {
        if (!line.isEmpty()) {
            lines.add(line.toString());
            line.setLength(0);
        }
    }
}
