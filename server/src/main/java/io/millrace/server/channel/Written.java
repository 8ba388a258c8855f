package io.millrace.server.channel;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.data.Mismatch;
import io.millrace.data.Shape;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Values as people write them in forms and mails. */
public final class Written {
    private static final int LONGEST_NUMBER = 100;
    private static final List<String> FILE = List.of("bytes", "file", "name");

    private Written() {}

    /** A text that is not what its type says. The message completes the sentence "It must be …". */
    public static final class Misfit extends Exception {
        private static final long serialVersionUID = 1;

        Misfit(String expected) {
            super(expected);
        }
    }

    /**
     * The value that a text stands for; nothing if it is blank.
     *
     * @param between what separates the items of a list
     */
    public static Data read(Shape shape, String text, String between) throws Misfit {
        String plain = text.replace("\r\n", "\n").strip();
        if (plain.isEmpty()) {
            return Data.nothing();
        }
        Data value =
                switch (shape) {
                    case Shape.Simple simple -> simple(simple, plain);
                    case Shape.OneOf choice -> chosen(choice, plain);
                    case Shape.OrNothing other -> read(other.shape(), plain, between);
                    case Shape.ListOf list when isPlain(list.element()) -> items(list.element(), plain, between);
                    case Shape.ListOf list -> json(plain);
                    case Shape.MapOf map -> json(plain);
                    case Shape.FieldsOf fields -> json(plain);
                };
        List<Mismatch> wrong = shape.check(value);
        if (!wrong.isEmpty()) {
            throw new Misfit(wrong.getFirst().expected() + (wrong.getFirst().path().isEmpty() ? "" : " at '" + wrong.getFirst().path() + "'"));
        }
        return value;
    }

    /** Whether a value can be written as one line of text. */
    public static boolean isPlain(Shape shape) {
        return shape instanceof Shape.Simple || shape instanceof Shape.OneOf || shape instanceof Shape.OrNothing other && isPlain(other.shape());
    }

    /** The same type without "or nothing". */
    public static Shape bare(Shape shape) {
        return shape instanceof Shape.OrNothing other ? bare(other.shape()) : shape;
    }

    /** Whether a type is that of references to files: the fields file, name and bytes. */
    public static boolean isFile(Shape shape) {
        return bare(shape) instanceof Shape.FieldsOf fields && fields.fields().stream().map(Shape.Field::name).sorted().toList().equals(FILE);
    }

    /** Whether a type is that of lists of files. */
    public static boolean isFiles(Shape shape) {
        return bare(shape) instanceof Shape.ListOf list && isFile(list.element());
    }

    private static Data simple(Shape.Simple shape, String plain) throws Misfit {
        try {
            return switch (shape) {
                case ANY -> anything(plain);
                case TEXT -> Data.of(plain);
                case NUMBER -> number(plain);
                case DOUBLE -> Shape.Simple.isNoNumber(plain) ? Data.of(plain) : number(plain);
                case INTEGER -> {
                    Data number = number(plain);
                    if (!(number instanceof Data.Num given) || !given.isWhole()) {
                        throw new Misfit("a whole number such as 12");
                    }
                    yield number;
                }
                case TRUTH -> truth(plain);
                case INSTANT -> instant(plain);
                case DURATION -> Data.of(Duration.parse(plain.toUpperCase(Locale.ROOT)).toString());
                case DATE -> Data.of(LocalDate.parse(plain).toString());
            };
        } catch (DateTimeException e) {
            throw new Misfit(
                    switch (shape) {
                        case DATE -> "a date such as 2030-01-31";
                        case DURATION -> "a duration such as PT1H30M";
                        case INSTANT, ANY, TEXT, NUMBER, DOUBLE, INTEGER, TRUTH -> "an instant such as 2030-01-31T12:00:00Z";
                    });
        }
    }

    private static Data anything(String plain) {
        try {
            return Data.parse(plain);
        } catch (DataException e) {
            return Data.of(plain);
        }
    }

    private static Data json(String plain) throws Misfit {
        try {
            return Data.parse(plain);
        } catch (DataException e) {
            throw new Misfit("JSON");
        }
    }

    private static Data number(String plain) throws Misfit {
        if (plain.length() <= LONGEST_NUMBER && plain.matches("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)")) {
            return Data.of(new BigDecimal(plain));
        }
        throw new Misfit("a number such as 12.50, with a point and without other signs");
    }

    private static Data truth(String plain) throws Misfit {
        return switch (plain.toLowerCase(Locale.ROOT)) {
            case "yes", "true" -> Data.of(true);
            case "no", "false" -> Data.of(false);
            default -> throw new Misfit("yes or no");
        };
    }

    /** Browsers give an instant without seconds and without a zone; the page says that it is UTC. */
    private static Data instant(String plain) {
        return plain.endsWith("Z") || plain.matches(".*[+-]\\d\\d:\\d\\d")
                ? Data.of(java.time.OffsetDateTime.parse(plain).toInstant().toString())
                : Data.of(LocalDateTime.parse(plain).toInstant(ZoneOffset.UTC).toString());
    }

    private static Data chosen(Shape.OneOf choice, String plain) throws Misfit {
        for (Data value : choice.values()) {
            if (shown(value).equals(plain)) {
                return value;
            }
        }
        for (Data value : choice.values()) {
            if (shown(value).equalsIgnoreCase(plain)) {
                return value;
            }
        }
        throw new Misfit("one of " + choice.values().stream().map(Written::shown).collect(Collectors.joining(", ")));
    }

    private static Data items(Shape element, String plain, String between) throws Misfit {
        Data all = Data.items();
        for (String item : Arrays.stream(plain.split(between)).map(String::strip).filter(item -> !item.isEmpty()).toList()) {
            all = all.plus(read(element, item, between));
        }
        return all;
    }

    /** A value as it is shown to people. */
    public static String shown(Data value) {
        return switch (value) {
            case Data.Text text -> text.value();
            case Data.Nothing nothing -> "";
            case Data.Truth truth -> truth.value() ? "yes" : "no";
            case Data.Num number -> number.json();
            case Data.Items items when items.asList().stream().allMatch(Written::isPlain) ->
                items.asList().stream().map(Written::shown).collect(Collectors.joining("\n"));
            case Data.Items items -> items.pretty();
            case Data.Fields fields -> fields.pretty();
        };
    }

    private static boolean isPlain(Data value) {
        return !(value instanceof Data.Items) && !(value instanceof Data.Fields);
    }

    /** An instant as it is shown to people. */
    public static String shown(Instant instant) {
        return instant.atZone(ZoneOffset.UTC).toLocalDateTime().withNano(0).toString().replace('T', ' ') + " UTC";
    }

    /** A name as a label: {@code claimAmount} as Claim amount. */
    public static String label(String name) {
        String words = name.replaceAll("([\\p{Ll}\\p{N}])(\\p{Lu})", "$1 $2").replaceAll("[_.-]+", " ").strip();
        if (words.isEmpty()) {
            return name;
        }
        String small = words.toLowerCase(Locale.ROOT);
        return small.substring(0, 1).toUpperCase(Locale.ROOT) + small.substring(1);
    }

    /** A name of a file that came from outside: its last step, without signs that mean something to a system. */
    public static String fileName(String given) {
        String last = given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
        String plain = last.codePoints()
                .filter(c -> !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT && "<>:\"|?*".indexOf(c) < 0)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip()
                .replaceFirst("^\\.+", "");
        String named = plain.isBlank() ? "file" : plain;
        return named.codePointCount(0, named.length()) <= 150 ? named : named.substring(named.offsetByCodePoints(named.length(), -150));
    }
}
