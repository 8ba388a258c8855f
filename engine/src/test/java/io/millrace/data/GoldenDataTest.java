package io.millrace.data;

import io.millrace.kernel.Golden;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every kind of value keeps its bytes. */
class GoldenDataTest {
    @Test
    void every_value_keeps_its_bytes() {
        new Golden<Data>(GoldenDataTest.class, "values-1.hex", Out::data, In::data)
                .check(Data.class, List.of(
                        Data.nothing(),
                        Data.of(true),
                        Data.of(false),
                        Data.of(0),
                        Data.of(-1),
                        Data.of(300),
                        Data.of(Long.MIN_VALUE),
                        Data.of(12.5),
                        Data.of(new BigDecimal("-1234567890123456789012345678901234567890.0123456789")),
                        Data.of(new BigDecimal("1E+300")),
                        Data.of(""),
                        Data.of("a text, größer als ASCII: 水車 \uD83D\uDCA7"),
                        Data.items(),
                        Data.items(1, "two", Data.nothing(), Data.items(true)),
                        Data.fields(),
                        Data.fields("a", 1, "b", Data.fields("c", "d"))));
    }
}
