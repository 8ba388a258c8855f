package io.millrace.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DataTest {

    @Test
    void fields_are_read_set_and_written() {
        Data claim = Data.fields("amount", 120, "items", List.of("tent", "boat"));
        assertThat(claim.at("amount").asInt()).isEqualTo(120);
        assertThat(claim.at("items").at(1).text()).isEqualTo("boat");
        assertThat(claim.with("paid", true).json())
                .isEqualTo("{\"amount\":120,\"items\":[\"tent\",\"boat\"],\"paid\":true}");
        assertThat(claim.with("amount", 7).json()).isEqualTo("{\"amount\":7,\"items\":[\"tent\",\"boat\"]}");
        assertThat(claim.without("amount").json()).isEqualTo("{\"items\":[\"tent\",\"boat\"]}");
        assertThat(claim.without("items").json()).isEqualTo("{\"amount\":120}");
        assertThat(claim.without("other")).isSameAs(claim);
        assertThat(claim.merge(Data.fields("paid", false, "amount", 3)).json())
                .isEqualTo("{\"amount\":3,\"items\":[\"tent\",\"boat\"],\"paid\":false}");
        assertThat(Data.nothing().with("a", null)).isEqualTo(Data.parse("{\"a\":null}"));
        assertThat(Data.nothing().plus(1).plus(2)).isEqualTo(Data.items(1, 2));
    }

    @Test
    void what_is_absent_reads_as_nothing() {
        Data data = Data.parse("{\"a\":null,\"l\":[1]}");
        assertThat(data.at("a").isNothing()).isTrue();
        assertThat(data.has("a")).isTrue();
        assertThat(data.at("b").isNothing()).isTrue();
        assertThat(data.has("b")).isFalse();
        assertThat(data.at("l").at(1).isNothing()).isTrue();
        assertThat(data.at("l").at(-1).isNothing()).isTrue();
        assertThat(data.at("l").at("x").at("y").at(3).isNothing()).isTrue();
    }

    @Test
    void a_value_of_another_kind_is_refused_with_what_was_found() {
        assertThatThrownBy(() -> Data.of("abc").asInt())
                .isInstanceOf(DataException.class)
                .hasMessage("The value does not have its declared type: a whole number was expected, found the text \"abc\"."
                        + " Send data of that type. (MR-2005)");
        assertThatThrownBy(() -> Data.of(1.5).asLong())
                .hasMessageContaining("64 bits was expected, found the number 1.5");
        assertThatThrownBy(() -> Data.of(1L << 40).asInt())
                .hasMessageContaining("a whole number of 32 bits was expected");
        assertThatThrownBy(() -> Data.of("x".repeat(99)).truth())
                .hasMessageContaining("true or false was expected, found the text \"" + "x".repeat(39) + "…\"");
        assertThatThrownBy(() -> Data.items(1, 2).text()).hasMessageContaining("found a list of 2");
        assertThatThrownBy(() -> Data.fields("a", 1, "b", 2).asList())
                .hasMessageContaining("found an object with the fields a, b");
        assertThatThrownBy(() -> Data.nothing().asMap())
                .hasMessageContaining("an object with fields was expected, found nothing");
        assertThatThrownBy(() -> Data.of(true).number()).hasMessageContaining("a number was expected, found true");
        assertThatThrownBy(() -> Data.of(7).with("a", 1)).hasMessageContaining("found the number 7");
    }

    @Test
    void numbers_are_exact_and_equal_however_they_are_written() {
        assertThat(Data.parse("1.0")).isEqualTo(Data.of(1)).hasSameHashCodeAs(Data.of(1));
        assertThat(Data.parse("1e2")).isEqualTo(Data.of(100));
        assertThat(Data.parse("-0.0")).isEqualTo(Data.of(0));
        assertThat(Data.parse("0.10")).isEqualTo(Data.of(0.1)).hasSameHashCodeAs(Data.of(0.1f));
        assertThat(Data.parse("1e400")).isEqualTo(Data.of(BigDecimal.TEN.pow(400)));
        assertThat(Data.parse("9223372036854775807").asLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(Data.parse("-9223372036854775808").asLong()).isEqualTo(Long.MIN_VALUE);
        assertThat(Data.parse("9223372036854775808").json()).isEqualTo("9223372036854775808");
        assertThat(Data.parse("1e30").json()).isEqualTo("1" + "0".repeat(30));
        assertThat(Data.parse("1e900").json()).isEqualTo("1E+900");
        assertThat(Data.parse("1.50e-900").json()).isEqualTo("1.5E-900");
        assertThat(Data.parse("123456.7890").json()).isEqualTo("123456.7890");
        assertThat((Data.Num) Data.of(2)).isLessThan((Data.Num) Data.of(2.5)).isGreaterThan((Data.Num) Data.of(-3));
    }

    @Test
    void numbers_beyond_the_limits_are_refused() {
        for (BigDecimal number : List.of(
                new BigDecimal("1e1001"),
                new BigDecimal("1e-1001"),
                new BigDecimal("1e2000000000"),
                new BigDecimal("1".repeat(1001)),
                new BigDecimal("1".repeat(9000)))) {
            assertThatThrownBy(() -> Data.of(number))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("A number has at most 1000 digits and an exponent from -1000 to 1000.");
        }
        assertThat(Data.of(new BigDecimal("0e2000000000"))).isEqualTo(Data.of(0));
        assertThat(Data.of(new BigDecimal("1".repeat(1000))).json()).hasSize(1000);
        assertThat(Data.of(Double.MIN_VALUE).asDouble()).isEqualTo(Double.MIN_VALUE);
        assertThat(Data.of(Double.MAX_VALUE).asDouble()).isEqualTo(Double.MAX_VALUE);
    }

    @Test
    void the_order_of_fields_is_kept_but_does_not_count() {
        Data one = Data.fields("b", 1, "a", 2);
        Data other = Data.fields("a", 2, "b", 1);
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
        assertThat(one.json()).isEqualTo("{\"b\":1,\"a\":2}");
        assertThat(one)
                .isNotEqualTo(Data.fields("a", 1, "b", 2))
                .isNotEqualTo(Data.fields("a", 2))
                .isNotEqualTo(Data.fields("a", 2, "c", 1));
    }

    @Test
    void many_fields_are_found_like_few() {
        Data many = Data.fields();
        Data reversed = Data.fields();
        for (int i = 0; i < 100; i++) {
            many = many.with("field" + i, i);
            reversed = reversed.with("field" + (99 - i), 99 - i);
        }
        for (int i = 0; i < 100; i++) {
            assertThat(many.at("field" + i).asInt()).isEqualTo(i);
        }
        assertThat(many.at("field100").isNothing()).isTrue();
        assertThat(many).isEqualTo(reversed).hasSameHashCodeAs(reversed);
        Data fewer = many;
        for (int i = 0; i < 95; i++) {
            fewer = fewer.without("field" + i);
        }
        assertThat(fewer.json())
                .isEqualTo("{\"field95\":95,\"field96\":96,\"field97\":97,\"field98\":98,\"field99\":99}");
    }

    @Test
    void fields_are_seen_as_a_map_that_cannot_be_changed() {
        Map<String, Data> map = Data.fields("b", 1, "a", 2).asMap();
        assertThat(map).containsExactly(Map.entry("b", Data.of(1)), Map.entry("a", Data.of(2)));
        assertThat(map.get("a")).isEqualTo(Data.of(2));
        assertThat(map.get("c")).isNull();
        assertThatThrownBy(() -> map.put("c", Data.of(3))).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> Data.items(1).asList().add(Data.of(3)))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> Data.items(1).asList().set(0, Data.of(3)))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void nesting_is_limited_from_construction_on() {
        Data deep = Data.items();
        for (int i = 1; i < 2 * Data.MAX_DEPTH; i++) {
            deep = Data.items(deep);
        }
        Data deepest = deep;
        assertThat(Data.fromBytes(deepest.toBytes())).isEqualTo(deepest);
        assertThat(deepest.json()).hasSize(4 * Data.MAX_DEPTH);
        assertThatThrownBy(() -> Data.items(deepest))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1024 deep");
        assertThatThrownBy(() -> Data.fields("a", deepest)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void names_and_values_are_given_in_turn() {
        assertThatThrownBy(() -> Data.fields("a", 1, "b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in turn");
        assertThatThrownBy(() -> Data.fields("a", 1, 2, "b")).hasMessage("The name of a field is a String, not 2.");
        assertThatThrownBy(() -> Data.fields("a", 1, "a", 2)).hasMessage("The field 'a' is given twice.");
    }

    @Test
    void small_values_are_shared() {
        assertThat(Data.parse("7")).isSameAs(Data.of(7));
        assertThat(Data.parse("true")).isSameAs(Data.of(true));
        assertThat(Data.parse("null")).isSameAs(Data.nothing());
        assertThat(Data.parse("{}")).isSameAs(Data.fields());
        String once = Data.fromBytes(Data.fields("customer", 1).toBytes()).asMap().keySet().iterator().next();
        String again = Data.fromBytes(Data.fields("customer", 2).toBytes()).asMap().keySet().iterator().next();
        assertThat(once).isSameAs(again);
    }

    @Test
    void people_get_indented_json() {
        assertThat(Data.parse("{\"a\":[1,{}],\"b\":[],\"c\":{\"d\":null}}").pretty())
                .isEqualTo(
                        """
                        {
                          "a": [
                            1,
                            {}
                          ],
                          "b": [],
                          "c": {
                            "d": null
                          }
                        }""");
    }

    @Test
    void a_decimal_number_keeps_its_scale_and_equals_every_number_of_its_value() {
        BigDecimal price = new BigDecimal("10.50");
        Data data = Data.of(price);
        assertThat(data.number()).isEqualTo(price);
        assertThat(data.as(BigDecimal.class)).isEqualTo(price);
        assertThat(Data.fromBytes(data.toBytes()).number()).isEqualTo(price);
        assertThat(Data.parse(data.json()).number()).isEqualTo(price);
        assertThat(data.json()).isEqualTo("10.50");
        assertThat(data.size()).isEqualTo(data.toBytes().length);
        assertThat(data).isEqualTo(Data.of(new BigDecimal("10.5"))).hasSameHashCodeAs(Data.of(10.5));
        Data whole = Data.of(new BigDecimal("120.00"));
        assertThat(whole.number()).isEqualTo(new BigDecimal("120.00"));
        assertThat(whole.asInt()).isEqualTo(120);
        assertThat(whole).isEqualTo(Data.of(120)).hasSameHashCodeAs(Data.of(120));
        assertThat(Data.fromBytes(whole.toBytes()).json()).isEqualTo("120.00");
        Data zero = Data.of(new BigDecimal("0.00"));
        assertThat(zero.json()).isEqualTo("0.00");
        assertThat(zero).isEqualTo(Data.of(0)).hasSameHashCodeAs(Data.of(0));
        assertThat(Data.of(1.0).json()).isEqualTo("1");
        assertThat(Data.fields("a", price, "b", Data.items(whole)).normal().json()).isEqualTo("{\"a\":10.5,\"b\":[120]}");
    }
}
