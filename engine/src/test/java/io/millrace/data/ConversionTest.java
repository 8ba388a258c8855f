package io.millrace.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConversionTest {
    enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "green";
            }
        }
    }

    record Item(String name, BigDecimal price) {}

    record Order(
            long id, Optional<String> note, List<Item> items, Map<String, Integer> counts, @Nullable Colour colour, Instant at, int[] ratings) {}

    record Positive(int number) {
        Positive {
            if (number <= 0) {
                throw new IllegalArgumentException("not positive");
            }
        }
    }

    interface Customer {
        String name();

        int age();

        @Nullable String nick();

        Optional<String> phone();

        List<Item> items();

        default String greeting() {
            return "Dear " + name();
        }

        default String greeting(String title) {
            return "Dear " + title + " " + name();
        }

        void change(String name);
    }

    @SuppressWarnings("unused")
    record Generic(List<String> texts, Set<Integer> numbers, Map<Colour, List<Long>> map, List<? extends Number> wild, List<Item>[] arrays) {}

    private static Type generic(int component) {
        return Generic.class.getRecordComponents()[component].getGenericType();
    }

    record Line(int count) {}

    record Boxed<T>(T value) {}

    record Two<A, B extends Number>(A first, List<B> second, A[] third) {}

    record Generics(Boxed<Line> one, List<Boxed<Integer>> many, Boxed<Boxed<Line>> deep, Two<Line, Integer> two, Boxed<?> any) {}

    @Test
    void generic_records_have_components_of_the_types_that_they_are_used_with() {
        Line line = new Line(3);
        Generics converted = Data.of(new Generics(
                        new Boxed<>(line),
                        List.of(new Boxed<>(4)),
                        new Boxed<>(new Boxed<>(line)),
                        new Two<>(line, List.of(5), new Line[] {line}),
                        new Boxed<>("x")))
                .as(Generics.class);
        Line value = converted.one().value();
        Integer element = converted.many().getFirst().value();
        Integer number = converted.two().second().getFirst();
        assertThat(value).isEqualTo(line);
        assertThat(element + number).isEqualTo(9);
        assertThat(converted.deep().value().value()).isEqualTo(line);
        assertThat(converted.two().first()).isEqualTo(line);
        assertThat(converted.two().third()).containsExactly(line);
        assertThat(converted.any().value()).isEqualTo("x");
    }

    @Test
    void java_objects_become_data() {
        assertThat(Data.of(null)).isSameAs(Data.nothing());
        assertThat(Data.of((byte) 1))
                .isEqualTo(Data.of((short) 1))
                .isEqualTo(Data.of(1L))
                .isEqualTo(Data.of(BigInteger.ONE))
                .isEqualTo(Data.of(1.0f));
        assertThat(Data.of(0.1).json()).isEqualTo("0.1");
        assertThat(Data.of(0.1f).json()).isEqualTo("0.1");
        assertThat(Data.of(-1e300).json()).isEqualTo("-1E+300");
        assertThat(Data.of('x')).isEqualTo(Data.of("x")).isEqualTo(Data.of(CharBuffer.wrap("x")));
        assertThat(Data.of(Colour.GREEN)).isEqualTo(Data.of("GREEN"));
        assertThat(Data.of(Instant.EPOCH)).isEqualTo(Data.of("1970-01-01T00:00:00Z"));
        assertThat(Data.of(Duration.ofMinutes(90))).isEqualTo(Data.of("PT1H30M"));
        assertThat(Data.of(LocalDate.of(2000, 1, 31))).isEqualTo(Data.of("2000-01-31"));
        assertThat(Data.of(Optional.of(1))).isEqualTo(Data.of(1));
        assertThat(Data.of(Optional.empty())).isEqualTo(Data.nothing());
        assertThat(Data.of(new int[][] {{1}, {}}).json()).isEqualTo("[[1],[]]");
        assertThat(Data.of(Arrays.asList(1, null, "x")).json()).isEqualTo("[1,null,\"x\"]");
        assertThat(Data.of(Map.of(Colour.RED, true)).json()).isEqualTo("{\"RED\":true}");
        assertThat(Data.of(new Item("tent", new BigDecimal("1.50"))).json())
                .isEqualTo("{\"name\":\"tent\",\"price\":1.50}");
    }

    @Test
    void objects_without_a_data_form_are_refused() {
        assertThatThrownBy(() -> Data.of(new Object()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("There is no data form of an object of java.lang.Object."
                        + " Use a record, a map, a collection, a text, a number, a truth or a time.");
        assertThatThrownBy(() -> Data.of(Map.of(1, 2)))
                .hasMessage("Data has fields named by String, not by an object of java.lang.Integer.");
        Map<@Nullable String, Integer> nullKey = new HashMap<>();
        nullKey.put(null, 1);
        assertThatThrownBy(() -> Data.of(nullKey)).hasMessage("Data has fields named by String, not by null.");
        assertThatThrownBy(() -> Data.of(Double.NaN)).hasMessage("Data has finite numbers only, not NaN.");
        assertThatThrownBy(() -> Data.of(Float.NEGATIVE_INFINITY))
                .hasMessage("Data has finite numbers only, not -Infinity.");
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        assertThatThrownBy(() -> Data.of(itself))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("contains itself");
    }

    @Test
    void data_becomes_scalars() {
        assertThat(Data.of(7).as(int.class)).isEqualTo(7);
        assertThat(Data.of(7).as(Byte.class)).isEqualTo((byte) 7);
        assertThat(Data.of(7).as(short.class)).isEqualTo((short) 7);
        assertThat(Data.of(7).as(Long.class)).isEqualTo(7L);
        assertThat(Data.of(7.5).as(double.class)).isEqualTo(7.5);
        assertThat(Data.of(7.5).as(Float.class)).isEqualTo(7.5f);
        assertThat(Data.of(7.5).as(BigDecimal.class)).isEqualTo("7.5");
        assertThat(Data.parse("1e30").as(BigInteger.class)).isEqualTo(BigInteger.TEN.pow(30));
        assertThat(Data.of(7).as(Number.class)).isEqualTo(7L);
        assertThat(Data.of(true).as(boolean.class)).isTrue();
        assertThat(Data.of("x").as(char.class)).isEqualTo('x');
        assertThat(Data.of("x").as(String.class)).isEqualTo("x");
        assertThat(Data.of("GREEN").as(Colour.class)).isEqualTo(Colour.GREEN);
        assertThat(Data.of("PT1S").as(Duration.class)).isEqualTo(Duration.ofSeconds(1));
        assertThat(Data.of("2000-01-31").as(LocalDate.class)).isEqualTo(LocalDate.of(2000, 1, 31));
        UUID uuid = new UUID(1, 2);
        assertThat(Data.of(uuid).as(UUID.class)).isEqualTo(uuid);
        assertThat(Data.of(1).as(Data.class)).isSameAs(Data.of(1));
        assertThat(Data.of(1).as(Data.Num.class)).isSameAs(Data.of(1));
        assertThat(Data.nothing().maybe(String.class)).isEmpty();
        assertThat(Data.of("x").maybe(String.class)).contains("x");
        assertThat(Data.nothing().as((Type) String.class)).isNull();
    }

    @Test
    void data_of_another_kind_is_refused() {
        refuses(Data.of(300), byte.class, "a whole number of 8 bits was expected, found the number 300");
        refuses(Data.of(70_000), Short.class, "a whole number of 16 bits was expected");
        refuses(Data.of(1.5), int.class, "a whole number of 32 bits was expected, found the number 1.5");
        refuses(Data.parse("1e400"), double.class, "a number was expected, found the number 1E+400");
        refuses(Data.of(1.5), BigInteger.class, "a whole number was expected");
        refuses(Data.of("1"), long.class, "a whole number of 64 bits was expected, found the text \"1\"");
        refuses(Data.of(1), String.class, "a text was expected, found the number 1");
        refuses(Data.of("xy"), char.class, "a text of one character was expected");
        refuses(Data.of("green"), Colour.class, "one of RED, GREEN was expected, found the text \"green\"");
        refuses(Data.of("tomorrow"), Instant.class, "an instant such as 2000-01-31T12:00:00Z was expected, found the text \"tomorrow\"");
        refuses(Data.of("1-1-1-1-1"), UUID.class, "a UUID was expected");
        refuses(Data.of("yes"), Boolean.class, "true or false was expected");
        refuses(Data.nothing(), String.class, "a text was expected, found nothing");
        refuses(Data.nothing(), int.class, "a whole number of 32 bits was expected, found nothing");
        refuses(Data.of(1), Item.class, "an object with the fields of Item was expected, found the number 1");
        refuses(Data.of(1), Customer.class, "an object with fields was expected, found the number 1");
        refuses(Data.of(1), Data.Text.class, "a text was expected, found the number 1");
        refuses(Data.of(1), Thread.class, "data does not convert to java.lang.Thread; use a record, an interface or a map");
        refuses(Data.fields(), Deque.class, "data does not convert to java.util.Deque");
        refuses(Data.fields("number", -1), Positive.class, "Positive refuses it: java.lang.IllegalArgumentException: not positive");
    }

    private static void refuses(Data data, Class<?> type, String why) {
        assertThatThrownBy(() -> data.as(type))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(why)
                .hasMessageContaining("MR-2005");
    }

    @Test
    void records_go_both_ways() {
        Order order = new Order(
                5, Optional.of("soon"), List.of(new Item("tent", new BigDecimal("9.5"))), Map.of("a", 1), Colour.RED, Instant.EPOCH, new int[] {1, 2});
        Data data = Data.of(order);
        assertThat(data.json())
                .isEqualTo("{\"id\":5,\"note\":\"soon\",\"items\":[{\"name\":\"tent\",\"price\":9.5}],\"counts\":{\"a\":1},"
                        + "\"colour\":\"RED\",\"at\":\"1970-01-01T00:00:00Z\",\"ratings\":[1,2]}");
        Order back = data.as(Order.class);
        assertThat(back).usingRecursiveComparison().isEqualTo(order);
        Order less = data.without("note").without("colour").with("unknown", 1).as(Order.class);
        assertThat(less.note()).isEmpty();
        assertThat(less.colour()).isNull();
    }

    @Test
    void a_mistake_inside_is_told_with_its_path() {
        Data data = Data.parse("{\"id\":1,\"items\":[{\"name\":\"a\",\"price\":1},{\"name\":\"b\",\"price\":\"many\"}]}");
        assertThatThrownBy(() -> data.as(Order.class))
                .hasMessage("'items[1].price' does not have its declared type: a number was expected, found the text \"many\"."
                        + " Send data of that type. (MR-2005)");
        assertThatThrownBy(() -> data.without("id").as(Order.class)).hasMessageContaining("'id' does not have");
    }

    @Test
    void types_with_arguments_convert_their_elements() {
        assertThat(Data.items("a", null).as(generic(0))).isEqualTo(Arrays.asList("a", null));
        assertThat(Data.items(1, 2, 1).as(generic(1))).isEqualTo(Set.of(1, 2));
        assertThat(Data.parse("{\"RED\":[1]}").as(generic(2))).isEqualTo(Map.of(Colour.RED, List.of(1L)));
        assertThat(Data.items(1, 1.5).as(generic(3))).isEqualTo(List.of(1L, new BigDecimal("1.5")));
        assertThat((List<?>[]) Data.parse("[[{\"name\":\"x\",\"price\":1}]]").as(generic(4)))
                .containsExactly(List.of(new Item("x", BigDecimal.ONE)));
        assertThatThrownBy(() -> Data.items("a", 1).as(generic(0))).hasMessageContaining("'[1]' does not have");
        assertThatThrownBy(() -> Data.parse("{\"BLUE\":[1]}").as(generic(2)))
                .hasMessageContaining("one of RED, GREEN was expected");
    }

    @Test
    void without_a_type_data_becomes_plain_java() {
        Data data = Data.parse("{\"a\":[1,1.5,\"x\",true,null],\"b\":{}}");
        Map<String, Object> expected = new HashMap<>();
        expected.put("a", Arrays.asList(1L, new BigDecimal("1.5"), "x", true, null));
        expected.put("b", Map.of());
        assertThat(data.as(Object.class)).isEqualTo(expected);
        assertThat(Data.of(data.as(Object.class))).isEqualTo(data);
    }

    @Test
    void an_interface_reads_the_fields_that_its_methods_name() {
        Data data = Data.parse("{\"name\":\"Anna\",\"age\":40,\"items\":[{\"name\":\"tent\",\"price\":1}]}");
        Customer customer = data.as(Customer.class);
        assertThat(customer.name()).isEqualTo("Anna");
        assertThat(customer.age()).isEqualTo(40);
        assertThat(customer.nick()).isNull();
        assertThat(customer.phone()).isEmpty();
        assertThat(customer.items()).containsExactly(new Item("tent", BigDecimal.ONE));
        assertThat(customer.greeting()).isEqualTo("Dear Anna");
        assertThat(customer.greeting("Dr")).isEqualTo("Dear Dr Anna");
        assertThat(customer)
                .hasToString(data.json())
                .isEqualTo(data.as(Customer.class))
                .hasSameHashCodeAs(data.as(Customer.class));
        assertThat(customer).isNotEqualTo(data.with("age", 41).as(Customer.class)).isNotEqualTo(data);
        assertThat(Data.of(customer)).isSameAs(data);
        assertThatThrownBy(() -> customer.change("Otto"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("has parameters");
        Customer wrong = data.with("age", "old").as(Customer.class);
        assertThatThrownBy(wrong::age).isInstanceOf(DataException.class).hasMessageContaining("'age' does not have");
    }
}
