package io.millrace.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShapeTest {
    private static final Shape CLAIM = Shape.fields(
            Shape.field("amount", Shape.number()),
            Shape.field("items", Shape.listOf(Shape.fields(Shape.field("amount", Shape.integer())))),
            Shape.optional("note", Shape.text()),
            Shape.optional("state", Shape.oneOf("new", "paid", 7)),
            Shape.optional("rates", Shape.mapOf(Shape.nullable(Shape.number()))));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"amount\":1.5,\"items\":[]}",
                "{\"items\":[{\"amount\":1},{\"amount\":1e40}],\"amount\":1}",
                "{\"amount\":1,\"items\":[],\"note\":null,\"state\":\"paid\",\"rates\":{\"a\":1,\"b\":null}}",
                "{\"amount\":1,\"items\":[],\"state\":7.0}",
            })
    void data_of_the_declared_type_fits(String json) {
        assertThat(CLAIM.check(Data.parse(json))).isEmpty();
        assertThat(CLAIM.problem("The claim", Data.parse(json))).isEmpty();
    }

    @Test
    void what_does_not_fit_is_told_with_its_path() {
        Data data = Data.parse("""
                {"items": [{"amount": 1}, 5, {"amount": 1.5}, {}], "note": 3, "state": "old", "rates": {"a b": "x"}, "more": true}""");
        assertThat(CLAIM.check("claim", data))
                .extracting(Mismatch::toString)
                .containsExactly(
                        "at 'claim.amount' a number was expected, found no such field",
                        "at 'claim.items[1]' an object with fields was expected, found the number 5",
                        "at 'claim.items[2].amount' a whole number was expected, found the number 1.5",
                        "at 'claim.items[3].amount' a whole number was expected, found no such field",
                        "at 'claim.note' a text was expected, found the number 3",
                        "at 'claim.state' one of \"new\", \"paid\", 7 was expected, found the text \"old\"",
                        "at 'claim.rates[\"a b\"]' a number was expected, found the text \"x\"",
                        "at 'claim.more' no such field was expected, found true");
        assertThat(CLAIM.check(Data.of("x")))
                .containsExactly(new Mismatch("", "an object with fields", "the text \"x\""));
    }

    @Test
    void a_refusal_is_one_sentence() {
        assertThat(CLAIM.problem("The input of 'trip'", Data.parse("{\"amount\":\"many\",\"items\":[]}")).orElseThrow())
                .hasToString("The input of 'trip' does not have its declared type: at 'amount' a number was expected,"
                        + " found the text \"many\". Send data of that type. (MR-2005)");
        assertThat(Shape.listOf(Shape.text()).problem("It", Data.items(1, 2, 3, 4)).orElseThrow().message())
                .contains("at '[2]' a text was expected, found the number 3; and more.");
    }

    @Test
    void a_flood_of_mistakes_is_cut() {
        Data data = Data.of(Collections.nCopies(100_000, "x"));
        assertThat(Shape.listOf(Shape.number()).check(data)).hasSize(50);
    }

    @Test
    void simple_shapes_know_their_values() {
        record Row(Shape shape, String good, String bad) {}
        for (Row row : List.of(
                new Row(Shape.text(), "\"\"", "1"),
                new Row(Shape.number(), "1.5", "\"1\""),
                new Row(Shape.integer(), "2.0", "2.5"),
                new Row(Shape.truth(), "false", "0"),
                new Row(Shape.instant(), "\"2000-01-31T12:00:00Z\"", "\"2000-01-31\""),
                new Row(Shape.duration(), "\"PT5M\"", "\"5m\""),
                new Row(Shape.date(), "\"2000-02-29\"", "\"2001-02-29\""),
                new Row(Shape.listOf(Shape.any()), "[null]", "{}"),
                new Row(Shape.mapOf(Shape.any()), "{\"a\":null}", "[]"),
                new Row(Shape.fields(), "{}", "{\"a\":1}"),
                new Row(Shape.fields().opened(), "{\"a\":1}", "null"),
                new Row(Shape.oneOf(1, "a", true), "true", "false"),
                new Row(Shape.nullable(Shape.text()), "null", "1"),
                new Row(Shape.field("x", Shape.nullable(Shape.text())).shape(), "\"x\"", "[]"))) {
            assertThat(row.shape().check(Data.parse(row.good()))).as(row.toString()).isEmpty();
            assertThat(row.shape().check(Data.parse(row.bad()))).as(row.toString()).hasSize(1);
            assertThat(row.shape().check(Data.nothing()).isEmpty()).isEqualTo(row.shape() instanceof Shape.OrNothing);
        }
        assertThat(Shape.any().check(Data.nothing())).isEmpty();
    }

    @Test
    void a_required_field_must_be_there_even_if_it_may_hold_nothing() {
        Shape shape = Shape.fields(Shape.field("a", Shape.nullable(Shape.text())));
        assertThat(shape.check(Data.parse("{\"a\":null}"))).isEmpty();
        assertThat(shape.check(Data.parse("{}")))
                .containsExactly(new Mismatch("a", "a text or nothing", "no such field"));
    }

    @Test
    void a_shape_describes_itself() {
        assertThat(CLAIM.describe())
                .isEqualTo("{amount: number, items: list of {amount: integer}, note?: text, state?: \"new\" | \"paid\" | 7,"
                        + " rates?: map of number or nothing}");
        assertThat(Shape.fields().opened().describe()).isEqualTo("{…}");
    }

    @Test
    void a_shape_is_stored_as_data() {
        assertThat(CLAIM.toData().json())
                .isEqualTo("{\"fields\":{\"amount\":\"number\",\"items\":{\"list\":{\"fields\":{\"amount\":\"integer\"}}},"
                        + "\"note\":\"text\",\"state\":{\"oneOf\":[\"new\",\"paid\",7]},\"rates\":{\"map\":{\"nullable\":\"number\"}}},"
                        + "\"optional\":[\"note\",\"state\",\"rates\"]}");
        assertThat(Shape.fromData(Data.fromBytes(CLAIM.toData().toBytes()))).isEqualTo(CLAIM);
        for (Shape.Simple simple : Shape.Simple.values()) {
            assertThat(Shape.fromData(simple.toData())).isEqualTo(simple);
        }
        Shape open = Shape.fields(Shape.field("open", Shape.any())).opened();
        assertThat(Shape.fromData(open.toData())).isEqualTo(open);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "\"strange\"",
                "{}",
                "{\"list\":1}",
                "{\"oneOf\":[]}",
                "{\"fields\":{\"a\":{\"map\":[]}}}",
                "{\"fields\":{},\"optional\":1}",
                "{\"fields\":{},\"open\":1}"
            })
    void what_is_not_the_form_of_a_shape_is_refused(String json) {
        assertThatThrownBy(() -> Shape.fromData(Data.parse(json)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("MR-2005");
    }

    enum Colour {
        RED,
        GREEN
    }

    record Part(String name, Optional<BigDecimal> price) {}

    record Whole(
            int count, List<Part> parts, @Nullable Colour colour, Instant at, Map<String, Object> more, boolean[] flags, @Nullable Whole inner) {}

    interface Named {
        String name();

        @Nullable Integer age();

        default String greeting() {
            return "Dear " + name();
        }
    }

    @Test
    void records_and_interfaces_have_shapes() {
        assertThat(Shape.of(Whole.class).describe())
                .isEqualTo("{count: integer, parts: list of {name: text, price?: number, …}, colour?: \"RED\" | \"GREEN\", at: instant,"
                        + " more: map of any, flags: list of truth, inner?: any, …}");
        assertThat(Shape.of(Named.class).describe()).isEqualTo("{age?: integer, name: text, …}");
        Whole whole = new Whole(1, List.of(new Part("a", Optional.empty())), null, Instant.EPOCH, Map.of(), new boolean[] {true}, null);
        assertThat(Shape.of(Whole.class).check(Data.of(whole))).isEmpty();
        assertThatThrownBy(() -> Shape.of(Thread.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no shape");
    }

    @Test
    void a_field_is_declared_once() {
        assertThatThrownBy(() -> Shape.fields(Shape.field("a", Shape.text()), Shape.optional("a", Shape.text())))
                .hasMessage("The field 'a' is declared twice.");
    }
}
