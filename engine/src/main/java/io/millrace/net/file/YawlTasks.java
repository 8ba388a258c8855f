package io.millrace.net.file;

import io.millrace.net.Cancellation;
import io.millrace.net.Decomposition;
import io.millrace.net.Event;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Multiplicity;
import io.millrace.net.NetTask;
import io.millrace.net.Timer;
import io.millrace.net.text.Notes;
import io.millrace.net.text.Xml;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the tasks of one net, and the flows that leave its nodes. */
final class YawlTasks {
    private final String net;
    private final Notes notes;
    private final Map<String, Xml.Element> decompositions;
    private final Set<String> all;
    private final YawlSchema schema;

    /** @param all the names of all tasks of the specification */
    YawlTasks(String net, Notes notes, Map<String, Xml.Element> decompositions, Set<String> all, YawlSchema schema) {
        this.net = net;
        this.notes = notes;
        this.decompositions = decompositions;
        this.all = all;
        this.schema = schema;
    }

    NetTask task(Xml.Element element) {
        String name = Objects.requireNonNullElse(element.attribute("id"), "");
        if (name.isBlank()) {
            notes.wrong(element, "a task of the net '" + net + "' has no id");
        }
        List<String> unused = new ArrayList<>(List.of("configuration", "customForm", "enablementMappings"));
        unused.removeIf(each -> !element.has(each));
        if (!unused.isEmpty()) {
            notes.warn("Task '" + name + "' of net '" + net + "': kept and not used: " + String.join(", ", unused) + ".");
        }
        Xml.Element timer = element.first("timer");
        return new NetTask(
                name,
                YawlReader.title(element, name),
                junction(element, "join", Junction.XOR),
                junction(element, "split", Junction.AND),
                cancellation(element),
                multiplicity(element),
                decomposition(element, name),
                timer == null ? null : YawlTimer.read(timer, notes),
                event(element),
                YawlExpressions.mappings(element, "startingMappings", notes),
                YawlExpressions.mappings(element, "completedMappings", notes),
                element.place());
    }

    private Junction junction(Xml.Element task, String name, Junction usual) {
        Xml.Element element = task.first(name);
        String code = element == null ? null : element.attribute("code");
        return switch (code) {
            case "and" -> Junction.AND;
            case "xor" -> Junction.XOR;
            case "or" -> Junction.OR;
            case null -> {
                notes.wrong(element == null ? task : element, "the task '" + Objects.requireNonNullElse(task.attribute("id"), "") + "' does not say how it " + name + "s");
                yield usual;
            }
            default -> {
                notes.wrong(task, "'" + code + "' is no kind of " + name + "; there are and, xor and or");
                yield usual;
            }
        };
    }

    private Cancellation cancellation(Xml.Element task) {
        List<String> nodes = new ArrayList<>();
        List<Cancellation.Arc> between = new ArrayList<>();
        for (Xml.Element each : task.all("removesTokens")) {
            nodes.add(reference(each));
        }
        for (Xml.Element each : task.all("removesTokensFromFlow")) {
            Xml.Element source = each.first("flowSource");
            Xml.Element destination = each.first("flowDestination");
            if (source == null || destination == null) {
                notes.wrong(each, "this flow of a cancellation region lacks an end");
            } else {
                between.add(new Cancellation.Arc(reference(source), reference(destination)));
            }
        }
        return new Cancellation(nodes, between);
    }

    /** Some files name an implicit condition as the YAWL engine does: {@code c{from_to}}. */
    NetTask implicit(NetTask task, List<NetTask> tasks) {
        if (task.cancels().nodes().stream().noneMatch(name -> name.startsWith("c{"))) {
            return task;
        }
        List<String> nodes = new ArrayList<>();
        List<Cancellation.Arc> between = new ArrayList<>(task.cancels().between());
        for (String name : task.cancels().nodes()) {
            Cancellation.Arc arc = arc(name, tasks);
            if (arc == null) {
                nodes.add(name);
            } else {
                between.add(arc);
            }
        }
        return task.cancels(new Cancellation(nodes, between));
    }

    private static Cancellation.@Nullable Arc arc(String name, List<NetTask> tasks) {
        for (NetTask from : tasks) {
            for (NetTask to : tasks) {
                if (name.equals("c{" + from.name() + "_" + to.name() + "}")) {
                    return new Cancellation.Arc(from.name(), to.name());
                }
            }
        }
        return null;
    }

    private String reference(Xml.Element element) {
        String id = element.attribute("id");
        if (id == null) {
            notes.wrong(element, "this '" + element.name() + "' has no id");
            return "";
        }
        return id;
    }

    void flows(Xml.Element node, List<Flow> flows) {
        String from = Objects.requireNonNullElse(node.attribute("id"), "");
        for (Xml.Element each : node.all("flowsInto")) {
            Xml.Element next = each.first("nextElementRef");
            if (next == null) {
                notes.wrong(each, "this flow of '" + from + "' leads nowhere");
                continue;
            }
            Xml.Element predicate = each.first("predicate");
            // Conditions do not choose; editors mark one of their flows all the same.
            boolean isDefault = each.has("isDefaultFlow") && node.is("task");
            Expression expression = predicate == null ? null : YawlExpressions.of(predicate, predicate.text().strip(), notes);
            flows.add(new Flow(from, reference(next), expression, ordering(predicate), isDefault, each.place()));
        }
    }

    private int ordering(Xml.@Nullable Element predicate) {
        String text = predicate == null ? null : predicate.attribute("ordering");
        try {
            return text == null || predicate == null ? 0 : Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            notes.wrong(Objects.requireNonNull(predicate), "the ordering '" + text + "' is not a number");
            return 0;
        }
    }

    private @Nullable Multiplicity multiplicity(Xml.Element task) {
        String type = Objects.requireNonNullElse(task.attribute("xsi:type"), "");
        if (!type.endsWith("MultipleInstanceExternalTaskFactsType") && !task.has("minimum")) {
            return null;
        }
        Xml.Element mode = task.first("creationMode");
        boolean dynamic = mode != null && "dynamic".equals(mode.attribute("code"));
        Xml.Element count = element(task, "m:count");
        return new Multiplicity(
                YawlExpressions.bound(task, "minimum", notes),
                YawlExpressions.bound(task, "maximum", notes),
                YawlExpressions.bound(task, "threshold", notes),
                dynamic ? Multiplicity.Creation.DYNAMIC : Multiplicity.Creation.STATIC,
                count == null ? null : YawlExpressions.query(count, notes),
                split(task.first("miDataInput")),
                join(task.first("miDataOutput")));
    }

    /** Files for tests write {@code null} where there is nothing to split. */
    private Multiplicity.@Nullable Split split(Xml.@Nullable Element input) {
        Xml.Element from = input == null ? null : input.first("expression");
        String parameter = input == null ? null : input.textOf("formalInputParam");
        if (input == null || from == null || parameter == null || parameter.equals("null")) {
            return null;
        }
        Xml.Element by = input.first("splittingExpression");
        return new Multiplicity.Split(
                YawlExpressions.query(from, notes), by == null ? null : YawlExpressions.query(by, notes), parameter);
    }

    private Multiplicity.@Nullable Join join(Xml.@Nullable Element output) {
        Xml.Element each = output == null ? null : output.first("formalOutputExpression");
        String variable = output == null ? null : output.textOf("resultAppliedToLocalVariable");
        if (output == null || each == null || variable == null || variable.equals("null")) {
            return null;
        }
        Xml.Element by = output.first("outputJoiningExpression");
        return new Multiplicity.Join(
                YawlExpressions.query(each, notes), by == null ? null : YawlExpressions.query(by, notes), variable);
    }

    private @Nullable Event event(Xml.Element task) {
        Xml.Element event = element(task, "m:event");
        String signal = event == null ? null : event.attribute("signal");
        if (event == null || signal == null) {
            return null;
        }
        Xml.Element key = element(event, "m:key");
        return new Event(signal, key == null ? null : YawlExpressions.query(key, notes), event.attribute("variable"));
    }

    private static Xml.@Nullable Element element(Xml.Element parent, String name) {
        return parent.elements().stream()
                .filter(each -> each.namespace().equals(Yawl.MILLRACE) && each.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private Decomposition decomposition(Xml.Element task, String name) {
        Xml.Element target = task.first("decomposesTo");
        if (target == null) {
            return Decomposition.routing();
        }
        String id = reference(target);
        Xml.Element decomposition = decompositions.get(id);
        if (decomposition == null) {
            if (!id.isEmpty()) {
                notes.wrong(target, "the task '" + name + "' decomposes to '" + id + "', which is not in the file");
            }
            return Decomposition.routing();
        }
        return YawlReader.isNet(decomposition)
                ? Decomposition.net(id)
                : new YawlWork(net, name, notes, all, schema).read(decomposition, id, task.first("resourcing"));
    }

}
