package io.millrace.data;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Types in a generic class as one of its uses gives them: of the component {@code List<T>} of a {@code Page<T>} what it is in a {@code
 * Page<Order>}. Without this, a record would be created with values of other types than its users read.
 */
final class GivenTypes {
    private record Generic(Type getRawType, List<Type> arguments) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(Type[]::new);
        }

        @Override
        public @Nullable Type getOwnerType() {
            return null;
        }
    }

    private record ArrayOf(Type getGenericComponentType) implements GenericArrayType {}

    private GivenTypes() {}

    /**
     * A type that is written in a class, where that is used with arguments.
     *
     * @param arguments one for each type parameter of the class; none if it is used raw, and then nothing is known
     */
    static Type in(Type type, Class<?> generic, Type[] arguments) {
        if (arguments.length == 0) {
            return type;
        }
        return switch (type) {
            case TypeVariable<?> variable -> {
                int at = Arrays.asList(generic.getTypeParameters()).indexOf(variable);
                yield at < 0 ? variable : arguments[at];
            }
            case ParameterizedType nested -> new Generic(
                    nested.getRawType(),
                    Arrays.stream(nested.getActualTypeArguments())
                            .map(each -> in(each, generic, arguments))
                            .toList());
            case GenericArrayType array -> new ArrayOf(in(array.getGenericComponentType(), generic, arguments));
            case WildcardType wildcard -> in(wildcard.getUpperBounds()[0], generic, arguments);
            default -> type;
        };
    }
}
