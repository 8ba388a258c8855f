package io.millrace.data;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fields seen as an unmodifiable map. */
final class FieldsMap extends AbstractMap<String, Data> {
    private final Data.Fields fields;

    FieldsMap(Data.Fields fields) {
        this.fields = fields;
    }

    @Override
    public int size() {
        return fields.count();
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return key instanceof String name && fields.find(name) >= 0;
    }

    @Override
    public @Nullable Data get(@Nullable Object key) {
        int position = key instanceof String name ? fields.find(name) : -1;
        return position < 0 ? null : fields.value(position);
    }

    @Override
    public Set<Map.Entry<String, Data>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return fields.count();
            }

            @Override
            public Iterator<Map.Entry<String, Data>> iterator() {
                return new Iterator<>() {
                    private int next;

                    @Override
                    public boolean hasNext() {
                        return next < fields.count();
                    }

                    @Override
                    public Map.Entry<String, Data> next() {
                        if (!hasNext()) {
                            throw new NoSuchElementException();
                        }
                        return Map.entry(fields.name(next), fields.value(next++));
                    }
                };
            }
        };
    }
}
