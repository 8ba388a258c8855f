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
import org.jspecify.annotations.Nullable;

/**
 * An application object that is bound to the engine under a name. A process knows the name; the object is never stored. A message to it is
 * automatic work of a handler of its own, whose input names the message and its arguments. Messages to an object that is not bound yet, for
 * example after a restart, wait until the application binds it.
 */
public final class BoundObject implements Handler {
    private static final String PREFIX = "object:";

    /** The handler under which messages to the object of this name are called. */
    public static String handlerOf(String name) {
        return PREFIX + name;
    }

    /** Creates proxies for slots whose value is still missing. */
    public interface Futures {
        /** A stand-in for the value of a slot of the work's case. */
        Object of(Work work, String slot, Class<?> type);
    }

    private final Object object;
    private final Futures futures;

    /** Sends messages to an object. */
    public BoundObject(Object object, Futures futures) {
        this.object = object;
        this.futures = futures;
    }

    /** The input of the work that sends a message. Each argument is a {@link #value} or {@link #later}. */
    public static Data message(String message, List<Data> arguments) {
        return Data.fields("message", message, "arguments", arguments);
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
        String message = work.in("message").text();
        List<Data> arguments = work.in("arguments").asList();
        Method method = method(message, arguments.size());
        Type[] types = method.getGenericParameterTypes();
        List<@Nullable Object> converted = new ArrayList<>(arguments.size());
        for (int i = 0; i < types.length; i++) {
            converted.add(argument(work, arguments.get(i), types[i], method.getParameterTypes()[i]));
        }
        try {
            return method.invoke(object, converted.toArray());
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case Exception cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw e;
            }
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

    private Method method(String message, int arguments) throws NoSuchMethodException {
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
