package io.millrace.data;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Fields seen through an interface: a method without parameters reads the field of its name. Two views are equal if they
 * are of the same interface and their fields are equal.
 */
record View(Class<?> type, Data data) implements InvocationHandler {

    static Object of(Class<?> type, Data data, Path path) {
        if (type.isSealed() || type.isAnnotation()) {
            throw DataException.type(path.shown(), type.getName() + " is not an interface that names fields");
        }
        if (!(data instanceof Data.Fields)) {
            throw Shown.mismatch(path.shown(), "an object with fields", data);
        }
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new View(type, data));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> arguments != null && equalTo(arguments[0]);
                case "hashCode" -> data.hashCode();
                default -> data.json();
            };
        }
        if (method.isDefault()) {
            Class<?> owner = method.getDeclaringClass();
            @Nullable Object[] given = arguments == null ? new @Nullable Object[0] : arguments;
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
                    .unreflectSpecial(method, owner)
                    .bindTo(proxy)
                    .invokeWithArguments(given);
        }
        if (method.getParameterCount() > 0) {
            throw new UnsupportedOperationException(
                    "'" + method.getName() + "' has parameters, and this is a view of data: " + type.getName() + ".");
        }
        return ToJava.convert(data.at(method.getName()), method.getGenericReturnType(), Path.root(method.getName()));
    }

    private boolean equalTo(@Nullable Object other) {
        return other != null
                && Proxy.isProxyClass(other.getClass())
                && Proxy.getInvocationHandler(other) instanceof View that
                && equals(that);
    }
}
