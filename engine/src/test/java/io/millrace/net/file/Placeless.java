package io.millrace.net.file;

import io.millrace.net.Place;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A model without the places where its parts stand, so that two files that say the same are equal. */
final class Placeless {
    private record Form(List<Method> accessors, Constructor<?> constructor) {}

    private static final Map<Class<?>, Form> FORMS = new ConcurrentHashMap<>();

    private Placeless() {}

    static <T> T of(T model) {
        @SuppressWarnings("unchecked") // A record becomes a record of its own class.
        T stripped = (T) strip(model, false);
        return stripped;
    }

    /** A model also without what was found and is not enforced, which only its file holds. */
    static <T> T enforced(T model) {
        @SuppressWarnings("unchecked") // As above.
        T stripped = (T) strip(model, true);
        return stripped;
    }

    private static Object strip(Object value, boolean enforced) {
        if (value instanceof List<?> list) {
            List<Object> stripped = new ArrayList<>();
            list.forEach(each -> stripped.add(strip(each, enforced)));
            return stripped;
        }
        if (!(value instanceof Record) || !value.getClass().getPackageName().startsWith("io.millrace.net")) {
            return value;
        }
        try {
            Form form = FORMS.computeIfAbsent(value.getClass(), Placeless::form);
            @Nullable Object[] values = new @Nullable Object[form.accessors().size()];
            for (int i = 0; i < values.length; i++) {
                Method accessor = form.accessors().get(i);
                Object part = accessor.invoke(value);
                boolean dropped = enforced && accessor.getName().equals("unenforced");
                values[i] = dropped ? List.of() : part == null || part instanceof Place ? null : strip(part, enforced);
            }
            return form.constructor().newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static Form form(Class<?> type) {
        try {
            List<Method> accessors = new ArrayList<>();
            List<Class<?>> types = new ArrayList<>();
            for (RecordComponent component : type.getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                accessors.add(component.getAccessor());
                types.add(component.getType());
            }
            Constructor<?> constructor = type.getDeclaredConstructor(types.toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return new Form(accessors, constructor);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
