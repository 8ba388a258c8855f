package io.millrace.algebra;

import io.millrace.logic.read.Source;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The content of files of rules: events and rules, with expanded macros and agents. {@link RuleSet#of} compiles it. Immutable. */
public final class RuleModule {
    /**
     * One rule.
     *
     * @param assumed whether the agents guarantee it, instead of the scheduler
     * @param form the expression; a truth if the rule is a constraint
     */
    record Rule(String name, boolean assumed, Form form, Optional<Constraint> constraint, Source source, int offset) {
        /** Variables that stand for every constant. */
        Set<String> variables() {
            return form.free();
        }
    }

    /** A DECLARE template over events. */
    record Constraint(Declare template, int count, List<String> first, List<String> second, String text) {
        Constraint {
            first = List.copyOf(first);
            second = List.copyOf(second);
        }
    }

    private static final int MOST_RULES = 5_000;
    /** How many nodes all rules have together, with their quantifiers spelled out. */
    private static final int MOST_NODES = 250_000;

    private final Map<String, EventType> events = new LinkedHashMap<>();
    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private boolean across;
    private final List<Rule> rules = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    /** Who controls an event that a macro mentions, if no declaration says. */
    private final Map<String, Control> defaults = new LinkedHashMap<>();

    RuleModule() {}

    /** Reads one file. {@link #problems()} has its errors. */
    public static RuleModule read(String name, String text) {
        return read(Map.of(name, text));
    }

    /** Reads several files as one: texts by name, in the order of the map. */
    public static RuleModule read(Map<String, String> texts) {
        RuleModule module = new RuleModule();
        texts.forEach((name, text) -> new Parser(Source.of(name, text), module).read());
        if (module.rules.size() > MOST_RULES) {
            Rule last = module.rules.getLast();
            module.problems.add(Wrong.problem(last.source(), last.offset(), Code.RULES_TOO_LARGE,
                    "there are " + module.rules.size() + " rules; at most " + MOST_RULES + " are read as one"));
            return module;
        }
        Problem large = module.tooLarge();
        if (large != null) {
            module.problems.add(large);
            return module;
        }
        new Completion(module).complete();
        return module;
    }

    /** Rules that would not fit into memory are found before they are spelled out. */
    private @Nullable Problem tooLarge() {
        long all = 0;
        for (Rule rule : rules) {
            long size = rule.form().size(MOST_NODES + 1L);
            if (size > NormalForm.MOST_NODES) {
                return Wrong.problem(rule.source(), rule.offset(), Code.RULES_TOO_LARGE,
                        "rule '" + rule.name() + "' has " + NormalForm.tooLarge() + " in normal form");
            }
            all += size;
            if (all > MOST_NODES) {
                return Wrong.problem(rule.source(), rule.offset(), Code.RULES_TOO_LARGE,
                        "the rules up to '" + rule.name() + "' have more than " + MOST_NODES + " nodes together");
            }
        }
        return null;
    }

    /** This module, if it has no problems. */
    public RuleModule orRefuse() {
        if (!problems.isEmpty()) {
            throw new RefusedException(problems.getFirst());
        }
        return this;
    }

    /** All errors, in the order of the text. */
    public List<Problem> problems() {
        return List.copyOf(problems);
    }

    /** The events, those that are declared first. */
    public List<EventType> events() {
        return List.copyOf(events.values());
    }

    /** Whether rules have variables; then they hold for every constant, and {@link Instances} keeps them. */
    public boolean isParametrised() {
        return rules.stream().anyMatch(rule -> !rule.variables().isEmpty());
    }

    void reachAcross() {
        across = true;
    }

    /** Whether the rules hold between different cases. */
    public boolean isAcross() {
        return across;
    }

    /** Whether a rule is a constraint of DECLARE. */
    public boolean hasConstraints() {
        return rules.stream().anyMatch(rule -> rule.constraint().isPresent());
    }

    /** The performers of the tasks that the files declare. */
    public Map<String, Task> tasks() {
        return tasks;
    }

    Map<String, EventType> byName() {
        return events;
    }

    List<Rule> rules() {
        return rules;
    }

    Map<String, Control> defaults() {
        return defaults;
    }

    void add(Problem problem) {
        problems.add(problem);
    }
}
