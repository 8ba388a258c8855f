package io.millrace.net.file;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.fact.Facts;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Writer;
import io.millrace.net.Bound;
import io.millrace.net.Condition;
import io.millrace.net.Decomposition;
import io.millrace.net.End;
import io.millrace.net.Event;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Mapping;
import io.millrace.net.Multiplicity;
import io.millrace.net.Net;
import io.millrace.net.OrJoin;
import io.millrace.net.Resourcing.Initiator;
import io.millrace.net.Resourcing;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.net.Timer;
import io.millrace.net.Types;
import io.millrace.net.Variable;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.work.Doer;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes nets as facts, one a line, in the order in which a person would draw them. */
final class FactsWriter {
    private final Specification specification;
    private final List<String> unwritable = new ArrayList<>();
    private StringBuilder out = new StringBuilder();

    private FactsWriter(Specification specification) {
        this.specification = specification;
    }

    static String write(Specification specification) {
        FactsWriter writer = new FactsWriter(specification);
        String text = writer.all();
        if (!writer.unwritable.isEmpty()) {
            throw new RefusedException(Code.NOT_WRITABLE.with(specification.name(), "facts", String.join("; ", writer.unwritable)));
        }
        return text;
    }

    private String all() {
        fact("process", quoted(specification.name()));
        if (specification.orJoin() != OrJoin.PAPER) {
            fact("option", "or_join", word(specification.orJoin()));
        }
        if (specification.end() != End.QUIET) {
            fact("option", "end", word(specification.end()));
        }
        if (specification.attachment() instanceof Clauses clauses) {
            out.append('\n').append(clauses.text());
        }
        List<Net> nets = new ArrayList<>(specification.nets());
        // The first net of a file is its root.
        nets.sort(Comparator.comparing(net -> !net.name().equals(specification.root())));
        for (Net net : nets) {
            out.append('\n');
            StringBuilder before = out;
            out = new StringBuilder();
            net(net);
            String body = out.toString();
            out = before;
            fact("net", quoted(net.name()));
            out.append(declared(net, body)).append(body);
        }
        return out.toString();
    }

    /** Tasks are in the order in which they are first mentioned; where that is not theirs, it is told. */
    private static String declared(Net net, String body) {
        Specification mentioned = FactsReader.read("net.pl", "net(n).\n" + body, false).specification();
        List<String> names = net.tasks().stream().map(NetTask::name).toList();
        if (mentioned != null && mentioned.nets().getFirst().tasks().stream().map(NetTask::name).toList().equals(names)) {
            return "";
        }
        StringBuilder declared = new StringBuilder();
        names.forEach(name -> declared.append("task(").append(quoted(name)).append(").\n"));
        return declared.toString();
    }

    private void fact(String name, String... arguments) {
        out.append(name).append('(').append(String.join(", ", arguments)).append(").\n");
    }

    static String quoted(String name) {
        return Writer.quoted().write(Atom.of(name), Operators.ARGUMENT_PRIORITY);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String data(Data data) {
        return Writer.quoted().write(Facts.term(data), Operators.ARGUMENT_PRIORITY);
    }

    private void net(Net net) {
        if (!net.title().equals(net.name())) {
            fact("title", quoted(net.title()));
        }
        if (net.implicitTermination()) {
            fact("termination", "implicit");
        }
        String input = NetFacts.START;
        String output = NetFacts.END;
        for (Condition condition : net.conditions()) {
            switch (condition.kind()) {
                case INPUT -> input = condition.name();
                case OUTPUT -> output = condition.name();
                case INNER -> fact("condition", quoted(condition.name()));
            }
        }
        if (!input.equals(NetFacts.START)) {
            fact("input_condition", quoted(input));
        }
        if (!output.equals(NetFacts.END)) {
            fact("output_condition", quoted(output));
        }
        net.variables().forEach(this::variable);
        for (Flow flow : net.flows()) {
            if (flow.from().equals(input)) {
                fact("initial_activity", quoted(flow.to()));
            } else if (net.condition(flow.from()) != null) {
                fact("flow", quoted(flow.from()), quoted(flow.to()));
            }
        }
        for (NetTask task : net.tasks()) {
            join(net, task);
            split(net, task, output);
            details(task);
        }
        net.conditions().forEach(each -> title(each.name(), each.title()));
        net.tasks().forEach(each -> title(each.name(), each.title()));
    }

    private void title(String name, String title) {
        if (!title.equals(name)) {
            fact("title", quoted(name), quoted(title));
        }
    }

    private void variable(Variable variable) {
        String use = word(variable.use());
        if (variable.initial() == null) {
            fact("variable", quoted(variable.name()), use, quoted(variable.type()));
        } else {
            fact("variable", quoted(variable.name()), use, quoted(variable.type()), expression(variable.initial()));
        }
        if (!Types.isKnown(variable.type()) || !variable.shape().equals(Types.shape(variable.type()))) {
            fact("shape", quoted(variable.name()), data(variable.shape().toData()));
        }
    }

    private void join(Net net, NetTask task) {
        List<String> from = net.flows().stream().filter(flow -> flow.to().equals(task.name())).map(flow -> quoted(flow.from())).toList();
        if (task.join() != Junction.XOR || from.size() > 1) {
            fact(word(task.join()) + "_join", "[" + String.join(", ", from) + "]", quoted(task.name()));
        }
    }

    private void split(Net net, NetTask task, String output) {
        List<Flow> flows = new ArrayList<>(net.flows().stream().filter(flow -> flow.from().equals(task.name())).toList());
        flows.sort(Comparator.comparingInt(Flow::ordering));
        boolean plain = task.split() == Junction.AND && flows.stream().allMatch(flow -> flow.predicate() == null && !flow.isDefault());
        if (plain && flows.size() == 1) {
            String to = flows.getFirst().to();
            if (to.equals(output)) {
                fact("final_activity", quoted(task.name()));
            } else {
                fact(net.task(to) == null ? "flow" : "sequential", quoted(task.name()), quoted(to));
            }
        } else if (!plain || !flows.isEmpty()) {
            List<String> ways = flows.stream().map(this::way).toList();
            fact(word(task.split()) + "_split", quoted(task.name()), "[" + String.join(", ", ways) + "]");
        }
    }

    private String way(Flow flow) {
        String to = quoted(flow.to());
        String goal = flow.predicate() == null ? null : expression(flow.predicate());
        if (goal == null) {
            return flow.isDefault() ? "(" + to + ", otherwise)" : to;
        }
        return "(" + to + ", " + goal + (flow.isDefault() ? ", otherwise)" : ")");
    }

    private void details(NetTask task) {
        String name = quoted(task.name());
        if (!task.cancels().isNone()) {
            List<String> nodes = new ArrayList<>(task.cancels().nodes().stream().map(FactsWriter::quoted).toList());
            task.cancels().between().forEach(arc -> nodes.add("c(" + quoted(arc.from()) + ", " + quoted(arc.to()) + ")"));
            fact("cancels", name, "[" + String.join(", ", nodes) + "]");
        }
        if (task.multiplicity() != null) {
            multiplicity(name, task.multiplicity());
        }
        if (task.timer() != null) {
            fact("timer", name, timer(task.timer()));
        }
        if (task.event() != null) {
            fact("event", name, event(task.event()));
        }
        for (Mapping mapping : task.inputs()) {
            fact("gets", name, quoted(mapping.to()), expression(mapping.from()));
        }
        for (Mapping mapping : task.outputs()) {
            fact("gives", name, quoted(mapping.to()), expression(mapping.from()));
        }
        switch (task.decomposition()) {
            case Decomposition.SubNet net -> fact("composite", name, quoted(net.net()));
            case Decomposition.Routing routing -> {
                if (routing.root().isEmpty()) {
                    fact("routing", name);
                } else {
                    fact("routing", name, quoted(routing.root()));
                }
            }
            case Decomposition.Atomic work -> work(task, work);
        }
    }

    private void multiplicity(String name, Multiplicity multiplicity) {
        fact("multiple", name, bound(multiplicity.min()), bound(multiplicity.max()), bound(multiplicity.threshold()), word(multiplicity.creation()));
        if (multiplicity.count() != null) {
            fact("instances", name, expression(multiplicity.count()));
        }
        Multiplicity.Split split = multiplicity.split();
        if (split != null) {
            fact("split_data", name, expression(split.from()), optional(split.by()), quoted(split.parameter()));
        }
        Multiplicity.Join join = multiplicity.join();
        if (join != null) {
            fact("join_data", name, expression(join.each()), optional(join.by()), quoted(join.variable()));
        }
    }

    private String optional(@Nullable Expression expression) {
        return expression == null ? "none" : expression(expression);
    }

    private String bound(Bound bound) {
        return switch (bound) {
            case Bound.Exactly exactly -> Integer.toString(exactly.number());
            case Bound.Infinite infinite -> "inf";
            case Bound.Computed computed -> expression(computed.expression());
        };
    }

    private String timer(Timer timer) {
        String spec = switch (timer.until()) {
            case Timer.After after -> "after(" + quoted(YawlTimer.text(after)) + (after.workdays() ? ", workdays)" : ")");
            case Timer.At at -> "at(" + quoted(at.instant().toString()) + ")";
            case Timer.Told told -> "told(" + expression(told.expression()) + ")";
        };
        return timer.trigger() == Timer.Trigger.ON_STARTED ? "on_start(" + spec + ")" : spec;
    }

    private String event(Event event) {
        if (event.key() == null && event.variable() == null) {
            return quoted(event.signal());
        }
        String key = event.key() == null ? "any" : expression(event.key());
        return "signal(" + quoted(event.signal()) + ", " + key + ", " + (event.variable() == null ? "none" : quoted(event.variable())) + ")";
    }

    private void work(NetTask task, Decomposition.Atomic work) {
        String name = quoted(task.name());
        Doer doer = work.work().doer();
        if (!(doer instanceof Doer.People) || task.timer() != null || task.event() != null) {
            fact("work", name, switch (doer) {
                case Doer.People people -> "people";
                case Doer.Handler handler -> "handler(" + quoted(handler.name()) + ")";
                case Doer.Program program -> "program(" + quoted(program.name()) + ")";
                case Doer.Process process -> "process(" + quoted(process.name()) + ")";
            });
        }
        if (!work.root().equals(task.name())) {
            fact("root", name, quoted(work.root()));
        }
        if (work.work().priority() != Task.NORMAL_PRIORITY) {
            fact("priority", name, Integer.toString(work.work().priority()));
        }
        each("role", name, work.work().performers().roles());
        each("participant", name, work.work().performers().participants());
        each("capability", name, work.work().performers().capabilities());
        String pool = work.work().performers().pool();
        if (pool != null && (specification.agents() == null || !pool.equals(specification.agents().name()))) {
            fact("allocation", name, quoted(pool));
        }
        resourcing(name, work.resourcing());
        if (!work.work().input().equals(Shape.any())) {
            fact("accepts", name, data(work.work().input().toData()));
        }
        if (!work.work().output().equals(Shape.any())) {
            fact("returns", name, data(work.work().output().toData()));
        }
    }

    private void resourcing(String name, Resourcing resourcing) {
        step("offer", name, resourcing.offer());
        if (resourcing.allocator() == null) {
            step("allocate", name, resourcing.allocate());
        } else {
            fact("allocate", name, word(resourcing.allocate()), quoted(resourcing.allocator()));
        }
        step("start", name, resourcing.start());
        each("performer_from", name, resourcing.performersFrom());
        each("separate", name, resourcing.separateFrom());
        if (resourcing.familiarWith() != null) {
            fact("familiar", name, quoted(resourcing.familiarWith()));
        }
        each("unenforced", name, resourcing.unenforced());
    }

    private void step(String step, String name, Initiator initiator) {
        if (initiator != Initiator.USER) {
            fact(step, name, word(initiator));
        }
    }

    private void each(String fact, String task, List<String> values) {
        values.forEach(value -> fact(fact, task, quoted(value)));
    }

    private String expression(Expression expression) {
        return switch (expression) {
            case Expression.XQuery query -> "xquery(" + quoted(query.text()) + ")";
            case Expression.Variable variable -> "variable(" + quoted(variable.path()) + ")";
            case Expression.Constant constant -> "constant(" + data(constant.value()) + ")";
            case Expression.Goal goal -> goal(goal.text());
            case Expression.Lambda lambda -> {
                unwritable.add("'" + lambda.title() + "' is a Java function");
                yield "none";
            }
        };
    }

    private String goal(String text) {
        try {
            Read read = Reader.term(text, Operators.iso(), FactTerms.flags());
            return Writer.quoted().withNames(FactTerms.names(read)).write(read.term(), Operators.ARGUMENT_PRIORITY);
        } catch (SyntaxError e) {
            unwritable.add("'" + text + "' is not a goal");
            return "none";
        }
    }
}
