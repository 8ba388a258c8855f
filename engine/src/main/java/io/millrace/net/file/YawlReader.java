package io.millrace.net.file;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.logic.read.Source;
import io.millrace.net.Condition;
import io.millrace.net.End;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Net;
import io.millrace.net.OrJoin;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.net.Variable;
import io.millrace.net.text.BadFile;
import io.millrace.net.text.Notes;
import io.millrace.net.text.Xml;
import io.millrace.net.text.XmlParser;
import io.millrace.problem.Code;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads YAWL specifications. What is wrong with the net itself is not its business; {@link io.millrace.net.Checks} says that. */
final class YawlReader {
    private static final Set<String> VERSIONS =
            Set.of("Beta 2", "Beta 3", "Beta 4", "Beta 5", "Beta 6", "Beta 7", "Beta 7.1", "2.0", "2.1", "2.2", "3.0", "4.0");

    private final Notes notes;
    private YawlSchema schema = YawlSchema.EMPTY;
    private final Map<String, Xml.Element> decompositions = new LinkedHashMap<>();
    /** The tasks of all nets, for those that speak of others. */
    private final Set<String> allTasks = new HashSet<>();

    private YawlReader(Notes notes) {
        this.notes = notes;
    }

    static Reading read(String file, String text, boolean strict) {
        Source source = Source.of(file, text.replace("\r\n", "\n").replace('\r', '\n'));
        Notes notes = new Notes(source, Code.YAWL, strict);
        Xml.Element set;
        try {
            set = XmlParser.parse(source, Yawl.VOCABULARY);
        } catch (BadFile e) {
            return new Reading(null, List.of(e.problem()), List.of());
        }
        if (!set.is("specificationSet")) {
            notes.wrong(Code.NOT_YAWL, set.place(), "it begins with '" + set.name() + "', not with 'specificationSet'");
            return new Reading(null, notes.problems(), List.of());
        }
        String version = Upgrade.version(set);
        if (!VERSIONS.contains(version)) {
            notes.warn("The schema version '" + version + "' is not known; the file is read as " + Upgrade.VERSION + ".");
        }
        Kept kept = new Kept(Upgrade.of(set));
        Specification read = new YawlReader(notes).set(kept);
        return new Reading(notes.problems().isEmpty() ? read : null, notes.problems(), notes.warnings());
    }

    /** What a kept file says, once more: the writer compares it with what is to be written. */
    static @Nullable Specification again(Kept kept) {
        return new YawlReader(new Notes(Source.of("", ""), Code.YAWL)).set(kept);
    }

    private @Nullable Specification set(Kept kept) {
        List<Xml.Element> specifications = kept.set().all("specification");
        if (specifications.isEmpty()) {
            notes.wrong(Code.NOT_YAWL, kept.set().place(), "there is no 'specification' in it");
            return null;
        }
        if (specifications.size() > 1) {
            String names = specifications.stream()
                    .map(each -> "'" + Specification.process(Objects.requireNonNullElse(each.attribute("uri"), "")) + "'")
                    .collect(Collectors.joining(", "));
            notes.wrong(
                    specifications.get(1),
                    "here begins a second specification, and one is wanted; name one of " + names + " behind the file and a '#'");
            return null;
        }
        return specification(specifications.getFirst(), kept);
    }

    private @Nullable Specification specification(Xml.Element element, Kept kept) {
        String name = required(element, "uri");
        if (!Specification.process(name).equals(name)) {
            notes.warn("The uri '" + name + "' has a slash, which stands between a process and a net of it: the process is called '"
                    + Specification.process(name) + "'.");
        }
        for (Xml.Element each : element.elements()) {
            if (each.namespace().equals(Yawl.SCHEMA) && each.local().equals("schema")) {
                schema = YawlSchema.of(each);
            } else if (each.is("decomposition") && decompositions.putIfAbsent(required(each, "id"), each) != null) {
                notes.wrong(each, "the decomposition '" + each.attribute("id") + "' is here a second time");
            } else if (each.is("importedNet")) {
                notes.wrong(each, "nets of other files are not imported");
            }
        }
        for (Xml.Element each : decompositions.values()) {
            Xml.Element control = each.first("processControlElements");
            if (control != null) {
                control.all("task").forEach(task -> allTasks.add(Objects.requireNonNullElse(task.attribute("id"), "")));
            }
        }
        List<Net> nets = new ArrayList<>();
        String root = null;
        for (Xml.Element each : decompositions.values()) {
            if (!isNet(each)) {
                continue;
            }
            nets.add(net(each));
            if ("true".equals(each.attribute("isRootNet"))) {
                if (root != null) {
                    notes.wrong(each, "'" + each.attribute("id") + "' is a root net beside '" + root + "'");
                }
                root = each.attribute("id");
            }
        }
        if (root == null) {
            notes.wrong(element, "no net of '" + name + "' is its root; mark one with isRootNet=\"true\"");
            return null;
        }
        OrJoin orJoin = choice(element, "m:orJoin", OrJoin.values(), OrJoin.PAPER);
        End end = choice(element, "m:end", End.values(), End.QUIET);
        return new Specification(name, nets, root, orJoin, end, kept);
    }

    private <E extends Enum<E>> E choice(Xml.Element element, String attribute, E[] values, E usual) {
        String told = element.attribute(attribute);
        if (told == null) {
            return usual;
        }
        for (E value : values) {
            if (value.name().toLowerCase(Locale.ROOT).equals(told)) {
                return value;
            }
        }
        notes.wrong(element, "'" + told + "' is no value of " + attribute);
        return usual;
    }

    static boolean isNet(Xml.Element decomposition) {
        String type = Objects.requireNonNullElse(decomposition.attribute("xsi:type"), "");
        return type.endsWith("NetFactsType") || type.isEmpty() && decomposition.has("processControlElements");
    }

    private String required(Xml.Element element, String attribute) {
        String value = element.attribute(attribute);
        if (value == null || value.isBlank()) {
            notes.wrong(element, "this '" + element.name() + "' has no " + attribute);
            return "";
        }
        return value;
    }

    private Net net(Xml.Element element) {
        String name = required(element, "id");
        List<Condition> conditions = new ArrayList<>();
        List<NetTask> tasks = new ArrayList<>();
        List<Flow> flows = new ArrayList<>();
        List<Flow> ofTasks = new ArrayList<>();
        Xml.Element control = element.first("processControlElements");
        if (control == null) {
            notes.wrong(element, "the net '" + name + "' has no processControlElements");
        } else {
            YawlTasks reader = new YawlTasks(name, notes, decompositions, allTasks, schema);
            for (Xml.Element node : control.elements()) {
                switch (node.isOwn() ? node.name() : "") {
                    case "inputCondition" -> conditions.add(condition(node, Condition.Kind.INPUT));
                    case "outputCondition" -> conditions.add(condition(node, Condition.Kind.OUTPUT));
                    case "condition" -> conditions.add(condition(node, Condition.Kind.INNER));
                    case "task" -> tasks.add(reader.task(node));
                    default -> {
                        continue;
                    }
                }
                reader.flows(node, node.is("task") ? ofTasks : flows);
            }
            // Conditions before tasks, as in the model, however the file mixes them: only the order within a node matters.
            flows.addAll(ofTasks);
            tasks.replaceAll(task -> reader.implicit(task, tasks));
        }
        if (element.has("externalDataGateway")) {
            notes.warn("Net '" + name + "': its externalDataGateway is kept and not used; data comes with the case.");
        }
        boolean implicit = "implicit".equals(element.attribute("m:termination"));
        return new Net(name, title(element, name), conditions, tasks, flows, variables(element, name), implicit, element.place());
    }

    private Condition condition(Xml.Element node, Condition.Kind kind) {
        String name = required(node, "id");
        return new Condition(name, title(node, name), kind, node.place());
    }

    static String title(Xml.Element element, String name) {
        return Objects.requireNonNullElse(element.textOf("name"), name);
    }

    private List<Variable> variables(Xml.Element net, String netName) {
        Map<String, Variable> variables = new LinkedHashMap<>();
        for (Xml.Element each : net.elements()) {
            Variable.Use use = switch (each.isOwn() ? each.name() : "") {
                case "inputParam" -> Variable.Use.INPUT;
                case "outputParam" -> Variable.Use.OUTPUT;
                case "localVariable" -> Variable.Use.LOCAL;
                default -> null;
            };
            if (use != null) {
                Variable variable = variable(each, use, netName);
                variables.merge(variable.name(), variable, YawlReader::together);
            }
        }
        return List.copyOf(variables.values());
    }

    /** One variable that is declared for several uses; older files declare a local one for each output, too. */
    private static Variable together(Variable first, Variable second) {
        Variable.Use use = first.use() == second.use() || second.use() == Variable.Use.LOCAL
                ? first.use()
                : first.use() == Variable.Use.LOCAL ? second.use() : Variable.Use.BOTH;
        Expression initial = first.initial() == null ? second.initial() : first.initial();
        return new Variable(first.name(), use, first.type(), first.shape(), initial, first.place());
    }

    private Variable variable(Xml.Element element, Variable.Use use, String net) {
        String name = Objects.requireNonNullElse(element.textOf("name"), Objects.requireNonNullElse(element.textOf("element"), ""));
        if (name.isEmpty()) {
            notes.wrong(element, "a variable of the net '" + net + "' has no name");
        }
        String type = Objects.requireNonNullElse(element.textOf("type"), "anyType");
        Shape shape = YawlWork.shape(element, schema, notes);
        return new Variable(name, use, type, shape, initial(element, name, shape), element.place());
    }

    private @Nullable Expression initial(Xml.Element variable, String name, Shape shape) {
        Xml.Element element = variable.first("initialValue");
        if (element == null) {
            element = variable.first("defaultValue");
        }
        if (element == null) {
            return null;
        }
        if (element.attribute("m:language") != null) {
            return YawlExpressions.of(element, element.text(), notes);
        }
        String text = element.text();
        if (shape.equals(Shape.text())) {
            return new Expression.Constant(Data.of(text));
        }
        if (text.isBlank()) {
            return null;
        }
        if (!(shape instanceof Shape.Simple) || shape.equals(Shape.any())) {
            return new Expression.XQuery("<" + name + ">" + text.strip() + "</" + name + ">", element.place());
        }
        Data value = YawlExpressions.simple(text.strip(), shape);
        if (value == null) {
            notes.wrong(element, "'" + text.strip() + "' is not " + shape.describe() + ", which the type of '" + name + "' asks for");
            return null;
        }
        return new Expression.Constant(value);
    }
}
