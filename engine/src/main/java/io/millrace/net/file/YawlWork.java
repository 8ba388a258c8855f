package io.millrace.net.file;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.data.Shape;
import io.millrace.net.Decomposition;
import io.millrace.net.Resourcing;
import io.millrace.net.Resourcing.Initiator;
import io.millrace.net.text.Notes;
import io.millrace.net.text.Xml;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.RetryPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads who or what carries out one task: its decomposition, and how people come to it. */
final class YawlWork {
    private final String net;
    private final String task;
    private final Notes notes;
    private final Set<String> tasks;
    private final YawlSchema schema;

    /** @param tasks the names of all tasks of the specification */
    YawlWork(String net, String task, Notes notes, Set<String> tasks, YawlSchema schema) {
        this.net = net;
        this.task = task;
        this.notes = notes;
        this.tasks = tasks;
        this.schema = schema;
    }

    Decomposition read(Xml.Element decomposition, String id, Xml.@Nullable Element resourcing) {
        String root = Objects.requireNonNullElse(decomposition.attribute("m:root"), id);
        Doer doer = doer(decomposition);
        if (doer == null) {
            return new Decomposition.Routing(root);
        }
        Who who = resourcing == null ? new Who(Performers.ANYONE, Resourcing.BY_USER) : who(resourcing);
        io.millrace.work.Task work = io.millrace.work.Task.people(task)
                .by(doer)
                .offeredTo(who.performers())
                .retry(doer.isAutomatic() ? RetryPolicy.DEFAULT : RetryPolicy.NONE)
                .input(parameters(decomposition, "inputParam"))
                .output(parameters(decomposition, "outputParam"));
        String priority = decomposition.attribute("m:priority");
        if (priority != null && priority.matches("\\d{1,3}") && Integer.parseInt(priority) <= io.millrace.work.Task.TOP_PRIORITY) {
            work = work.priority(Integer.parseInt(priority));
        }
        return new Decomposition.Atomic(root, work, who.resourcing());
    }

    /** Who does it; null if nobody does, because it is automated and no code is named. */
    private @Nullable Doer doer(Xml.Element decomposition) {
        String program = decomposition.attribute("m:program");
        if (program != null) {
            return new Doer.Program(program);
        }
        String process = decomposition.attribute("m:process");
        if (process != null) {
            return new Doer.Process(process);
        }
        String codelet = decomposition.textOf("codelet");
        boolean automated = "automated".equals(decomposition.textOf("externalInteraction"));
        Xml.Element service = decomposition.first("yawlService");
        String uri = service == null ? null : service.attribute("id");
        if (automated && codelet != null) {
            return new Doer.Handler(codelet);
        }
        if (uri != null && !uri.contains("resourceService") && !uri.contains("DefaultWorklist")) {
            notes.warn("Task '" + task + "' of net '" + net + "': the service '" + uri + "' is not called over the network; the handler of that name does the work.");
            return new Doer.Handler(uri);
        }
        return automated ? null : Doer.people();
    }

    private Shape parameters(Xml.Element decomposition, String kind) {
        Shape told = told(decomposition, kind.equals("inputParam") ? "m:input" : "m:output", notes);
        if (told != null) {
            return told;
        }
        Map<String, Shape.Field> fields = new LinkedHashMap<>();
        for (Xml.Element each : decomposition.all(kind)) {
            String name = each.has("name") ? each.textOf("name") : each.textOf("element");
            if (name == null) {
                notes.wrong(each, "a parameter of '" + decomposition.attribute("id") + "' has no name");
            } else {
                fields.put(name, new Shape.Field(name, shape(each, schema, notes), each.has("mandatory")));
            }
        }
        return fields.isEmpty() ? Shape.any() : Shape.fields(fields.values()).opened();
    }

    /** The shape of a variable or parameter. */
    static Shape shape(Xml.Element variable, YawlSchema schema, Notes notes) {
        Shape told = told(variable, "m:shape", notes);
        String type = variable.textOf("type");
        String unknown = told != null || type == null || !notes.isStrict() ? null : schema.unknown(type);
        if (unknown != null) {
            notes.wrong(variable, unknown);
        }
        return told != null ? told : type == null ? Shape.any() : schema.shape(type);
    }

    private static @Nullable Shape told(Xml.Element element, String attribute, Notes notes) {
        String text = element.attribute(attribute);
        try {
            return text == null ? null : Shape.fromData(Data.parse(text));
        } catch (DataException e) {
            notes.wrong(element, "the value of " + attribute + " is not a shape");
            return null;
        }
    }

    private record Who(Performers performers, Resourcing resourcing) {}

    private Who who(Xml.Element element) {
        List<String> unenforced = new ArrayList<>();
        Xml.Element offer = element.first("offer");
        Xml.Element set = offer == null ? null : offer.first("distributionSet");
        Xml.Element initial = set == null ? null : set.first("initialSet");
        List<String> from = new ArrayList<>();
        List<String> separate = new ArrayList<>();
        Performers performers = Performers.ANYONE;
        if (set != null && initial != null) {
            initial.all("param").forEach(each -> from.add(Objects.requireNonNullElse(each.textOf("name"), "")));
            performers = new Performers(texts(initial, "participant"), texts(initial, "role"), capabilities(set, unenforced));
            constraints(set, separate, unenforced);
        }
        Xml.Element familiarTo = offer == null ? null : offer.first("familiarParticipant");
        String familiar = familiarTo == null ? null : familiarTo.attribute("taskID");
        // Editors leave such references behind when a task is renamed; the YAWL engine passes over them, too.
        if (familiar != null && !tasks.contains(familiar)) {
            unenforced.add("the participant of the missing task '" + familiar + "'");
            familiar = null;
        }
        for (String gone : separate.stream().filter(each -> !tasks.contains(each)).toList()) {
            unenforced.add("separation of duties from the missing task '" + gone + "'");
            separate.remove(gone);
        }
        Xml.Element secondary = element.first("secondary");
        if (secondary != null) {
            unenforced.add("secondary resources");
        }
        Xml.Element privileges = element.first("privileges");
        if (privileges != null) {
            for (Xml.Element each : privileges.all("privilege")) {
                unenforced.add("the privilege " + each.textOf("name"));
            }
        }
        Xml.Element allocate = element.first("allocate");
        Xml.Element allocator = allocate == null ? null : allocate.first("allocator");
        return new Who(
                performers,
                new Resourcing(
                        initiator(offer),
                        initiator(allocate),
                        allocator == null ? null : allocator.textOf("name"),
                        initiator(element.first("start")),
                        from,
                        separate,
                        familiar,
                        unenforced));
    }

    private static Initiator initiator(Xml.@Nullable Element step) {
        return step != null && "system".equals(step.attribute("initiator")) ? Initiator.SYSTEM : Initiator.USER;
    }

    private static List<String> texts(Xml.Element parent, String name) {
        return parent.all(name).stream().map(each -> each.text().strip()).filter(text -> !text.isEmpty()).toList();
    }

    /** A filter that asks for one capability or for several at once is enforced; one with alternatives, or one that looks at the organisation, is not. */
    private static List<String> capabilities(Xml.Element set, List<String> unenforced) {
        List<String> capabilities = new ArrayList<>();
        List<Xml.Element> filters = new ArrayList<>();
        set.all("filters").forEach(each -> filters.addAll(each.all("filter")));
        // Some editors put filters among the people.
        set.all("initialSet").forEach(each -> filters.addAll(each.all("filter")));
        for (Xml.Element filter : filters) {
            String name = Objects.requireNonNullElse(filter.textOf("name"), "without a name");
            for (Xml.Element parameter : selectors(filter)) {
                String value = Objects.requireNonNullElse(parameter.textOf("value"), "");
                List<String> all = Arrays.stream(value.split("&", -1)).map(String::strip).toList();
                boolean plain = !value.contains("|") && !value.contains("(") && !value.contains("!") && all.stream().noneMatch(String::isEmpty);
                if ("Capability".equals(parameter.textOf("key")) && plain) {
                    capabilities.addAll(all);
                } else {
                    unenforced.add("the filter " + name + " (" + parameter.textOf("key") + " " + value + ")");
                }
            }
        }
        return capabilities;
    }

    private static void constraints(Xml.Element set, List<String> separate, List<String> unenforced) {
        for (Xml.Element constraints : set.all("constraints")) {
            for (Xml.Element constraint : constraints.all("constraint")) {
                String name = Objects.requireNonNullElse(constraint.textOf("name"), "without a name");
                List<String> tasks = selectors(constraint).stream()
                        .filter(each -> "familiarTask".equals(each.textOf("key")))
                        .map(each -> Objects.requireNonNullElse(each.textOf("value"), ""))
                        .toList();
                if (name.equals("SeparationOfDuties") && !tasks.isEmpty()) {
                    separate.addAll(tasks);
                } else {
                    unenforced.add("the constraint " + name);
                }
            }
        }
    }

    private static List<Xml.Element> selectors(Xml.Element selector) {
        Xml.Element parameters = selector.first("params");
        return parameters == null ? List.of() : parameters.all("param");
    }
}
