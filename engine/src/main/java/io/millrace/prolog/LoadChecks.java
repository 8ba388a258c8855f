package io.millrace.prolog;

import io.millrace.language.Finding;
import io.millrace.logic.read.Read;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The restrictions of the paper, as far as a clause shows by itself that it breaks them: what sends in a guard, what waits
 * under a choice point, and variables that nothing can have bound. Clauses are as deep as people write them, so this recurses.
 */
final class LoadChecks {
    private static final Set<String> IMMEDIATE = Set.of("rpc/3", "wvar/1", "result/1");
    private static final Set<String> BUILT_IN = Set.of("replycontent/2", "replytime/2", "<</2");
    private static final Set<String> UNDER_CHOICE =
            Set.of("\\+/1", "once/1", "forall/2", "findall/3", "findall/4", "bagof/3", "setof/3", "ignore/1", "aggregate_all/3");

    private final ProgramText program;
    private final List<Finding> findings = new ArrayList<>();
    private Read read;
    private String clause = "";
    private Set<Var> seen = new HashSet<>();

    private LoadChecks(ProgramText program, Read first) {
        this.program = program;
        this.read = first;
    }

    static List<Finding> of(ProgramText program) {
        List<Finding> findings = new ArrayList<>();
        Set<String> guardsOnly = guardsOnly(program);
        for (Read query : program.queries()) {
            LoadChecks checks = new LoadChecks(program, query);
            checks.clause = "the query";
            checks.walk(((Struct) query.term()).arg(0), false, false);
            findings.addAll(checks.findings);
        }
        for (ProgramText.Clause clause : program.clauses()) {
            LoadChecks checks = new LoadChecks(program, clause.read());
            checks.clause = clause.key();
            checks.note(clause.head());
            checks.walk(clause.guard(), true, false);
            checks.walk(clause.body(), guardsOnly.contains(clause.key()), false);
            findings.addAll(checks.findings);
        }
        return findings;
    }

    /** Predicates that only guards call, themselves or through others: their bodies run in guards. */
    private static Set<String> guardsOnly(ProgramText program) {
        Set<String> called = new HashSet<>();
        Set<String> inGuards = new HashSet<>();
        Set<String> outside = new HashSet<>();
        for (Read query : program.queries()) {
            Goals.each(((Struct) query.term()).arg(0), (goal, key) -> outside.add(key));
        }
        for (ProgramText.Clause clause : program.clauses()) {
            Goals.each(clause.guard(), (goal, key) -> inGuards.add(key));
            Goals.each(clause.body(), (goal, key) -> called.add(key));
        }
        // A case may start with a goal that nothing in the program calls.
        for (ProgramText.Clause clause : program.clauses()) {
            if (!called.contains(clause.key()) && !inGuards.contains(clause.key())) {
                outside.add(clause.key());
            }
        }
        spread(program, outside);
        spread(program, inGuards);
        inGuards.removeAll(outside);
        return inGuards;
    }

    /** Adds what the bodies of predicates call to them, until nothing is new. */
    private static void spread(ProgramText program, Set<String> predicates) {
        int before;
        do {
            before = predicates.size();
            for (ProgramText.Clause clause : program.clauses()) {
                if (predicates.contains(clause.key())) {
                    Goals.each(clause.body(), (goal, key) -> predicates.add(key));
                }
            }
        } while (predicates.size() > before);
    }

    private void walk(Term goal, boolean guard, boolean choice) {
        if (!(goal instanceof Struct struct)) {
            return;
        }
        String key = ProgramText.key(struct);
        switch (key) {
            case ",/2" -> {
                walk(struct.arg(0), guard, choice);
                walk(struct.arg(1), guard, choice);
            }
            case ";/2" -> branches(struct, guard, choice);
            case "->/2", "*->/2" -> condition(struct, guard, choice);
            case "call/1" -> walk(struct.arg(0), guard, choice);
            default -> {
                if (UNDER_CHOICE.contains(key)) {
                    for (int i = 0; i < struct.arity(); i++) {
                        walk(struct.arg(i), guard, true);
                    }
                } else {
                    check(struct, key, guard, choice);
                }
                note(goal);
            }
        }
    }

    /** Each side may bind variables; only those of both are surely bound, but any may be. */
    private void branches(Struct disjunction, boolean guard, boolean choice) {
        Set<Var> before = Set.copyOf(seen);
        boolean conditional = disjunction.arg(0) instanceof Struct left && left.is("->", 2);
        walk(disjunction.arg(0), guard, choice || !conditional);
        Set<Var> after = seen;
        seen = new HashSet<>(before);
        walk(disjunction.arg(1), guard, choice);
        seen.addAll(after);
    }

    private void condition(Struct ifThen, boolean guard, boolean choice) {
        walk(ifThen.arg(0), guard, true);
        walk(ifThen.arg(1), guard, choice);
    }

    private void check(Struct goal, String key, boolean guard, boolean choice) {
        boolean immediate = IMMEDIATE.contains(key);
        boolean waits = BUILT_IN.contains(key) || program.suspendable(key);
        if (!immediate && !waits) {
            return;
        }
        if (immediate && guard) {
            add(
                    key.equals("rpc/3")
                            ? Restriction.RPC_IN_GUARD
                            : key.equals("wvar/1") ? Restriction.WVAR_IN_GUARD : Restriction.RESULT_IN_GUARD,
                    goal);
        } else if (choice) {
            add(Restriction.CHOICEPOINT, goal);
        } else if (waits && (!guard && !program.nonGround() || key.equals("<</2")) && hasNew(goal)) {
            add(Restriction.NOT_GROUND, goal);
        } else if (key.equals("rpc/3")) {
            rpc(goal);
        } else if (key.equals("wvar/1") && !(goal.arg(0) instanceof Var)) {
            add(Restriction.NOT_UNBOUND, goal);
        }
    }

    private void rpc(Struct goal) {
        if (!program.nonGround() && (hasNew(goal.arg(0)) || hasNew(goal.arg(1)))) {
            add(Restriction.NOT_GROUND, goal);
        } else if (!(goal.arg(2) instanceof Var)) {
            add(Restriction.NOT_UNBOUND, goal);
        }
    }

    private void add(Restriction restriction, Term goal) {
        int line = program.source().line(read.start());
        findings.add(new Finding(restriction.code().with(ShownTerms.goal(goal, read), ""), line, clause));
    }

    private boolean hasNew(Term term) {
        return switch (term) {
            case Var variable -> !seen.contains(variable);
            case Struct struct -> {
                for (int i = 0; i < struct.arity(); i++) {
                    if (hasNew(struct.arg(i))) {
                        yield true;
                    }
                }
                yield false;
            }
            case Term constant -> false;
        };
    }

    private void note(Term term) {
        switch (term) {
            case Var variable -> seen.add(variable);
            case Atom atom -> {}
            case Struct struct -> {
                for (int i = 0; i < struct.arity(); i++) {
                    note(struct.arg(i));
                }
            }
            case Term constant -> {}
        }
    }
}
