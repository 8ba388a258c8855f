package io.millrace.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SizeLimitTest {

    @Test
    void a_value_within_the_limit_passes() {
        assertThat(new SizeLimit(4).check("case '7'", Data.of("abc"))).isEmpty();
    }

    @Test
    void a_value_beyond_the_limit_is_refused_with_its_size() {
        assertThat(new SizeLimit(3).check("case '7'", Data.of("abc")).orElseThrow())
                .hasToString("The data of case '7' has 4 bytes; the limit is 3. Store large contents as files, or raise the limit. (MR-1032)");
    }

    @Test
    void a_value_that_unfolds_without_end_is_refused_at_once() {
        Data data = Data.of("x");
        for (int i = 0; i < 200; i++) {
            data = Data.items(data, data);
        }
        assertThat(new SizeLimit(1000).check("case '7'", data).orElseThrow().message())
                .contains("has more than 64000 bytes; the limit is 1000");
    }

    @Test
    void a_limit_allows_something() {
        assertThatThrownBy(() -> new SizeLimit(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
