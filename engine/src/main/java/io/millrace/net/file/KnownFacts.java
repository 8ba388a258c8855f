package io.millrace.net.file;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.net.text.Nearest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The predicates that mean something in a file of facts, and what is said of one that is not among them. A predicate that a goal
 * or a rule of the file mentions belongs to the user, whatever its name.
 */
final class KnownFacts {
    /** Facts that make the net: the reader takes them, and a rule cannot stand for them. */
    private static final Set<String> OF_NETS = Set.of(
            "process/1", "option/2", "net/1", "input_condition/1", "output_condition/1", "condition/1", "task/1", "initial_activity/1",
            "final_activity/1", "sequential/2", "flow/2", "and_split/2", "xor_split/2", "or_split/2", "and_join/2", "xor_join/2",
            "or_join/2", "serial/2", "serial/3", "initial/2", "final/2", "on_failure/2", "title/1", "title/2", "termination/1",
            "variable/3", "variable/4", "shape/2", "composite/2", "cancels/2", "timer/2", "event/2", "multiple/5", "instances/2",
            "split_data/4", "join_data/4", "gets/3", "gives/3", "agent/1");

    /** Clauses that others read: facts or rules. */
    private static final Set<String> OF_EVENTS = Set.of(
            "initiates/2", "terminates/2", "correlation/2", "starts/2", "fixed_activity/1", "varying_activity/1", "end_event/2");

    /** With another number of arguments these are never predicates of the user. */
    static final Set<String> RESERVED = Set.of(
            "initial_activity", "final_activity", "sequential", "and_split", "xor_split", "or_split", "and_join", "xor_join",
            "or_join", "condition", "flow", "multiple", "cancels", "composite");

    private static final Map<String, Set<Integer>> ARITIES = Stream.of(OF_NETS, OF_EVENTS, WorkFacts.FACTS)
            .flatMap(Set::stream)
            .collect(Collectors.groupingBy(
                    each -> each.substring(0, each.indexOf('/')),
                    TreeMap::new,
                    Collectors.mapping(each -> Integer.valueOf(each.substring(each.indexOf('/') + 1)), Collectors.toCollection(TreeSet::new))));

    private KnownFacts() {}

    /** Whether only facts say this, and no rules. */
    static boolean isFactOfNets(Term head) {
        String indicator = indicator(head);
        return OF_NETS.contains(indicator) || WorkFacts.FACTS.contains(indicator);
    }

    /** Whether it says something of one net; who is qualified, and how executions in blocks are named, is said beside all nets, too. */
    static boolean belongsToNet(Term head) {
        return isFactOfNets(head) && !Set.of("qualified/3", "initial/2", "final/2").contains(indicator(head));
    }

    static boolean isOfEvents(Term head) {
        return OF_EVENTS.contains(indicator(head));
    }

    static String name(Term head) {
        return switch (head) {
            case Atom atom -> atom.name();
            case Struct struct -> struct.name().name();
            default -> "";
        };
    }

    static String indicator(Term head) {
        return name(head) + "/" + (head instanceof Struct struct ? struct.arity() : 0);
    }

    /** Why a clause that nothing mentions is a mistake: it has the name of a fact, or nearly. Null if it is the user's own. */
    static @Nullable String mistake(Term head) {
        String name = name(head);
        int arity = head instanceof Struct struct ? struct.arity() : 0;
        Set<Integer> arities = ARITIES.get(name);
        if (arities != null) {
            return arities.contains(arity) ? null : name + " has " + numbers(arities) + ", not " + arity;
        }
        String near = Nearest.to(name, ARITIES.keySet());
        return near == null ? null : "there is no fact '" + name + "', and no goal calls it; is '" + near + "' meant";
    }

    private static String numbers(Set<Integer> arities) {
        List<String> all = arities.stream().map(String::valueOf).toList();
        return String.join(" or ", all) + (all.equals(List.of("1")) ? " argument" : " arguments");
    }

    /** Collects all names in a term, which may be predicates that are called. */
    static void mentioned(Term term, Set<String> names) {
        Deque<Term> open = new ArrayDeque<>(List.of(term));
        while (!open.isEmpty()) {
            Term next = open.pop().deref();
            if (!name(next).isEmpty()) {
                names.add(name(next));
            }
            if (next instanceof Struct struct) {
                for (int i = 0; i < struct.arity(); i++) {
                    open.push(struct.arg(i));
                }
            }
        }
    }
}
