package io.millrace.data;

import io.millrace.problem.Code;
import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Values as Java objects of a wanted type; a value of another kind is refused with the path to it. */
final class ToJava {
    private ToJava() {}

    static <T> T required(Data data, Class<T> type) {
        Object value = convert(data, type, Path.root(""));
        if (value == null) {
            throw Shown.mismatch(name(type), data);
        }
        @SuppressWarnings("unchecked") // A primitive's class casts nothing itself, and its box is what T stands for.
        T converted = (T) value;
        return converted;
    }

    static @Nullable Object convert(Data data, Type type) {
        return convert(data, type, Path.root(""));
    }

    static @Nullable Object convert(Data data, Type type, Path path) {
        return switch (type) {
            case Class<?> plain -> toClass(data, plain, new Type[0], path);
            case ParameterizedType generic -> toClass(
                    data, (Class<?>) generic.getRawType(), generic.getActualTypeArguments(), path);
            case GenericArrayType array -> array(data, array.getGenericComponentType(), path);
            case WildcardType wildcard -> convert(data, wildcard.getUpperBounds()[0], path);
            case TypeVariable<?> variable -> convert(data, variable.getBounds()[0], path);
            default -> throw unknown(type, path);
        };
    }

    private static @Nullable Object toClass(Data data, Class<?> type, Type[] arguments, Path path) {
        if (type == Optional.class) {
            return data.isNothing() ? Optional.empty() : Optional.ofNullable(convert(data, argument(arguments, 0), path));
        }
        if (Data.class.isAssignableFrom(type)) {
            if (type.isInstance(data)) {
                return data;
            }
            throw Shown.mismatch(path.shown(), name(type), data);
        }
        if (type == void.class || type == Void.class) {
            return null;
        }
        if (data.isNothing()) {
            if (type.isPrimitive()) {
                throw Shown.mismatch(path.shown(), name(type), data);
            }
            return null;
        }
        if (type == Object.class) {
            return plain(data);
        }
        Object scalar = scalar(data, type, path);
        return scalar != null ? scalar : compound(data, type, arguments, path);
    }

    private static @Nullable Object scalar(Data data, Class<?> type, Path path) {
        if (type == String.class || type == CharSequence.class) {
            return text(data, type, path);
        }
        if (type == boolean.class || type == Boolean.class) {
            if (data instanceof Data.Truth truth) {
                return truth.value();
            }
            throw Shown.mismatch(path.shown(), name(type), data);
        }
        if (type == char.class || type == Character.class) {
            String text = text(data, type, path);
            if (text.length() == 1) {
                return text.charAt(0);
            }
            throw Shown.mismatch(path.shown(), name(type), data);
        }
        if (IsoTexts.isKnown(type)) {
            Object read = IsoTexts.read(text(data, type, path), type);
            if (read == null) {
                throw Shown.mismatch(path.shown(), name(type), data);
            }
            return read;
        }
        if (type.isEnum()) {
            return constant(data, type, path);
        }
        return type.isPrimitive() || Number.class.isAssignableFrom(type) ? number(data, type, path) : null;
    }

    private static String text(Data data, Class<?> type, Path path) {
        if (data instanceof Data.Text text) {
            return text.value();
        }
        throw Shown.mismatch(path.shown(), name(type), data);
    }

    private static Object constant(Data data, Class<?> type, Path path) {
        String name = data instanceof Data.Text text ? text.value() : "";
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw Shown.mismatch(path.shown(), name(type), data);
    }

    private static Object number(Data data, Class<?> type, Path path) {
        if (data instanceof Data.Text text && Shape.Simple.isNoNumber(text.value())) {
            double value = switch (text.value()) {
                case "INF" -> Double.POSITIVE_INFINITY;
                case "-INF" -> Double.NEGATIVE_INFINITY;
                default -> Double.NaN;
            };
            if (type == double.class || type == Double.class) {
                return value;
            }
            if (type == float.class || type == Float.class) {
                return (float) value;
            }
        }
        if (!(data instanceof Data.Num num)) {
            throw Shown.mismatch(path.shown(), name(type), data);
        }
        if (type == BigDecimal.class) {
            return num.decimal();
        }
        if (type == Number.class) {
            return num.isLong() ? (Number) num.longValue() : num.decimal();
        }
        if (type == double.class || type == Double.class) {
            return finite(num.decimal().doubleValue(), num, type, path);
        }
        if (type == float.class || type == Float.class) {
            return (float) finite(num.decimal().floatValue(), num, type, path);
        }
        if (type == BigInteger.class && num.isWhole()) {
            return num.decimal().toBigIntegerExact();
        }
        if (num.isLong()) {
            long value = num.longValue();
            if (type == long.class || type == Long.class) {
                return value;
            }
            if ((type == int.class || type == Integer.class) && value == (int) value) {
                return (int) value;
            }
            if ((type == short.class || type == Short.class) && value == (short) value) {
                return (short) value;
            }
            if ((type == byte.class || type == Byte.class) && value == (byte) value) {
                return (byte) value;
            }
        }
        throw Shown.mismatch(path.shown(), name(type), data);
    }

    private static double finite(double value, Data.Num num, Class<?> type, Path path) {
        if (Double.isInfinite(value)) {
            throw Shown.mismatch(path.shown(), name(type), num);
        }
        return value;
    }

    private static Object compound(Data data, Class<?> type, Type[] arguments, Path path) {
        if (type == List.class || type == Collection.class || type == Iterable.class) {
            return Collections.unmodifiableList(list(data, argument(arguments, 0), path));
        }
        if (type == Set.class) {
            return Collections.unmodifiableSet(new LinkedHashSet<>(list(data, argument(arguments, 0), path)));
        }
        if (type == Map.class) {
            return map(data, argument(arguments, 0), argument(arguments, 1), path);
        }
        if (type.isArray()) {
            return array(data, type.getComponentType(), path);
        }
        if (type.isRecord()) {
            return record(data, type, arguments, path);
        }
        if (type.isInterface() && !Iterable.class.isAssignableFrom(type) && !Map.class.isAssignableFrom(type)) {
            return View.of(type, data, path);
        }
        throw unknown(type, path);
    }

    private static List<@Nullable Object> list(Data data, Type element, Path path) {
        if (!(data instanceof Data.Items items)) {
            throw Shown.mismatch(path.shown(), "a list", data);
        }
        List<@Nullable Object> list = new ArrayList<>(items.count());
        for (int i = 0; i < items.count(); i++) {
            list.add(convert(items.element(i), element, path.item(i)));
        }
        return list;
    }

    private static Object array(Data data, Type element, Path path) {
        List<@Nullable Object> list = list(data, element, path);
        Object array = Array.newInstance(raw(element), list.size());
        for (int i = 0; i < list.size(); i++) {
            Array.set(array, i, list.get(i));
        }
        return array;
    }

    private static Map<Object, @Nullable Object> map(Data data, Type key, Type value, Path path) {
        if (!(data instanceof Data.Fields fields)) {
            throw Shown.mismatch(path.shown(), "an object with fields", data);
        }
        Class<?> keys = raw(key);
        Map<Object, @Nullable Object> map = LinkedHashMap.newLinkedHashMap(fields.count());
        for (int i = 0; i < fields.count(); i++) {
            String name = fields.name(i);
            Object named = keys.isAssignableFrom(String.class)
                    ? name
                    : constant(Data.Text.of(name), enumOf(keys, path), path);
            map.put(named, convert(fields.value(i), value, path.field(name)));
        }
        return Collections.unmodifiableMap(map);
    }

    private static Class<?> enumOf(Class<?> keys, Path path) {
        if (keys.isEnum()) {
            return keys;
        }
        throw DataException.type(path.shown(), "a map has keys of String or of an enum, not of " + keys.getName());
    }

    private static Object record(Data data, Class<?> type, Type[] arguments, Path path) {
        if (!(data instanceof Data.Fields fields)) {
            throw Shown.mismatch(path.shown(), "an object with the fields of " + type.getSimpleName(), data);
        }
        Components components = Components.of(type);
        @Nullable Object[] values = new @Nullable Object[components.count()];
        for (int i = 0; i < values.length; i++) {
            String name = components.name(i);
            values[i] = convert(fields.at(name), GivenTypes.in(components.type(i), type, arguments), path.field(name));
        }
        try {
            return components.create(values);
        } catch (InvocationTargetException refused) {
            Throwable cause = refused.getCause();
            throw new DataException(
                    Code.DATA_TYPE.with(path.shown(), type.getSimpleName() + " refuses it: " + cause),
                    cause == null ? refused : cause);
        }
    }

    /** The value as Java has it without any type to go by: Long or BigDecimal for numbers. */
    private static @Nullable Object plain(Data data) {
        return switch (data) {
            case Data.Nothing nothing -> null;
            case Data.Truth truth -> truth.value();
            case Data.Num num -> num.isLong() ? (Object) num.longValue() : num.decimal();
            case Data.Text text -> text.value();
            case Data.Items items -> {
                List<@Nullable Object> list = new ArrayList<>(items.count());
                for (int i = 0; i < items.count(); i++) {
                    list.add(plain(items.element(i)));
                }
                yield Collections.unmodifiableList(list);
            }
            case Data.Fields fields -> {
                Map<String, @Nullable Object> map = LinkedHashMap.newLinkedHashMap(fields.count());
                for (int i = 0; i < fields.count(); i++) {
                    map.put(fields.name(i), plain(fields.value(i)));
                }
                yield Collections.unmodifiableMap(map);
            }
        };
    }

    private static Type argument(Type[] arguments, int i) {
        return i < arguments.length ? arguments[i] : Object.class;
    }

    private static Class<?> raw(Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType generic -> (Class<?>) generic.getRawType();
            case GenericArrayType array -> Array.newInstance(raw(array.getGenericComponentType()), 0).getClass();
            case WildcardType wildcard -> raw(wildcard.getUpperBounds()[0]);
            case TypeVariable<?> variable -> raw(variable.getBounds()[0]);
            default -> Object.class;
        };
    }

    private static DataException unknown(Type type, Path path) {
        return DataException.type(
                path.shown(), "data does not convert to " + type.getTypeName() + "; use a record, an interface or a map");
    }

    /** What a value for this type looks like. */
    private static String name(Class<?> type) {
        if (IsoTexts.isKnown(type)) {
            return IsoTexts.name(type);
        }
        if (type.isEnum()) {
            return "one of " + Shown.shorten(String.join(", ", Arrays.stream(type.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name())
                    .toList()));
        }
        return switch (type.getSimpleName()) {
            case "String", "CharSequence", "Text" -> "a text";
            case "boolean", "Boolean", "Truth" -> "true or false";
            case "char", "Character" -> "a text of one character";
            case "long", "Long" -> "a whole number of 64 bits";
            case "int", "Integer" -> "a whole number of 32 bits";
            case "short", "Short" -> "a whole number of 16 bits";
            case "byte", "Byte" -> "a whole number of 8 bits";
            case "BigInteger" -> "a whole number";
            case "double", "Double", "float", "Float", "BigDecimal", "Number", "Num" -> "a number";
            case "Items" -> "a list";
            case "Fields" -> "an object with fields";
            default -> "a " + type.getSimpleName();
        };
    }
}
