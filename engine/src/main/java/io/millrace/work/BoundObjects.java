package io.millrace.work;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Application objects bound to the engine by name. A process knows the name; the object is never stored. A message to
 * an object is automatic work whose input names the object, the message and its arguments.
 */
public final class BoundObjects implements Handler {
    /** The handler under which messages to bound objects are called. */
    public static final String HANDLER = "millrace.call";

    /** Gives an object that stands for a slot whose value is not there yet. */
    public interface Futures {
        Object of(Work work, String slot, Class<?> type);
    }

    private final Map<String, Object> objects = new ConcurrentHashMap<>();
    private final Futures futures;

    public BoundObjects(Futures futures) {
        this.futures = futures;
    }

    public void bind(String name, Object object) {
        objects.put(name, object);
    }

    /** The input of the work that sends a message. Each argument is a {@link #value} or {@link #later}. */
    public static Data message(String object, String message, List<Data> arguments) {
        return Data.fields("object", object, "message", message, "arguments", arguments);
    }

    /** An argument with a value. */
    public static Data value(Data value) {
        return Data.fields("value", value);
    }

    /** An argument that is read when the receiver needs it. */
    public static Data later(String slot) {
        return Data.fields("later", slot);
    }

    @Override
    public @Nullable Object handle(Work work) throws Exception {
        String name = work.in("object").text();
        String message = work.in("message").text();
        List<Data> arguments = work.in("arguments").asList();
        Object object = objects.get(name);
        if (object == null) {
            throw new IllegalStateException("no object is bound as '" + name + "'");
        }
        Method method = method(object, message, arguments.size());
        Type[] types = method.getGenericParameterTypes();
        List<@Nullable Object> converted = new ArrayList<>(arguments.size());
        for (int i = 0; i < types.length; i++) {
            converted.add(argument(work, arguments.get(i), types[i], method.getParameterTypes()[i]));
        }
        try {
            return method.invoke(object, converted.toArray());
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private @Nullable Object argument(Work work, Data argument, Type type, Class<?> raw) throws WorkFailure {
        if (argument.has("later")) {
            return futures.of(work, argument.at("later").text(), raw);
        }
        try {
            return argument.at("value").as(type);
        } catch (DataException e) {
            throw new WorkFailure("an argument of '" + work.task() + "' has the wrong type: " + e.getMessage());
        }
    }

    private static Method method(Object object, String message, int arguments) throws NoSuchMethodException {
        List<Method> found = Arrays.stream(object.getClass().getMethods())
                .filter(method -> method.getName().equals(message)
                        && method.getParameterCount() == arguments
                        && !Modifier.isStatic(method.getModifiers())
                        && !method.isBridge())
                .toList();
        if (found.size() != 1) {
            String which = object.getClass().getSimpleName() + "." + message + " with " + arguments + " arguments";
            throw new NoSuchMethodException(found.isEmpty() ? "there is no " + which : which + " is ambiguous");
        }
        Method method = found.getFirst();
        // A public method of a class that is not public itself, such as a lambda or a private record.
        method.setAccessible(true);
        return method;
    }
}
