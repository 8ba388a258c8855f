package io.millrace.data;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Java types whose {@code toString} is a standard text that reads back as the same object. */
final class IsoTexts {
    private record Kind(String name, Function<String, Object> reader) {}

    private static final Map<Class<?>, Kind> KINDS = Map.of(
            Instant.class, new Kind("an instant such as 2000-01-31T12:00:00Z", Instant::parse),
            Duration.class, new Kind("a duration such as PT1H30M", Duration::parse),
            LocalDate.class, new Kind("a date such as 2000-01-31", LocalDate::parse),
            LocalTime.class, new Kind("a time of day such as 12:00", LocalTime::parse),
            LocalDateTime.class, new Kind("a date and time such as 2000-01-31T12:00", LocalDateTime::parse),
            OffsetDateTime.class, new Kind("a time with offset such as 2000-01-31T12:00+01:00", OffsetDateTime::parse),
            ZonedDateTime.class, new Kind("a time with zone such as 2000-01-31T12:00+01:00[Europe/Paris]", ZonedDateTime::parse),
            Period.class, new Kind("a period such as P1M", Period::parse),
            UUID.class, new Kind("a UUID", IsoTexts::uuid));

    private IsoTexts() {}

    static boolean isKnown(Class<?> type) {
        return KINDS.containsKey(type);
    }

    /** What a text of this known type looks like. */
    static String name(Class<?> type) {
        return kind(type).name();
    }

    /** The object that a text stands for, or null if it is none of this known type. */
    static @Nullable Object read(String text, Class<?> type) {
        try {
            return kind(type).reader().apply(text);
        } catch (DateTimeException | IllegalArgumentException | ArithmeticException notOne) {
            return null;
        }
    }

    private static Kind kind(Class<?> type) {
        Kind kind = KINDS.get(type);
        if (kind == null) {
            throw new IllegalArgumentException(type.getName() + " has no standard text.");
        }
        return kind;
    }

    /** Stricter than UUID.fromString, which takes groups of any length. */
    private static UUID uuid(String text) {
        UUID uuid = UUID.fromString(text);
        if (!uuid.toString().equalsIgnoreCase(text)) {
            throw new IllegalArgumentException(text);
        }
        return uuid;
    }
}
