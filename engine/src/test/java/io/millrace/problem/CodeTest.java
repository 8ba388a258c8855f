package io.millrace.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CodeTest {
    @Test
    void a_message_shows_the_beginning_and_the_end_of_a_long_detail() {
        String message = Code.DATA_TYPE.with("'" + "x".repeat(100_000) + "' of the input", "a text was expected").message();
        assertThat(message).hasSizeLessThan(2_000).contains("'xxx").contains("x…x").contains("xxx' of the input").endsWith("(MR-2005)");
    }

    @Test
    void a_message_repeats_a_usual_detail_as_it_is() {
        String detail = "line one\r\n" + "y".repeat(900);
        assertThat(Code.UNKNOWN_PROCESS.with(detail).message()).contains(detail);
        String excerpt = "z".repeat(800) + "\n" + " ".repeat(700) + "^\n" + "z".repeat(800);
        assertThat(Code.UNKNOWN_PROCESS.with(excerpt).message()).contains(excerpt);
    }

    @Test
    void a_message_repeats_few_of_very_many_lines() {
        assertThat(Code.UNKNOWN_PROCESS.with("a\n".repeat(1_000_000)).message()).hasSizeLessThan(21_000).contains("…'");
    }

    @Test
    void no_character_is_torn() {
        for (int shift = 0; shift < 2; shift++) {
            String message = Code.UNKNOWN_PROCESS.with("a".repeat(shift) + "😀".repeat(2_000)).message();
            assertThat(new String(message.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)).isEqualTo(message);
        }
    }
}
