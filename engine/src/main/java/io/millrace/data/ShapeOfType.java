package io.millrace.data;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Derives shapes from Java types: of what {@link ToJava} converts to a type, the shape that it converts from. */
final class ShapeOfType {
    private static final Set<Class<?>> INTEGERS = Set.of(
            long.class, Long.class, int.class, Integer.class, short.class, Short.class, byte.class, Byte.class,
            BigInteger.class);

    private static final Set<Class<?>> LISTS = Set.of(List.class, Collection.class, Iterable.class, Set.class);

    /** The types that this derivation is inside of. */
    private final Set<Class<?>> open = new HashSet<>();

    private ShapeOfType() {}

    static Shape derive(Type type) {
        return new ShapeOfType().shape(type);
    }

    private Shape shape(Type type) {
        return switch (type) {
            case Class<?> plain -> shape(plain, new Type[0]);
            case ParameterizedType generic -> shape((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
            case GenericArrayType array -> Shape.listOf(shape(array.getGenericComponentType()));
            case WildcardType wildcard -> shape(wildcard.getUpperBounds()[0]);
            case TypeVariable<?> variable -> Shape.any();
            default -> throw unknown(type);
        };
    }

    private Shape shape(Class<?> type, Type[] arguments) {
        if (type == String.class || type == CharSequence.class || type == char.class || type == Character.class) {
            return Shape.text();
        }
        if (type == boolean.class || type == Boolean.class) {
            return Shape.truth();
        }
        if (INTEGERS.contains(type)) {
            return Shape.integer();
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return Shape.number();
        }
        if (IsoTexts.isKnown(type)) {
            return type == Instant.class
                    ? Shape.instant()
                    : type == Duration.class ? Shape.duration() : type == LocalDate.class ? Shape.date() : Shape.text();
        }
        if (type.isEnum()) {
            return Shape.oneOf(type.getEnumConstants());
        }
        if (type == Optional.class) {
            return Shape.nullable(argument(arguments, 0));
        }
        if (type.isArray()) {
            return Shape.listOf(shape(type.getComponentType()));
        }
        if (LISTS.contains(type)) {
            return Shape.listOf(argument(arguments, 0));
        }
        if (type == Map.class) {
            return Shape.mapOf(argument(arguments, 1));
        }
        if (type == Object.class || Data.class.isAssignableFrom(type)) {
            return Shape.any();
        }
        return named(type);
    }

    private Shape argument(Type[] arguments, int i) {
        return i < arguments.length ? shape(arguments[i]) : Shape.any();
    }

    private Shape named(Class<?> type) {
        boolean view = type.isInterface()
                && !type.isSealed()
                && !Iterable.class.isAssignableFrom(type)
                && !Map.class.isAssignableFrom(type);
        if (!type.isRecord() && !view) {
            throw unknown(type);
        }
        if (!open.add(type)) {
            return Shape.any();
        }
        List<Shape.Field> fields = type.isRecord() ? ofRecord(type) : ofInterface(type);
        open.remove(type);
        return Shape.fields(fields).opened();
    }

    private List<Shape.Field> ofRecord(Class<?> type) {
        Components components = Components.of(type);
        List<Shape.Field> fields = new ArrayList<>();
        for (int i = 0; i < components.count(); i++) {
            fields.add(field(components.name(i), components.type(i), components.mayBeNull(i)));
        }
        return fields;
    }

    private List<Shape.Field> ofInterface(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()) && method.getParameterCount() == 0)
                // Java does not keep the order of methods.
                .sorted(Comparator.comparing(Method::getName))
                .map(method -> field(
                        method.getName(), method.getGenericReturnType(), mayBeNull(method.getAnnotatedReturnType())))
                .toList();
    }

    private Shape.Field field(String name, Type type, boolean mayBeNull) {
        Shape shape = shape(type);
        if (shape instanceof Shape.OrNothing maybe) {
            return Shape.optional(name, maybe.shape());
        }
        return mayBeNull ? Shape.optional(name, shape) : Shape.field(name, shape);
    }

    /** Whether something is annotated as nullable, by whichever library's annotation of that name. */
    static boolean mayBeNull(AnnotatedElement annotated) {
        return Arrays.stream(annotated.getAnnotations())
                .anyMatch(annotation -> annotation.annotationType().getSimpleName().equals("Nullable"));
    }

    private static IllegalArgumentException unknown(Type type) {
        return new IllegalArgumentException("Data does not convert to " + type.getTypeName()
                + ", so it has no shape. Use a record, an interface that names fields, or a map.");
    }
}
