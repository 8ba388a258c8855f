package io.millrace.spring;

import io.millrace.work.Handler;
import io.millrace.work.Work;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Calls a method of a bean with what a handler is given. */
final class HandlerMethod implements Handler {
    private final Object bean;
    private final Method method;
    private final List<Function<Work, @Nullable Object>> arguments = new ArrayList<>();

    /** @throws IllegalStateException if the method cannot be called with a work item */
    HandlerMethod(Object bean, Method method) {
        this.bean = bean;
        this.method = method;
        int inputs = 0;
        for (Type type : method.getGenericParameterTypes()) {
            if (type == Work.class) {
                arguments.add(work -> work);
            } else {
                inputs++;
                arguments.add(work -> work.input().as(type));
            }
        }
        if (inputs > 1) {
            throw new IllegalStateException("Handler method " + method.toGenericString() + " has " + inputs
                    + " parameters for the input. Give it one, a record with the fields of the input for example, and perhaps the Work.");
        }
        method.setAccessible(true);
    }

    @Override
    public @Nullable Object handle(Work work) throws Exception {
        try {
            return method.invoke(bean, arguments.stream().map(each -> each.apply(work)).toArray());
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case Exception failure -> throw failure;
                case Error error -> throw error;
                case null, default -> throw e;
            }
        }
    }
}
