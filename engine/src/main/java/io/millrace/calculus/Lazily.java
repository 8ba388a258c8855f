package io.millrace.calculus;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Iterators that find their elements when they are asked for them. */
final class Lazily {
    private Lazily() {}

    /** An iterator that looks for the next element whenever it has none. */
    abstract static class Pulling<T> implements Iterator<T> {
        private @Nullable T next;

        /** The next element, or null at the end. */
        abstract @Nullable T pull();

        @Override
        public final boolean hasNext() {
            if (next == null) {
                next = pull();
            }
            return next != null;
        }

        @Override
        public final T next() {
            T found = next == null ? pull() : next;
            next = null;
            if (found == null) {
                throw new NoSuchElementException();
            }
            return found;
        }
    }

    static <A, B> Iterator<B> map(Iterator<A> from, Function<? super A, ? extends B> function) {
        return new Pulling<>() {
            @Override
            @Nullable B pull() {
                return from.hasNext() ? function.apply(from.next()) : null;
            }
        };
    }

    static <A, B> Iterator<B> flat(Iterator<A> from, Function<? super A, Iterator<B>> function) {
        return new Pulling<>() {
            private Iterator<B> part = List.<B>of().iterator();

            @Override
            @Nullable B pull() {
                while (!part.hasNext() && from.hasNext()) {
                    part = function.apply(from.next());
                }
                return part.hasNext() ? part.next() : null;
            }
        };
    }

    static <A> Iterator<A> filtered(Iterator<A> from, Predicate<? super A> test) {
        return new Pulling<>() {
            @Override
            @Nullable A pull() {
                while (from.hasNext()) {
                    A each = from.next();
                    if (test.test(each)) {
                        return each;
                    }
                }
                return null;
            }
        };
    }
}
