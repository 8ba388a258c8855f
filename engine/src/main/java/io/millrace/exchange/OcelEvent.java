package io.millrace.exchange;

import io.millrace.data.Data;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** An event of a log with the objects to which it relates. */
final class OcelEvent {
    private final LogEvent event;
    private final String type;
    private final Set<Data> relations = new LinkedHashSet<>();
    private final List<Data> attributes = new ArrayList<>();

    OcelEvent(LogEvent event, String type) {
        this.event = event;
        this.type = type;
    }

    void relate(String object, String qualifier) {
        relations.add(Data.fields("objectId", object, "qualifier", qualifier));
    }

    void write(OcelTypes types, Writer out) throws IOException {
        types.add(type);
        attribute(types, "lifecycle", Data.of(event.transition().word()), OcelTypes.Value.STRING);
        if (event.reason() != null) {
            attribute(types, "reason", Data.of(event.reason()), OcelTypes.Value.STRING);
        }
        if (!event.recorded().equals(event.time())) {
            attribute(types, "recorded", Data.of(OcelWriter.time(event.recorded())), OcelTypes.Value.TIME);
        }
        LogEvent.OfWork work = event.work();
        if (work != null) {
            if (work.due() != null && event.event().equals("offer")) {
                attribute(types, "due", Data.of(OcelWriter.time(work.due())), OcelTypes.Value.TIME);
            }
            attributes(types, "input", work.input());
            attributes(types, "output", work.output());
        }
        attributes(types, "detail", event.detail());
        out.write(Data.fields(
                        "id", event.id(),
                        "type", type,
                        "time", OcelWriter.time(event.time()),
                        "attributes", attributes,
                        "relationships", List.copyOf(relations))
                .json());
        out.write('\n');
    }

    /** Each field of a record is an attribute of its own. */
    private void attributes(OcelTypes types, String name, Data value) {
        if (value instanceof Data.Fields fields) {
            fields.asMap().forEach((field, each) -> attribute(types, name + "." + field, each, OcelTypes.Value.of(each)));
        } else {
            attribute(types, name, value, OcelTypes.Value.of(value));
        }
    }

    private void attribute(OcelTypes types, String name, Data value, OcelTypes.Value of) {
        if (!value.isNothing()) {
            types.add(type, name, of);
            attributes.add(Data.fields("name", name, "value", OcelWriter.text(value)));
        }
    }
}
