package io.millrace.exchange;

import io.millrace.data.Data;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The values of attributes as logs write them; null for what is none. */
final class XesValues {
    private static final int LONGEST_NUMBER = 400;

    /** Zones are written with and without a colon, and left out; a blank stands for the T in some logs. */
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart().appendLiteral('T').optionalEnd()
            .optionalStart().appendLiteral(' ').optionalEnd()
            .appendPattern("HH:mm")
            .optionalStart().appendPattern(":ss").optionalStart().appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true).optionalEnd().optionalEnd()
            .optionalStart().appendOffset("+HH:MM", "Z").optionalEnd()
            .optionalStart().appendOffset("+HHMM", "Z").optionalEnd()
            .toFormatter(Locale.ROOT);

    private XesValues() {}

    static @Nullable Instant instant(String text) {
        try {
            TemporalAccessor read = TIME.parseBest(text.strip(), OffsetDateTime::from, LocalDateTime::from);
            return read instanceof OffsetDateTime time ? time.toInstant() : LocalDateTime.from(read).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return null;
        }
    }

    static @Nullable Data number(String text) {
        String given = text.strip();
        try {
            return given.length() > LONGEST_NUMBER ? null : Data.of(new BigDecimal(given));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Infinities and what is no number stay words: data has no value for them. */
    static @Nullable Data real(String text) {
        return switch (text.strip()) {
            case "NaN", "INF", "-INF", "Infinity", "-Infinity" -> Data.of(text.strip());
            default -> number(text);
        };
    }

    static @Nullable Data truth(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true", "1" -> Data.of(true);
            case "false", "0" -> Data.of(false);
            default -> null;
        };
    }
}
