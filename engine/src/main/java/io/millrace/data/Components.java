package io.millrace.data;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The components of a record type, looked up once. */
final class Components {
    private static final ClassValue<Components> KNOWN = new ClassValue<>() {
        @Override
        protected Components computeValue(Class<?> type) {
            return new Components(type);
        }
    };

    private final Class<?> type;
    private final RecordComponent[] components;
    private final Method[] accessors;
    private final Constructor<?> constructor;

    private Components(Class<?> type) {
        this.type = type;
        components = type.getRecordComponents();
        accessors = new Method[components.length];
        for (int i = 0; i < components.length; i++) {
            accessors[i] = components[i].getAccessor();
            accessors[i].setAccessible(true);
        }
        try {
            constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
        } catch (NoSuchMethodException impossible) {
            throw new LinkageError("A record has a constructor of its components: " + type.getName(), impossible);
        }
    }

    static Components of(Class<?> recordType) {
        return KNOWN.get(recordType);
    }

    int count() {
        return components.length;
    }

    String name(int i) {
        return components[i].getName();
    }

    Type type(int i) {
        return components[i].getGenericType();
    }

    boolean mayBeNull(int i) {
        return ShapeOfType.mayBeNull(components[i].getAnnotatedType());
    }

    @Nullable Object read(Object from, int i) {
        try {
            return accessors[i].invoke(from);
        } catch (InvocationTargetException thrown) {
            throw new IllegalArgumentException(
                    "Reading '" + name(i) + "' of " + type.getName() + " failed: " + thrown.getCause() + ".",
                    thrown.getCause());
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("Access was asked for: " + type.getName(), impossible);
        }
    }

    Object create(@Nullable Object[] values) throws InvocationTargetException {
        try {
            return constructor.newInstance(values);
        } catch (InstantiationException | IllegalAccessException impossible) {
            throw new IllegalStateException("A record can be created: " + type.getName(), impossible);
        }
    }
}
