package io.millrace.net.file;

import io.millrace.data.Shape;
import io.millrace.net.Bound;
import io.millrace.net.Cancellation;
import io.millrace.net.Condition;
import io.millrace.net.Decomposition;
import io.millrace.net.Event;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Mapping;
import io.millrace.net.Multiplicity;
import io.millrace.net.Resourcing;
import io.millrace.net.Resourcing.Initiator;
import io.millrace.net.NetTask;
import io.millrace.net.Types;
import io.millrace.net.Variable;
import io.millrace.net.text.Xml;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The elements of schema 4.0 that say what parts of a model say. What has no form in YAWL is in Millrace's namespace. */
final class YawlElements {
    /** What could not be written at all, in words. */
    final List<String> unwritable = new ArrayList<>();

    Xml.Element condition(Condition condition, List<Flow> flows) {
        String name = switch (condition.kind()) {
            case INPUT -> "inputCondition";
            case OUTPUT -> "outputCondition";
            case INNER -> "condition";
        };
        List<Xml> content = new ArrayList<>();
        title(condition.name(), condition.title(), content);
        flows.forEach(flow -> content.add(flow(flow)));
        return Xml.Element.of(name).with("id", condition.name()).content(content);
    }

    private static void title(String name, String title, List<Xml> content) {
        if (!title.equals(name)) {
            content.add(Xml.Element.of("name", title));
        }
    }

    private Xml.Element flow(Flow flow) {
        List<Xml> content = new ArrayList<>();
        content.add(Xml.Element.of("nextElementRef").with("id", flow.to()));
        Expression predicate = flow.predicate();
        if (predicate != null) {
            Xml.Element element = YawlExpressions.element("predicate", predicate, unwritable);
            content.add(flow.ordering() == 0 ? element : element.with("ordering", Integer.toString(flow.ordering())));
        }
        if (flow.isDefault()) {
            content.add(Xml.Element.of("isDefaultFlow"));
        }
        return Xml.Element.of("flowsInto").content(content);
    }

    /** @param decomposition the id of what it decomposes to in the file, or null if it only routes */
    Xml.Element task(NetTask task, @Nullable String decomposition, List<Flow> flows) {
        List<Xml> content = new ArrayList<>();
        title(task.name(), task.title(), content);
        flows.forEach(flow -> content.add(flow(flow)));
        content.add(Xml.Element.of("join").with("code", task.join().name().toLowerCase(Locale.ROOT)));
        content.add(Xml.Element.of("split").with("code", task.split().name().toLowerCase(Locale.ROOT)));
        cancellation(task.cancels(), content);
        mappings("startingMappings", task.inputs(), content);
        mappings("completedMappings", task.outputs(), content);
        if (task.timer() != null) {
            content.add(YawlTimer.write(task.timer(), unwritable));
        }
        if (task.decomposition() instanceof Decomposition.Atomic work) {
            content.add(resourcing(work.work().performers(), work.resourcing()));
        }
        if (decomposition != null) {
            content.add(Xml.Element.of("decomposesTo").with("id", decomposition));
        }
        if (task.multiplicity() != null) {
            multiplicity(task.multiplicity(), content);
        }
        if (task.event() != null) {
            content.add(event(task.event()));
        }
        Xml.Element element = Xml.Element.of("task").with("id", task.name()).content(content);
        return task.multiplicity() == null ? element : element.with("xsi:type", "MultipleInstanceExternalTaskFactsType");
    }

    private static void cancellation(Cancellation cancels, List<Xml> content) {
        for (String node : cancels.nodes()) {
            content.add(Xml.Element.of("removesTokens").with("id", node));
        }
        for (Cancellation.Arc arc : cancels.between()) {
            content.add(Xml.Element.of(
                    "removesTokensFromFlow",
                    Xml.Element.of("flowSource").with("id", arc.from()),
                    Xml.Element.of("flowDestination").with("id", arc.to())));
        }
    }

    private void mappings(String name, List<Mapping> mappings, List<Xml> content) {
        List<Xml> each = new ArrayList<>();
        for (Mapping mapping : mappings) {
            each.add(Xml.Element.of(
                    "mapping",
                    YawlExpressions.query("expression", mapping.from(), unwritable),
                    Xml.Element.of("mapsTo", mapping.to())));
        }
        if (!each.isEmpty()) {
            content.add(Xml.Element.of(name).content(each));
        }
    }

    private void multiplicity(Multiplicity multiplicity, List<Xml> content) {
        content.add(bound("minimum", multiplicity.min()));
        content.add(bound("maximum", multiplicity.max()));
        content.add(bound("threshold", multiplicity.threshold()));
        content.add(Xml.Element.of("creationMode").with("code", multiplicity.creation().name().toLowerCase(Locale.ROOT)));
        Multiplicity.Split split = multiplicity.split();
        if (split != null) {
            List<Xml> parts = new ArrayList<>();
            parts.add(YawlExpressions.query("expression", split.from(), unwritable));
            if (split.by() != null) {
                parts.add(YawlExpressions.query("splittingExpression", split.by(), unwritable));
            }
            parts.add(Xml.Element.of("formalInputParam", split.parameter()));
            content.add(Xml.Element.of("miDataInput").content(parts));
        }
        Multiplicity.Join join = multiplicity.join();
        if (join != null) {
            List<Xml> parts = new ArrayList<>();
            parts.add(YawlExpressions.query("formalOutputExpression", join.each(), unwritable));
            if (join.by() != null) {
                parts.add(YawlExpressions.query("outputJoiningExpression", join.by(), unwritable));
            }
            parts.add(Xml.Element.of("resultAppliedToLocalVariable", join.variable()));
            content.add(Xml.Element.of("miDataOutput").content(parts));
        }
        if (multiplicity.count() != null) {
            content.add(ours("m:count", YawlExpressions.query("count", multiplicity.count(), unwritable)));
        }
    }

    private Xml.Element bound(String name, Bound bound) {
        return switch (bound) {
            case Bound.Exactly exactly -> Xml.Element.of(name, Integer.toString(exactly.number()));
            case Bound.Infinite infinite -> Xml.Element.of(name, Integer.toString(Bound.INFINITY));
            case Bound.Computed computed -> {
                Xml.Element element = YawlExpressions.element(name, computed.expression(), unwritable);
                // A query that is a number would be read as that number.
                yield computed.expression() instanceof Expression.XQuery ? element.with("m:language", "xquery") : element;
            }
        };
    }

    private Xml.Element event(Event event) {
        Xml.Element element = Xml.Element.of("event").with("signal", event.signal());
        if (event.variable() != null) {
            element = element.with("variable", event.variable());
        }
        if (event.key() != null) {
            element = element.content(List.of(ours("m:key", YawlExpressions.query("key", event.key(), unwritable))));
        }
        return ours("m:event", element);
    }

    private static Xml.Element ours(String name, Xml.Element element) {
        return new Xml.Element(name, Yawl.MILLRACE, element.attributes(), element.content(), null);
    }

    private static Xml.Element resourcing(Performers performers, Resourcing resourcing) {
        List<Xml> offer = new ArrayList<>();
        List<Xml> initial = new ArrayList<>();
        performers.participants().forEach(each -> initial.add(Xml.Element.of("participant", each)));
        performers.roles().forEach(each -> initial.add(Xml.Element.of("role", each)));
        for (String each : resourcing.performersFrom()) {
            initial.add(Xml.Element.of("param", Xml.Element.of("name", each), Xml.Element.of("refers", "participant")));
        }
        List<Xml> set = new ArrayList<>(List.of(Xml.Element.of("initialSet").content(initial)));
        if (!performers.capabilities().isEmpty()) {
            List<Xml> filters = new ArrayList<>();
            performers.capabilities().forEach(each -> filters.add(selector("filter", "CapabilityFilter", "Capability", each)));
            set.add(Xml.Element.of("filters").content(filters));
        }
        if (!resourcing.separateFrom().isEmpty()) {
            List<Xml> constraints = new ArrayList<>();
            resourcing.separateFrom()
                    .forEach(each -> constraints.add(selector("constraint", "SeparationOfDuties", "familiarTask", each)));
            set.add(Xml.Element.of("constraints").content(constraints));
        }
        if (!initial.isEmpty() || set.size() > 1) {
            offer.add(Xml.Element.of("distributionSet").content(set));
        }
        if (resourcing.familiarWith() != null) {
            offer.add(Xml.Element.of("familiarParticipant").with("taskID", resourcing.familiarWith()));
        }
        List<Xml> allocate = new ArrayList<>();
        if (resourcing.allocator() != null) {
            allocate.add(Xml.Element.of("allocator", Xml.Element.of("name", resourcing.allocator())));
        }
        return Xml.Element.of(
                "resourcing",
                step("offer", resourcing.offer()).content(offer),
                step("allocate", resourcing.allocate()).content(allocate),
                step("start", resourcing.start()));
    }

    private static Xml.Element step(String name, Initiator initiator) {
        return Xml.Element.of(name).with("initiator", initiator.name().toLowerCase(Locale.ROOT));
    }

    private static Xml.Element selector(String name, String kind, String key, String value) {
        return Xml.Element.of(
                name,
                Xml.Element.of("name", kind),
                Xml.Element.of(
                        "params",
                        Xml.Element.of("param", Xml.Element.of("key", key), Xml.Element.of("value", value))));
    }

    List<Xml> variable(Variable variable, int index) {
        List<Xml> elements = new ArrayList<>();
        switch (variable.use()) {
            case INPUT -> elements.add(variable("inputParam", variable, index, true));
            case OUTPUT -> {
                elements.add(variable("outputParam", variable, index, false));
                if (variable.initial() != null) {
                    elements.add(variable("localVariable", variable, index, true));
                }
            }
            case BOTH -> {
                elements.add(variable("inputParam", variable, index, true));
                elements.add(variable("outputParam", variable, index, false));
            }
            case LOCAL -> elements.add(variable("localVariable", variable, index, true));
        }
        return elements;
    }

    private Xml.Element variable(String kind, Variable variable, int index, boolean initial) {
        Xml.Element element = parameter(kind, variable.name(), variable.type(), variable.shape(), index);
        if (!initial || variable.initial() == null) {
            return element;
        }
        List<Xml> content = new ArrayList<>(element.content());
        content.add(YawlExpressions.element("initialValue", variable.initial(), unwritable)
                .with("m:language", variable.initial() instanceof Expression.XQuery ? "xquery" : language(variable.initial())));
        return element.content(content);
    }

    private static String language(Expression expression) {
        return expression instanceof Expression.Goal ? "prolog" : expression instanceof Expression.Variable ? "variable" : "json";
    }

    private static Xml.Element parameter(String kind, String name, String type, Shape shape, int index) {
        Xml.Element element = Xml.Element.of(
                kind,
                Xml.Element.of("index", Integer.toString(index)),
                Xml.Element.of("name", name),
                Xml.Element.of("type", type),
                Xml.Element.of("namespace", Yawl.SCHEMA));
        return Types.shape(type).equals(shape) ? element : element.with("m:shape", shape.toData().json());
    }

    /** The decomposition of work, or of a task that passes its data on; null if the task has none of its own. */
    Xml.@Nullable Element decomposition(Decomposition decomposition) {
        return switch (decomposition) {
            case Decomposition.SubNet net -> null;
            case Decomposition.Routing routing ->
                routing.root().isEmpty() ? null : gateway(routing.root(), List.of(Xml.Element.of("externalInteraction", "automated")));
            case Decomposition.Atomic work -> work(work);
        };
    }

    private static Xml.Element gateway(String id, List<? extends Xml> content) {
        return Xml.Element.of("decomposition")
                .with("id", id)
                .with("xsi:type", "WebServiceGatewayFactsType")
                .content(content);
    }

    private static Xml.Element work(Decomposition.Atomic work) {
        List<Xml> content = new ArrayList<>();
        boolean input = parameters("inputParam", work.work().input(), content);
        boolean output = parameters("outputParam", work.work().output(), content);
        Doer doer = work.work().doer();
        if (doer instanceof Doer.Handler handler) {
            content.add(Xml.Element.of("codelet", handler.name()));
        }
        content.add(Xml.Element.of("externalInteraction", doer instanceof Doer.Handler ? "automated" : "manual"));
        Xml.Element element = gateway(work.root(), content);
        element = input ? element : element.with("m:input", work.work().input().toData().json());
        element = output ? element : element.with("m:output", work.work().output().toData().json());
        int priority = work.work().priority();
        element = priority == Task.NORMAL_PRIORITY ? element : element.with("m:priority", Integer.toString(priority));
        return switch (doer) {
            case Doer.Program program -> element.with("m:program", program.name());
            case Doer.Process process -> element.with("m:process", process.name());
            case Doer.People people -> element;
            case Doer.Handler handler -> element;
        };
    }

    /** Whether a shape could be written as parameters, one for each field. */
    private static boolean parameters(String kind, Shape shape, List<Xml> content) {
        if (shape.equals(Shape.any())) {
            return true;
        }
        if (!(shape instanceof Shape.FieldsOf fields) || !fields.open() || fields.fields().isEmpty()) {
            return false;
        }
        int index = 0;
        for (Shape.Field field : fields.fields()) {
            Xml.Element element = parameter(kind, field.name(), type(field.shape()), field.shape(), index++);
            List<Xml> parts = new ArrayList<>(element.content());
            if (field.required()) {
                parts.add(Xml.Element.of("mandatory"));
            }
            content.add(element.content(parts));
        }
        return true;
    }

    private static String type(Shape shape) {
        return switch (shape) {
            case Shape.Simple simple -> switch (simple) {
                case ANY -> "anyType";
                case TEXT, INSTANT, DURATION, DATE -> "string";
                case NUMBER -> "decimal";
                case DOUBLE -> "double";
                case INTEGER -> "integer";
                case TRUTH -> "boolean";
            };
            case Shape.ListOf list -> "anyType";
            case Shape.MapOf map -> "anyType";
            case Shape.FieldsOf fields -> "anyType";
            case Shape.OneOf choice -> "anyType";
            case Shape.OrNothing other -> "anyType";
        };
    }
}
