package io.millrace.exchange;

import io.millrace.data.Data;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An object of a log while its attributes are being gathered. */
final class OcelObject {
    private record Attribute(String name, Data value, Instant time) {}

    final String id;
    private final String type;
    private final List<Attribute> attributes = new ArrayList<>();
    private final Map<String, Data> last = new HashMap<>();
    private final Set<Data> relations = new LinkedHashSet<>();

    OcelObject(String id, String type) {
        this.id = id;
        this.type = type;
    }

    /** An attribute has a value from a moment on. Nothing cannot be told. */
    void set(String name, Data value, Instant time) {
        if (!value.isNothing() && !value.equals(last.put(name, value))) {
            attributes.add(new Attribute(name, value, time));
        }
    }

    void relate(String object, String qualifier) {
        relations.add(Data.fields("objectId", object, "qualifier", qualifier));
    }

    void write(OcelTypes types, Writer out) throws IOException {
        types.add(type);
        List<Data> values = new ArrayList<>(attributes.size());
        for (Attribute each : attributes) {
            types.add(type, each.name(), OcelTypes.Value.of(each.value()));
            values.add(Data.fields("name", each.name(), "time", OcelWriter.time(each.time()), "value", OcelWriter.text(each.value())));
        }
        out.write(Data.fields("id", id, "type", type, "attributes", values, "relationships", List.copyOf(relations)).json());
        out.write('\n');
    }
}
