package io.millrace.simulate;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.fact.NoDataException;
import io.millrace.language.Compiled;
import io.millrace.logic.Prolog;
import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Limits;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.machine.Program;
import io.millrace.logic.machine.Solutions;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.net.Net;
import io.millrace.net.NetTask;
import io.millrace.net.run.Executions;
import io.millrace.net.run.Fluents;
import io.millrace.net.run.NetLanguage;
import io.millrace.net.run.NetProcess;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A process in the facts of the event calculus paper: which external event starts an instance, who is qualified for what at which
 * cost, which activities take a fixed time (AxH3) and which end with an external event (AxH4).
 */
final class Paper {
    private static final List<String> SAYS = List.of("agent/1", "starts/2", "fixed_activity/1", "varying_activity/1", "end_event/2");

    private final String process;
    private final Machine machine;
    private final Program program;
    private final Executions executions;
    private final Set<String> heard;
    private final List<String> agents;
    /** By task, then by agent in the order of declaration. */
    private final Map<String, Map<String, Double>> costs = new LinkedHashMap<>();
    private final Set<String> varying = new HashSet<>();
    /** The end event of a task, with the variable that stands for its execution. */
    private final Map<String, Struct> endEvents = new HashMap<>();

    private Paper(NetProcess process, Program program) {
        this.process = process.contract().name();
        this.program = program;
        this.machine = new Machine(program, Library.builder().build(), Limits.GENEROUS);
        this.executions = Executions.of(process.specification());
        this.heard = Fluents.of(process.specification()).signals();
        this.agents = agents();
        Net root = process.specification().net(process.specification().root());
        for (NetTask task : root == null ? List.<NetTask>of() : root.tasks()) {
            read(task.name());
        }
    }

    /** The facts of a process, or null if it is written in another way. */
    static @Nullable Paper of(Compiled<?> process) {
        String source = process.source();
        if (!(process instanceof NetProcess net) || source == null || !source.contains("initial_activity")) {
            return null;
        }
        Program program = Prolog.builder().consult(Source.of(process.contract().name(), source), new ArrayList<>()).build();
        return SAYS.stream().anyMatch(each -> defines(program, each)) ? new Paper(net, program) : null;
    }

    /** The same process with the agents of a model instead of its own; any other process as it is. */
    static Compiled<?> staffed(Compiled<?> process, Model model) {
        Paper paper = model.hasAgents() ? of(process) : null;
        String source = process.source();
        if (paper == null || source == null) {
            return process;
        }
        StringBuilder text = new StringBuilder();
        Source read = Source.of(paper.process, source);
        for (Read clause : new Reader(read, Operators.iso(), Flags.iso()).all(new ArrayList<>())) {
            boolean agents = clause.term().deref() instanceof Struct fact && (fact.is("agent", 1) || fact.is("qualified", 3));
            if (!agents) {
                text.append(source, clause.start(), clause.end()).append('\n');
            }
        }
        for (String agent : model.workers.keySet()) {
            text.append("agent(").append(HistoryText.of(Atom.of(agent))).append(").\n");
        }
        model.durations.forEach((task, byAgent) -> byAgent.forEach((agent, time) -> {
            if (!agent.isEmpty()) {
                Term activity = paper.activity(task, new Var());
                Term cost = Real.of(time.mean());
                text.append(HistoryText.of(Struct.of("qualified", Atom.of(agent), activity, cost))).append(".\n");
            }
        }));
        return new NetLanguage().compile(paper.process, paper.process, text.toString());
    }

    private static boolean defines(Program program, String indicator) {
        int slash = indicator.indexOf('/');
        return program.defines(indicator.substring(0, slash), Integer.parseInt(indicator.substring(slash + 1)));
    }

    String process() {
        return process;
    }

    private List<String> agents() {
        Set<String> names = new LinkedHashSet<>();
        Var agent = new Var();
        each("agent", new Term[] {agent}, () -> names.add(name(agent)));
        each("qualified", new Term[] {agent, new Var(), new Var()}, () -> names.add(name(agent)));
        return List.copyOf(names);
    }

    private static String name(Term term) {
        return term.deref() instanceof Atom atom ? atom.name() : HistoryText.of(term);
    }

    private void read(String task) {
        Term activity = activity(task, new Var());
        Var cost = new Var();
        for (String agent : agents) {
            each("qualified", new Term[] {Atom.of(agent), activity, cost}, () -> {
                double seconds = cost.deref() instanceof Int whole ? whole.value() : cost.deref() instanceof Real real ? real.value() : 0;
                costs.computeIfAbsent(task, key -> new LinkedHashMap<>()).putIfAbsent(agent, seconds);
            });
        }
        each("varying_activity", new Term[] {activity}, () -> varying.add(task));
        Var execution = new Var();
        Var event = new Var();
        each("end_event", new Term[] {activity(task, execution), event}, () -> {
            Term both = machine.copy(Struct.of("end", execution, event));
            endEvents.putIfAbsent(task, (Struct) both);
        });
    }

    private Term activity(String task, Term execution) {
        return executions.areNamed() ? Struct.of("act", Atom.of(task), execution) : Atom.of(task);
    }

    private void each(String predicate, Term[] arguments, Runnable found) {
        if (!program.defines(predicate, arguments.length)) {
            return;
        }
        machine.refill();
        try (Solutions solutions = machine.solve(Struct.of(predicate, arguments))) {
            while (solutions.next()) {
                found.run();
            }
        } catch (PrologError e) {
            // A rule that cannot be solved says nothing about this.
            machine.refill();
        }
    }

    /** The agents in the order of their declaration. */
    List<String> declared() {
        return agents;
    }

    /** Who is qualified for a task, with the cost, which is the time that it takes. */
    Map<String, Double> qualified(String task) {
        return costs.getOrDefault(task, Map.of());
    }

    boolean isVarying(String task) {
        return varying.contains(task);
    }

    boolean hasBlocks() {
        return executions.haveBlocks();
    }

    /** The blocks that begin when a task is followed by another. */
    List<Executions.Begun> begun(String left, String followed) {
        return executions.begun(left, followed);
    }

    /** The name of an execution of a task. */
    Term execution(String task, Term instance, ToIntFunction<String> iteration) {
        return executions.of(task, instance, iteration);
    }

    /** The instance that an external event starts, or null. */
    @Nullable Term starts(Term event) {
        Var instance = new Var();
        Term[] found = new Term[1];
        each("starts", new Term[] {event, instance}, () -> found[0] = found[0] == null ? machine.copy(instance) : found[0]);
        return found[0];
    }

    /** The external event that ends an execution of a varying activity, perhaps with variables; null if nothing does. */
    @Nullable Term endEvent(String task, Term execution) {
        Struct known = endEvents.get(task);
        if (known == null) {
            return null;
        }
        Map<Var, Term> values = Pattern.match(known.arg(0), execution instanceof Struct act && act.is("act", 2) ? act.arg(1) : execution);
        return values == null ? null : Pattern.with(known.arg(1), values);
    }

    /** Whether an event makes something true or false. */
    boolean hears(ExternalEvent external) {
        return heard.contains(signalOf(external));
    }

    /** The signal by which a case hears of an event: its name, or what a described one does. */
    static String signalOf(ExternalEvent external) {
        Data act = external.description().at("act");
        if (act instanceof Data.Text text) {
            return text.value();
        }
        return external.event() instanceof Struct struct ? struct.name().name() : HistoryText.plain(external.event());
    }

    /** What that signal brings: the arguments of the event, or its description. */
    static Data contentOf(ExternalEvent external) {
        if (external.description().has("act")) {
            return external.description().with("event", data(external.event()));
        }
        if (!(external.event() instanceof Struct struct)) {
            return Data.nothing();
        }
        List<Data> arguments = new ArrayList<>();
        for (int i = 0; i < struct.arity(); i++) {
            arguments.add(data(struct.arg(i)));
        }
        return Data.of(arguments);
    }

    /** What a case is started with: the name of the instance, and the event that started it. */
    static Data input(Term event, Term instance) {
        return Data.fields("instance", data(instance), "event", data(event));
    }

    /** The event that starts the instance of a number, if cases come by themselves: its only unknown is that number. */
    Term startOf(long number) {
        Var event = new Var();
        Var instance = new Var();
        Term[] found = new Term[1];
        each("starts", new Term[] {event, instance}, () -> found[0] = found[0] == null ? machine.copy(Struct.of("-", event, instance)) : found[0]);
        Term name = Atom.of(process.charAt(0) + Long.toString(number));
        Map<Var, Term> values = found[0] instanceof Struct pair ? Pattern.match(pair.arg(1), name) : null;
        if (values == null) {
            throw new RefusedException(Code.SIMULATION_REFUSED.with(process, "0", "no event of starts/2 begins an instance."));
        }
        return Pattern.with(((Struct) found[0]).arg(0), values);
    }

    static Data data(Term term) {
        try {
            return Facts.data(term);
        } catch (NoDataException e) {
            return Data.of(HistoryText.of(term));
        }
    }
}
