package io.millrace.data;

import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Java objects as values. What can be converted is closed and known, so nothing is stored by accident. */
final class FromJava {
    private FromJava() {}

    static Data convert(@Nullable Object value) {
        return convert(value, 0);
    }

    private static Data convert(@Nullable Object value, int depth) {
        if (depth > Data.MAX_DEPTH) {
            throw new IllegalArgumentException("Data from outside nests at most " + Data.MAX_DEPTH
                    + " deep; this object nests deeper, or contains itself.");
        }
        return switch (value) {
            case null -> Data.nothing();
            case Data data -> data;
            case CharSequence text -> Data.Text.of(text.toString());
            case Integer number -> Data.Num.of(number);
            case Long number -> Data.Num.of(number);
            case Boolean truth -> Data.Truth.of(truth);
            case Double number -> floating(number, number.toString());
            case Float number -> floating(number, number.toString());
            case BigDecimal number -> Data.Num.of(number);
            case BigInteger number -> Data.Num.of(new BigDecimal(number));
            case Short number -> Data.Num.of(number);
            case Byte number -> Data.Num.of(number);
            case Character character -> Data.Text.of(character.toString());
            case Enum<?> constant -> Data.Text.of(constant.name());
            case Optional<?> optional -> convert(optional.orElse(null), depth);
            case Map<?, ?> map -> fields(map, depth);
            case Collection<?> collection -> items(collection, depth);
            case Record components -> record(components, depth);
            default -> other(value, depth);
        };
    }

    private static Data floating(double value, String shortest) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("Data has finite numbers only, not " + value + ".");
        }
        // The shortest text that reads back as the same double: 0.1 means 0.1, not the binary fraction nearest to it.
        return Data.Num.of(new BigDecimal(shortest).stripTrailingZeros());
    }

    private static Data fields(Map<?, ?> map, int depth) {
        Map<String, Data> fields = LinkedHashMap.newLinkedHashMap(map.size());
        map.forEach((key, value) -> {
            String name =
                    switch (key) {
                        case String text -> text;
                        case Enum<?> constant -> constant.name();
                        case null, default -> throw new IllegalArgumentException(
                                "Data has fields named by String, not by " + named(key) + ".");
                    };
            fields.put(name, convert(value, depth + 1));
        });
        return Data.Fields.of(fields);
    }

    private static Data items(Collection<?> collection, int depth) {
        // A copy first: the collection may be one that another thread still changes.
        @Nullable Object[] values = collection.toArray();
        Data[] elements = new Data[values.length];
        for (int i = 0; i < values.length; i++) {
            elements[i] = convert(values[i], depth + 1);
        }
        return new Data.Items(elements);
    }

    private static Data record(Record value, int depth) {
        Components components = Components.of(value.getClass());
        Object[] slots = new Object[2 * components.count()];
        for (int i = 0; i < components.count(); i++) {
            slots[i] = components.name(i);
            slots[components.count() + i] = convert(components.read(value, i), depth + 1);
        }
        return Data.Fields.adopt(slots);
    }

    private static Data other(Object value, int depth) {
        if (value.getClass().isArray()) {
            Data[] elements = new Data[Array.getLength(value)];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = convert(Array.get(value, i), depth + 1);
            }
            return new Data.Items(elements);
        }
        if (IsoTexts.isKnown(value.getClass())) {
            return Data.Text.of(value.toString());
        }
        if (Proxy.isProxyClass(value.getClass()) && Proxy.getInvocationHandler(value) instanceof View view) {
            return view.data();
        }
        throw new IllegalArgumentException("There is no data form of " + named(value)
                + ". Use a record, a map, a collection, a text, a number, a truth or a time.");
    }

    private static String named(@Nullable Object value) {
        return value == null ? "null" : "an object of " + value.getClass().getName();
    }

    static Data.Fields fields(String name, @Nullable Object value, @Nullable Object... more) {
        if (more.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "Fields are written as names and values in turn; the last name has no value.");
        }
        Map<String, Data> map = new LinkedHashMap<>();
        map.put(name, convert(value));
        for (int i = 0; i < more.length; i += 2) {
            if (!(more[i] instanceof String next)) {
                throw new IllegalArgumentException("The name of a field is a String, not " + more[i] + ".");
            }
            if (map.put(next, convert(more[i + 1])) != null) {
                throw new IllegalArgumentException("The field '" + next + "' is given twice.");
            }
        }
        return Data.Fields.of(map);
    }

    static Data.Items items(@Nullable Object... values) {
        if (values.length == 0) {
            return Data.Items.EMPTY;
        }
        Data[] elements = new Data[values.length];
        for (int i = 0; i < values.length; i++) {
            elements[i] = convert(values[i]);
        }
        return new Data.Items(elements);
    }
}
