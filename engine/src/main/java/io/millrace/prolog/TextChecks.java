package io.millrace.prolog;

import io.millrace.language.Finding;
import io.millrace.logic.read.Read;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a program shows to be a slip: predicates that nothing defines, wrong numbers of arguments, variables that occur once,
 * clauses of one predicate in several places, and values that no later phase will find.
 */
final class TextChecks {
    private static final Set<String> STORES =
            Set.of("assertz/1", "asserta/1", "assert/1", "retract/1", "retractall/1", "nb_setval/2", "b_setval/2");
    private static final Set<String> LASTING = Set.of("assertz/1", "asserta/1", "assert/1", "nb_setval/2");
    private static final int FEW = 4;

    private final ProgramText program;
    private final Set<String> known;
    private final Set<String> asserted = new HashSet<>();
    private final Map<String, Set<Integer>> arities = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    /** @param predicates every predicate that the program can call, as {@code name/arity} */
    private TextChecks(ProgramText program, Set<String> predicates) {
        this.program = program;
        this.known = predicates;
        for (String key : predicates) {
            arities.computeIfAbsent(name(key), n -> new TreeSet<>()).add(Integer.parseInt(key.substring(key.lastIndexOf('/') + 1)));
        }
    }

    static List<Finding> of(ProgramText program, Set<String> predicates) {
        return new TextChecks(program, predicates).all();
    }

    private List<Finding> all() {
        for (Read query : program.queries()) {
            notes(((Struct) query.term()).arg(0));
        }
        for (ProgramText.Clause clause : program.clauses()) {
            notes(clause.guard());
            notes(clause.body());
        }
        for (Read query : program.queries()) {
            goals(List.of(((Struct) query.term()).arg(0)), query, null, "the query");
        }
        for (ProgramText.Clause clause : program.clauses()) {
            goals(List.of(clause.guard(), clause.body()), clause.read(), clause.head(), clause.key());
            singletons(clause);
        }
        scattered();
        return findings;
    }

    // Predicates that nothing defines.

    /** What is asserted somewhere is defined, at least for a while. */
    private void notes(Term body) {
        Goals.each(body, (goal, key) -> {
            if (STORES.contains(key) && goal instanceof Struct struct && struct.arity() == 1) {
                Term clause = struct.arg(0).deref();
                Term head = clause instanceof Struct rule && rule.is(":-", 2) ? rule.arg(0).deref() : clause;
                asserted.add(ProgramText.key(head));
            }
        });
    }

    private void goals(List<Term> bodies, Read read, @Nullable Term head, String clause) {
        Set<String> told = new HashSet<>();
        Map<String, Integer> seen = new HashMap<>();
        if (head != null) {
            seen.put(name(ProgramText.key(head)), 1);
        }
        bodies.forEach(body -> Goals.each(body, (goal, key) -> {
            int before = seen.merge(name(key), 1, Integer::sum) - 1;
            if (!told.add(key)) {
                return;
            }
            if (LASTING.contains(key)) {
                add(Code.FORGOTTEN.with(ShownTerms.goal(goal, read)), place(read, name(key), before), clause);
            } else if (!program.unknownFails() && !known.contains(key) && !asserted.contains(key)) {
                add(unknown(ShownTerms.goal(goal, read), key), place(read, name(key), before), clause);
            }
        }));
    }

    private Problem unknown(String goal, String key) {
        Set<Integer> others = arities.get(name(key));
        if (others != null) {
            List<String> there = others.stream().limit(FEW).map(arity -> name(key) + "/" + arity).toList();
            return Code.WRONG_ARITY.with(goal, key, String.join(", ", there));
        }
        String nearest = nearest(key);
        return Code.UNDEFINED_PREDICATE.with(goal, key, nearest == null ? "" : "; " + nearest + " is");
    }

    /** The known predicate whose name differs least, if it differs little. One with the same number of arguments is preferred. */
    private @Nullable String nearest(String key) {
        String name = name(key);
        String arity = key.substring(key.lastIndexOf('/'));
        int most = name.length() <= FEW ? 1 : name.length() / 3;
        String best = null;
        int least = Integer.MAX_VALUE;
        for (String other : new TreeSet<>(known)) {
            int distance = 2 * distance(name, name(other), most);
            if (distance <= 2 * most) {
                distance += other.endsWith(arity) ? 0 : 1;
                if (distance < least) {
                    least = distance;
                    best = other;
                }
            }
        }
        return best;
    }

    /** How many letters must be changed, added, left out or swapped, or more than {@code most}. */
    private static int distance(String one, String other, int most) {
        if (Math.abs(one.length() - other.length()) > most) {
            return most + 1;
        }
        int[][] changes = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    changes[i][j] = i + j;
                    continue;
                }
                int same = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                int least = Math.min(changes[i - 1][j - 1] + same, Math.min(changes[i - 1][j], changes[i][j - 1]) + 1);
                boolean swapped = i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
                changes[i][j] = swapped ? Math.min(least, changes[i - 2][j - 2] + 1) : least;
            }
        }
        return changes[one.length()][other.length()];
    }

    // Clauses.

    private void singletons(ProgramText.Clause clause) {
        List<String> names = clause.read().singletons();
        if (!names.isEmpty()) {
            String quoted = names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
            String sentence = (names.size() == 1 ? "The variable " : "The variables ") + quoted + (names.size() == 1 ? " occurs" : " occur");
            add(Code.SINGLETON.with(sentence), place(clause.read(), names.getFirst(), 0), clause.key());
        }
    }

    private void scattered() {
        Map<String, Integer> lines = new HashMap<>();
        Set<String> told = new HashSet<>(program.discontiguous());
        String last = "";
        for (ProgramText.Clause clause : program.clauses()) {
            String key = clause.key();
            int line = program.source().line(clause.read().start());
            Integer before = lines.putIfAbsent(key, line);
            if (!key.equals(last) && before != null && told.add(key)) {
                findings.add(new Finding(Code.SCATTERED.with(key, before), line, key));
            }
            last = key;
        }
    }

    // Places.

    private void add(Problem problem, int line, String clause) {
        findings.add(new Finding(problem, line, clause));
    }

    /** The line of the clause on which a name stands as a word of its own, after so many others. */
    private int place(Read read, String name, int before) {
        String text = program.source().text();
        int end = Math.min(read.end(), text.length());
        int found = -1;
        int left = before;
        for (int at = text.indexOf(name, read.start()); at >= 0 && at + name.length() <= end; at = text.indexOf(name, at + 1)) {
            boolean begins = at == 0 || !Character.isUnicodeIdentifierPart(text.charAt(at - 1));
            int behind = at + name.length();
            boolean ends = behind >= text.length() || !Character.isUnicodeIdentifierPart(text.charAt(behind));
            boolean word = Character.isUnicodeIdentifierPart(name.codePointAt(0));
            if (!word || begins && ends) {
                found = at;
                if (left-- == 0) {
                    break;
                }
            }
        }
        return program.source().line(found < 0 ? read.start() : found);
    }

    private static String name(String key) {
        return key.substring(0, key.lastIndexOf('/'));
    }
}
