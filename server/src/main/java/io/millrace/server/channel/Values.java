package io.millrace.server.channel;

import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.work.Work;
import io.millrace.work.WorkItem;
import java.util.HashMap;
import java.util.Map;

/** What the placeholders of a {@link Template} stand for: parts of the input of a work item, and what is known of the item itself. */
public final class Values {
    private final Data input;
    private final Map<String, String> known;

    private Values(Data input, Map<String, String> known) {
        this.input = input;
        this.known = Map.copyOf(known);
    }

    /** Those of a call of a handler. */
    public static Values of(Work work) {
        return of(work.process(), work.task(), work.id(), work.input());
    }

    /** Those of a work item. */
    public static Values of(String process, WorkItem item) {
        return of(process, item.task(), item.id(), item.input());
    }

    private static Values of(String process, String task, WorkId id, Data input) {
        return new Values(
                input, Map.of("@process", process, "@task", task, "@work", id.toString(), "@case", id.caseId().toString()));
    }

    /** The same with one more. */
    public Values with(String name, String value) {
        Map<String, String> more = new HashMap<>(known);
        more.put(name, value);
        return new Values(input, more);
    }

    /** The value of a placeholder; nothing if there is none. */
    public Data of(String name) {
        if (known.containsKey(name)) {
            return Data.of(known.get(name));
        }
        if (name.equals("@input")) {
            return input;
        }
        if (!(input instanceof Data.Fields)) {
            return Data.nothing();
        }
        Data whole = input.at(name);
        if (!whole.isNothing()) {
            return whole;
        }
        Data at = input;
        for (String step : name.split("\\.")) {
            at = at instanceof Data.Fields ? at.at(step) : Data.nothing();
        }
        return at;
    }
}
