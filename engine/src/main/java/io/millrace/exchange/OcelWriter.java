package io.millrace.exchange;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.work.Participant;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes OCEL 2.0 as JSON. Objects are cases (their type is the process), work items, participants, and agents: the agents of pools, and
 * the handlers and programs that do automatic work. The variables of a case and the state of a work item are attributes that change over
 * time.
 *
 * <p>The schema of the standard requires every value as text, with a declared type. The declarations come first in the log, but types are
 * known only at the end: until then the writer keeps events and objects in two files in a temporary directory. Confined to one thread.
 */
public final class OcelWriter implements LogWriter {
    static final String WORK_ITEM = "work item";
    static final String PARTICIPANT = "participant";
    static final String AGENT = "agent";
    private static final Set<String> RESERVED = Set.of(WORK_ITEM, PARTICIPANT, AGENT);

    private final OutputStream into;
    private final Set<LogEvent.Category> categories;
    private final Path objectsFile;
    private final Path eventsFile;
    private final Writer objects;
    private final Writer events;
    private final OcelTypes objectTypes = new OcelTypes();
    private final OcelTypes eventTypes = new OcelTypes();
    private final Map<CaseId, OcelObject> cases = new LinkedHashMap<>();
    private final Map<WorkId, OcelObject> work = new LinkedHashMap<>();
    private final Set<String> resources = new TreeSet<>();
    private final Set<String> agents = new TreeSet<>();
    private final Map<String, Participant> staff = new TreeMap<>();

    private OcelWriter(OutputStream into, Path directory, Set<LogEvent.Category> categories) throws IOException {
        this.into = into;
        this.categories = categories;
        this.objectsFile = Files.createTempFile(directory, "millrace-objects", ".jsonl");
        this.eventsFile = Files.createTempFile(directory, "millrace-events", ".jsonl");
        this.objects = Files.newBufferedWriter(objectsFile);
        this.events = Files.newBufferedWriter(eventsFile);
    }

    /**
     * Begins a log.
     *
     * @param into the target, which is not closed with the writer
     * @param directory the directory for events and objects until the log is finished
     * @param categories the events to write
     */
    public static OcelWriter begin(OutputStream into, Path directory, Set<LogEvent.Category> categories) throws IOException {
        return new OcelWriter(into, directory, Set.copyOf(categories));
    }

    @Override
    public boolean wants(LogEvent.Category category) {
        return categories.contains(category);
    }

    @Override
    public void participants(List<Participant> all) {
        all.forEach(each -> staff.put(each.name(), each));
    }

    // A root case.

    @Override
    public void begin(LogCase root) {
        OcelObject object = ofCase(root.id(), root.process());
        object.set("mill:version", Data.of(root.version()), root.started());
        if (root.key() != null) {
            object.set("mill:key", Data.of(root.key()), root.started());
        }
        object.set("mill:status", Data.of("running"), root.started());
        root.data().forEach((name, value) -> object.set(name, value, root.started()));
    }

    @Override
    public void event(LogEvent event) throws IOException {
        OcelObject ofCase = ofCase(event.caseId(), event.process());
        OcelEvent written = new OcelEvent(event, typeOf(event));
        written.relate(ofCase.id, "case");
        if (!event.caseId().isRoot()) {
            written.relate(ofCase(CaseId.root(event.caseId().root()), event.process()).id, "root case");
        }
        ofCase.set("mill:version", Data.of(event.version()), event.time());
        event.data().forEach((name, value) -> ofCase.set(name, value, event.time()));
        String status = event.category() == LogEvent.Category.CASE ? status(event.event()) : "";
        if (!status.isEmpty()) {
            ofCase.set("mill:status", Data.of(status), event.time());
        }
        LogEvent.OfWork item = event.work();
        if (item != null) {
            ofWork(event, item, written);
        }
        written.write(eventTypes, events);
        if (item != null && !item.state().isOpen()) {
            OcelObject ended = work.remove(item.id());
            if (ended != null) {
                ended.write(objectTypes, objects);
            }
        }
    }

    private void ofWork(LogEvent event, LogEvent.OfWork item, OcelEvent written) {
        OcelObject object = work.computeIfAbsent(item.id(), id -> {
            OcelObject made = new OcelObject(id.toString(), WORK_ITEM);
            made.relate(id.caseId().toString(), "work of");
            made.set("task", Data.of(event.activity()), event.time());
            return made;
        });
        object.set("state", Data.of(item.state().word()), event.time());
        written.relate(object.id, WORK_ITEM);
        String resource = item.resource();
        if (resource != null && !item.automatic() && item.pool() == null) {
            resources.add(resource);
            written.relate(participant(resource), "resource");
        } else if (resource != null && (item.child() == null || item.pool() != null)) {
            agents.add(resource);
            written.relate(agent(resource), "resource");
        }
        for (LogEvent.Offer offer : item.offers()) {
            if (offer.kind() == LogEvent.Offer.Kind.PARTICIPANT) {
                (item.pool() == null ? resources : agents).add(offer.name());
                written.relate(item.pool() == null ? participant(offer.name()) : agent(offer.name()), "offered to");
            }
        }
    }

    private OcelObject ofCase(CaseId id, String process) {
        return cases.computeIfAbsent(id, key -> {
            OcelObject made = new OcelObject(id.toString(), RESERVED.contains(process) ? "case " + process : process);
            CaseId parent = id.parent();
            if (parent != null) {
                made.relate(parent.toString(), "sub-case of");
            }
            return made;
        });
    }

    private static String status(String event) {
        return switch (event) {
            case "begin", "resume" -> "running";
            case "suspend" -> "suspended";
            case "complete" -> "completed";
            case "fail" -> "failed";
            case "cancel" -> "cancelled";
            default -> "";
        };
    }

    /** What tools show as the activity: {@code complete pay}, {@code begin order}. */
    private static String typeOf(LogEvent event) {
        String verb = switch (event.event()) {
            case "offer" -> "schedule";
            case "end" -> "complete";
            default -> event.event().replaceFirst("^work_", "").replace('_', ' ');
        };
        return event.category() == LogEvent.Category.OTHER ? verb : verb + " " + event.activity();
    }

    static String participant(String name) {
        return "participant:" + name;
    }

    static String agent(String name) {
        return "agent:" + name;
    }

    @Override
    public void end() throws IOException {
        for (OcelObject each : work.values()) {
            each.write(objectTypes, objects);
        }
        work.clear();
        for (OcelObject each : cases.values()) {
            each.write(objectTypes, objects);
        }
        cases.clear();
    }

    // The whole log.

    @Override
    public void finish() throws IOException {
        for (String name : resources) {
            OcelObject object = new OcelObject(participant(name), PARTICIPANT);
            object.set("name", Data.of(name), Instant.EPOCH);
            Participant known = staff.get(name);
            if (known != null && !known.roles().isEmpty()) {
                object.set("roles", Data.of(String.join(", ", new TreeSet<>(known.roles()))), Instant.EPOCH);
            }
            object.write(objectTypes, objects);
        }
        for (String name : agents) {
            OcelObject object = new OcelObject(agent(name), AGENT);
            object.set("name", Data.of(name), Instant.EPOCH);
            object.write(objectTypes, objects);
        }
        objects.close();
        events.close();
        Writer out = new BufferedWriter(new OutputStreamWriter(into, StandardCharsets.UTF_8), 1 << 16);
        out.write("{\n\"objectTypes\": ");
        out.write(lines(objectTypes.declared()));
        out.write(",\n\"eventTypes\": ");
        out.write(lines(eventTypes.declared()));
        out.write(",\n\"objects\": [");
        copy(objectsFile, out);
        out.write("],\n\"events\": [");
        copy(eventsFile, out);
        out.write("]\n}\n");
        out.flush();
    }

    private static String lines(List<Data> all) {
        List<String> texts = new ArrayList<>();
        all.forEach(each -> texts.add(each.json()));
        return texts.isEmpty() ? "[]" : "[\n" + String.join(",\n", texts) + "\n]";
    }

    private static void copy(Path lines, Writer out) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(lines)) {
            String separator = "\n";
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.write(separator);
                out.write(line);
                separator = ",\n";
            }
        }
        out.write("\n");
    }

    @Override
    public long replaced() {
        return 0;
    }

    @Override
    public void close() throws IOException {
        try (objects; events) {
            Files.deleteIfExists(objectsFile);
            Files.deleteIfExists(eventsFile);
        }
    }

    /** A text that JSON readers take for an instant. */
    static String time(Instant instant) {
        return Xes.time(instant.truncatedTo(ChronoUnit.MICROS));
    }

    /** A value as the schema wants it; lists and records are their JSON. */
    static String text(Data value) {
        return value instanceof Data.Text text ? text.value() : value.json();
    }
}
