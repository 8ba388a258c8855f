package io.millrace.server.channel;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A text with placeholders: {@code Please look at claim {claim.number}}. A placeholder is a path into the input of the work; those that
 * begin with {@code @} are about the work itself. Two braces stand for one. Immutable.
 */
public final class Template {
    private sealed interface Piece {}

    private record Plain(String text) implements Piece {}

    private record Hole(String name) implements Piece {}

    private final String text;
    private final List<Piece> pieces;

    private Template(String text, List<Piece> pieces) {
        this.text = text;
        this.pieces = List.copyOf(pieces);
    }

    /** Reads a text; one whose braces do not fit is an {@link IllegalArgumentException}. */
    public static Template parse(String text) {
        List<Piece> pieces = new ArrayList<>();
        StringBuilder plain = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            boolean twice = at + 1 < text.length() && text.charAt(at + 1) == c;
            if ((c == '{' || c == '}') && twice) {
                plain.append(c);
                at++;
            } else if (c == '{') {
                int end = text.indexOf('}', at);
                String name = end < 0 ? "" : text.substring(at + 1, end);
                if (!name.matches("@?[\\p{L}_][\\p{L}\\p{N}_.-]*")) {
                    throw new IllegalArgumentException("has a brace without a name in it at character " + (at + 1));
                }
                pieces.add(new Plain(plain.toString()));
                plain.setLength(0);
                pieces.add(new Hole(name));
                at = end;
            } else if (c == '}') {
                throw new IllegalArgumentException("has a closing brace without an opening one at character " + (at + 1));
            } else {
                plain.append(c);
            }
        }
        pieces.add(new Plain(plain.toString()));
        return new Template(text, pieces);
    }

    /** The names of the placeholders, in order. */
    public List<String> names() {
        return pieces.stream().filter(Hole.class::isInstance).map(piece -> ((Hole) piece).name()).toList();
    }

    /** Whether it is one placeholder and nothing else, so that its value can be of any type. */
    public boolean isHole() {
        return names().size() == 1 && pieces.stream().allMatch(piece -> piece instanceof Hole || ((Plain) piece).text().isEmpty());
    }

    /** How long the text is before the first placeholder. */
    public String prefix() {
        return ((Plain) pieces.getFirst()).text();
    }

    /**
     * The text with values.
     *
     * @param place what it is for, for a complaint about a value
     * @param form how a value is written there
     */
    public String expand(Values values, String place, UnaryOperator<String> form) {
        StringBuilder all = new StringBuilder();
        for (Piece piece : pieces) {
            switch (piece) {
                case Plain plain -> all.append(plain.text());
                case Hole hole -> all.append(form.apply(written(hole.name(), values.of(hole.name()), place)));
            }
        }
        return all.toString();
    }

    private static String written(String name, Data value, String place) {
        return switch (value) {
            case Data.Text given -> given.value();
            case Data.Nothing nothing -> throw new RefusedException(Code.BAD_VALUE.with(name, place, "the input of the work has none"));
            case Data.Num number -> number.json();
            case Data.Truth truth -> truth.json();
            case Data.Items items -> items.json();
            case Data.Fields fields -> fields.json();
        };
    }

    /** The text on one line: a value that has more than one, or other control characters, is refused. */
    public String line(Values values, String place) {
        return expand(values, place, value -> {
            if (value.codePoints().anyMatch(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029)) {
                throw new RefusedException(Code.BAD_VALUE.with(String.join(", ", names()), place, "it has a line break or another control character"));
            }
            return value;
        });
    }

    @Override
    public String toString() {
        return text;
    }
}
