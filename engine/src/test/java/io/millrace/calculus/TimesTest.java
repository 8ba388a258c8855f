package io.millrace.calculus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimesTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void moments_are_read_as_people_write_them() {
        assertThat(moment("2026-02-28T10:30:00Z")).isEqualTo("2026-02-28T10:30:00Z");
        assertThat(moment("2026-02-28T10:30:00.25+01:00")).isEqualTo("2026-02-28T09:30:00.250Z");
        assertThat(moment("2026-02-28T10:30")).isEqualTo("2026-02-28T10:30:00Z");
        assertThat(moment(" 2026-02-28 10:30:15 ")).isEqualTo("2026-02-28T10:30:15Z");
        assertThat(moment("2026-02-28")).isEqualTo("2026-02-28T00:00:00Z");
        assertThat(moment("0")).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(moment("1772366400.5")).isEqualTo("2026-03-01T12:00:00.500Z");
        assertThat(moment("-1.5")).isEqualTo("1969-12-31T23:59:58.500Z");
        assertThat(moment("now")).isEqualTo(NOW.toString());
        assertThat(moment("now - 2h")).isEqualTo("2026-03-01T10:00:00Z");
        assertThat(moment("now-1h30m")).isEqualTo("2026-03-01T10:30:00Z");
        assertThat(moment("now + 1d")).isEqualTo("2026-03-02T12:00:00Z");
        assertThat(moment("-2h")).isEqualTo("2026-03-01T10:00:00Z");
    }

    private static String moment(String text) {
        return Times.moment(text, NOW).toString();
    }

    @Test
    void what_is_no_moment_is_refused_with_examples() {
        for (String text : new String[] {"", "tomorrow", "2026-02-30", "2h", "now - 2 h", "now -", "12:00", "2026-02-28T25:00:00Z"}) {
            assertThatThrownBy(() -> Times.moment(text, NOW))
                    .hasMessageStartingWith("'" + text + "' is not a time. Write an ISO instant such as 2026-03-01T12:00:00Z, a date, ")
                    .hasMessageEndingWith("(MR-5011)");
        }
    }

    @Test
    void spans_are_read_in_their_units() {
        assertThat(Times.span("1w2d3h4m5s6ms")).isEqualTo(Duration.ofDays(9).plusHours(3).plusMinutes(4).plusSeconds(5).plusMillis(6));
        assertThat(Times.span("90m")).isEqualTo(Duration.ofMinutes(90));
        assertThat(Times.span("")).isNull();
        assertThat(Times.span("5")).isNull();
    }
}
