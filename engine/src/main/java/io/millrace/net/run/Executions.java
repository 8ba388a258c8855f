package io.millrace.net.run;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Writer;
import io.millrace.net.Flow;
import io.millrace.net.Net;
import io.millrace.net.Specification;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The naming of section 3.2.3 of the event calculus paper: an execution of an activity is {@code act(Name, EID)}, where the EID is
 * the name of the case, or {@code b(EID, Block, Iteration)} inside a block, however deep. A case keeps the iteration in which a block
 * is as the fluent {@code iteration(Block, Number)}.
 */
public final class Executions {
    /** The fluent that says in which iteration a block is. */
    static final String ITERATION = "iteration";

    /** A block: what it begins with, what it ends with, and everything in it. */
    private record Block(String name, String first, String last, Set<String> members) {}

    private final boolean named;
    private final List<Block> blocks;
    private final Map<String, List<String>> within = new HashMap<>();

    private Executions(boolean named, List<Block> blocks) {
        this.named = named;
        this.blocks = blocks;
        for (Block block : blocks) {
            block.members().forEach(task -> within.computeIfAbsent(task, key -> new ArrayList<>()).add(block.name()));
        }
    }

    /** What the clauses beside a net say about its blocks. */
    public static Executions of(Specification specification) {
        Map<String, String> first = new LinkedHashMap<>();
        Map<String, String> last = new LinkedHashMap<>();
        boolean named = false;
        for (Term clause : Fluents.heads(specification)) {
            named |= clause instanceof Struct head && mentionsExecution(head);
            if (clause instanceof Struct fact && (fact.is("initial", 2) || fact.is("final", 2))) {
                String block = nameOf(fact.arg(0), "block");
                String task = nameOf(fact.arg(1), "act");
                if (block != null && task != null) {
                    (fact.is("initial", 2) ? first : last).put(block, task);
                }
            }
        }
        Net root = specification.net(specification.root());
        List<Block> blocks = new ArrayList<>();
        for (Map.Entry<String, String> begins : first.entrySet()) {
            String end = last.get(begins.getKey());
            if (end != null && root != null) {
                blocks.add(new Block(begins.getKey(), begins.getValue(), end, members(root, begins.getValue(), end)));
            }
        }
        // The outer one of two blocks has more in it.
        blocks.sort(Comparator.comparingInt((Block block) -> block.members().size()).reversed());
        return new Executions(named, blocks);
    }

    private static boolean mentionsExecution(Struct head) {
        for (int i = 0; i < head.arity(); i++) {
            if (head.arg(i).deref() instanceof Struct argument && (argument.is("act", 2) || mentionsExecution(argument))) {
                return true;
            }
        }
        return false;
    }

    /** The first argument of a term of this functor and two arguments, if it is a name. */
    private static @Nullable String nameOf(Term term, String functor) {
        return term.deref() instanceof Struct struct && struct.is(functor, 2) && struct.arg(0).deref() instanceof Atom name
                ? name.name()
                : null;
    }

    /** What lies on a way from the first activity to the last, without a step beyond either. */
    private static Set<String> members(Net net, String first, String last) {
        Set<String> members = reached(first, last, successors(net, true));
        members.retainAll(reached(last, first, successors(net, false)));
        return members;
    }

    private static Map<String, List<String>> successors(Net net, boolean forwards) {
        return net.flows().stream().collect(Collectors.groupingBy(
                forwards ? Flow::from : Flow::to, Collectors.mapping(forwards ? Flow::to : Flow::from, Collectors.toList())));
    }

    private static Set<String> reached(String from, String to, Map<String, List<String>> next) {
        Set<String> reached = new HashSet<>(Set.of(from));
        Deque<String> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            String node = open.remove();
            if (!node.equals(to)) {
                for (String each : next.getOrDefault(node, List.of())) {
                    if (reached.add(each)) {
                        open.add(each);
                    }
                }
            }
        }
        return reached;
    }

    /** Whether the facts name executions, {@code act(a, EID)}, and not only activities. */
    public boolean areNamed() {
        return named;
    }

    /** Whether there are blocks whose iterations count. */
    public boolean haveBlocks() {
        return !blocks.isEmpty();
    }

    /** The blocks around a task, the outermost first. */
    public List<String> around(String task) {
        return within.getOrDefault(task, List.of());
    }

    /** The execution of a task in a case of this name; without names of executions, the task alone. */
    public Term of(String task, Term instance, ToIntFunction<String> iteration) {
        if (!named) {
            return Atom.of(task);
        }
        Term execution = instance;
        for (String block : around(task)) {
            execution = Struct.of("b", execution, Atom.of(block), Int.of(iteration.applyAsInt(block)));
        }
        return Struct.of("act", Atom.of(task), execution);
    }

    /** A block that begins: anew, or once more. */
    public record Begun(String block, boolean again) {}

    /** The blocks that begin when a task that was left is followed by another. */
    public List<Begun> begun(String left, String followed) {
        List<Begun> begun = new ArrayList<>(1);
        for (Block block : blocks) {
            if (block.first().equals(followed)) {
                begun.add(new Begun(block.name(), block.last().equals(left)));
            }
        }
        return begun;
    }

    /** What a program needs to say the execution of a task. */
    String clauses() {
        return within.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> "'$within'(" + quoted(entry.getKey()) + ", ["
                        + entry.getValue().stream().map(Executions::quoted).collect(Collectors.joining(", ")) + "]) :- !.\n")
                .collect(Collectors.joining());
    }

    private static String quoted(String name) {
        return Writer.quoted().write(Atom.of(name));
    }

    static String fluent(String block, int number) {
        return Writer.canonical().write(Struct.of(ITERATION, Atom.of(block), Int.of(number)));
    }

    /** The number of a block's iteration among fluents, or 0. */
    static int iteration(String block, Set<String> fluents) {
        String start = ITERATION + "(" + quoted(block) + ",";
        for (String fluent : fluents) {
            if (fluent.startsWith(start)) {
                return Integer.parseInt(fluent.substring(start.length(), fluent.length() - 1).strip());
            }
        }
        return 0;
    }
}
