package io.millrace.prolog;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.BiConsumer;

/** The goals that a body shows: those that it calls itself, and those that it hands to predicates that call them. */
final class Goals {
    /**
     * Which arguments of a predicate are goals, and how many arguments it adds to each: a digit is that number, {@code ^} a goal
     * behind its quantified variables, {@code /} a body of a grammar, {@code -} no goal.
     */
    private static final Map<String, String> META = Map.ofEntries(
            Map.entry(",/2", "00"), Map.entry(";/2", "00"), Map.entry("->/2", "00"), Map.entry("*->/2", "00"),
            Map.entry("\\+/1", "0"), Map.entry("not/1", "0"), Map.entry("once/1", "0"), Map.entry("ignore/1", "0"),
            Map.entry("forall/2", "00"), Map.entry("findall/3", "-0-"), Map.entry("findall/4", "-0--"),
            Map.entry("bagof/3", "-^-"), Map.entry("setof/3", "-^-"), Map.entry("aggregate_all/3", "-^-"),
            Map.entry("aggregate_all/4", "--^-"), Map.entry("catch/3", "0-0"), Map.entry("call_cleanup/2", "00"),
            Map.entry("setup_call_cleanup/3", "000"), Map.entry("with_output_to/2", "-0"), Map.entry("assertion/1", "0"),
            Map.entry("call_nth/2", "0-"), Map.entry("limit/2", "-0"), Map.entry("freeze/2", "-0"), Map.entry("when/2", "-0"),
            Map.entry("include/3", "1--"), Map.entry("exclude/3", "1--"), Map.entry("partition/4", "1---"),
            Map.entry("partition/5", "2----"), Map.entry("convlist/3", "2--"), Map.entry("predsort/3", "3--"),
            Map.entry("phrase/2", "/-"), Map.entry("phrase/3", "/--"), Map.entry("map_assoc/2", "1-"), Map.entry("map_assoc/3", "2--"));

    private Goals() {}

    /**
     * Calls {@code taken} for each goal that is not a conjunction or another control construct, with its key: the name and the
     * number of arguments with which it is called. A goal that is a variable is not seen.
     */
    static void each(Term body, BiConsumer<Term, String> taken) {
        Deque<Term> left = new ArrayDeque<>();
        left.push(body);
        while (!left.isEmpty()) {
            Term goal = left.pop().deref();
            if (goal instanceof Var || ProgramText.key(goal).isEmpty()) {
                continue;
            }
            String key = ProgramText.key(goal);
            taken.accept(goal, key);
            if (goal instanceof Struct struct) {
                String arguments = meta(struct, key);
                for (int i = arguments.length() - 1; i >= 0; i--) {
                    argument(struct.arg(i).deref(), arguments.charAt(i), left, taken);
                }
            }
        }
    }

    private static String meta(Struct goal, String key) {
        int arity = goal.arity();
        return switch (goal.name().name()) {
            case "call" -> String.valueOf(arity - 1);
            case "maplist", "foldl" -> arity > 1 ? String.valueOf(arity - 1) : "";
            default -> META.getOrDefault(key, "");
        };
    }

    private static void argument(Term argument, char how, Deque<Term> left, BiConsumer<Term, String> taken) {
        Term goal = argument;
        switch (how) {
            case '-' -> {}
            case '0' -> left.push(goal);
            case '^' -> {
                while (goal instanceof Struct quantified && quantified.is("^", 2)) {
                    goal = quantified.arg(1).deref();
                }
                left.push(goal);
            }
            case '/' -> {
                if (goal instanceof Atom || goal instanceof Struct struct && !META.containsKey(ProgramText.key(struct)) && !struct.is("{}", 1)) {
                    added(goal, 2, taken);
                }
            }
            default -> added(goal, how - '0', taken);
        }
    }

    private static void added(Term closure, int more, BiConsumer<Term, String> taken) {
        switch (closure) {
            case Atom atom when !atom.equals(Atom.NIL) -> taken.accept(atom, atom.name() + "/" + more);
            case Struct struct when !struct.is(".", 2) && !struct.name().name().equals(">>") ->
                taken.accept(struct, struct.name().name() + "/" + (struct.arity() + more));
            case Term other -> {}
        }
    }
}
