package io.millrace.verify;

import io.millrace.net.Checks;
import io.millrace.net.Decomposition;
import io.millrace.net.Fault;
import io.millrace.net.Net;
import io.millrace.net.NetGraph;
import io.millrace.net.OrJoin;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.net.run.GoalChecks;
import io.millrace.net.run.NetProcess;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Proves soundness (Definition 18), or explains the problems. Immutable and safe for use by several threads. Each net is decided on its
 * own; if all are sound, so is the whole (Theorem 1, in the reading in which a running composite task counts as able to complete). If one
 * is not, the whole is explored before it is called unsound, since a parent may cancel what is stuck, or never let it come to that.
 */
public final class Verifier {
    /** The default limit of states of each net. */
    public static final int DEFAULT_MAX_STATES = 1_000_000;

    /** The default limit of steps of each verification. */
    public static final long DEFAULT_MAX_STEPS = 5_000_000_000L;

    /** A net of fewer tasks is looked at as a whole. */
    private static final int FEW_TASKS = 8;

    /** How many states of one part of a net are looked at before the whole is. */
    private static final int STATES_OF_A_PART = 20_000;

    private final int maxStates;
    private final @Nullable OrJoin reading;
    private final boolean advice;

    private final boolean proofs;

    private final long maxSteps;

    private Verifier(int maxStates, long maxSteps, @Nullable OrJoin reading, boolean advice, boolean proofs) {
        this.maxStates = maxStates;
        this.maxSteps = maxSteps;
        this.reading = reading;
        this.advice = advice;
        this.proofs = proofs;
    }

    /** The standard verifier, which uses the reading of OR-joins of each specification, and finds warnings and fixes. */
    public static Verifier standard() {
        return new Verifier(DEFAULT_MAX_STATES, DEFAULT_MAX_STEPS, null, true, false);
    }

    /** The same with another limit on the number of states. */
    public Verifier maxStates(int maxStates) {
        return new Verifier(maxStates, maxSteps, reading, advice, proofs);
    }

    /** The same with one reading of OR-joins, regardless of the specification; null for that of the specification. */
    public Verifier reading(@Nullable OrJoin reading) {
        return new Verifier(maxStates, maxSteps, reading, advice, proofs);
    }

    /** The same without warnings and fixes, for callers that need only the verdict. */
    public Verifier verdictOnly() {
        return new Verifier(maxStates, maxSteps, reading, false, proofs);
    }

    /** The same with another limit on how much it computes, whatever the number of states is: a step takes some nanoseconds. */
    public Verifier maxSteps(long maxSteps) {
        return new Verifier(maxStates, maxSteps, reading, advice, proofs);
    }

    /** The same that answers only whether a specification can be proved part by part; whatever cannot is unknown. */
    Verifier proofsOnly() {
        return new Verifier(maxStates, maxSteps, reading, false, true);
    }

    /**
     * Does some work on this thread. Verifications in it ask again and again whether they are still wanted.
     *
     * @param demand throws what ends a verification that nobody wants any more
     */
    public static <T> T whileWanted(Runnable demand, Callable<T> work) throws Exception {
        return Effort.whileWanted(demand, work);
    }

    /** Verifies a plain net. */
    public Verification verify(PlainNet net) {
        try {
            return Effort.within(maxSteps, () -> decided(net));
        } catch (Effort.SpentException e) {
            return undecided(net.name(), e);
        }
    }

    private Verification decided(PlainNet net) {
        Model model = PlainModel.of(net);
        Solution solution = Solution.of(model, maxStates);
        Properties properties = solution.properties();
        List<Trouble> problems = Explanation.ofPlain(model, solution);
        List<Warning> warnings = new ArrayList<>();
        Verdict verdict = properties.verdict();
        if (model.goal() instanceof Model.Goal.Sinks) {
            // With several sinks a dead transition is no more than a warning.
            verdict = new Properties(properties.optionToComplete(), Answer.YES, properties.properCompletion()).verdict();
            problems = problems.stream().filter(trouble -> trouble.kind() != Trouble.Kind.DEAD_TASK).toList();
            solution.dead().stream().forEach(task -> warnings.add(deadTransition(model.tasks().get(task))));
        }
        NetVerdict alone = new NetVerdict(net.name(), verdict, properties, solution.states());
        return new Verification(
                net.name(), verdict, properties, problems, warnings, List.of(alone), solution.reasons(), solution.states());
    }

    /** Explores all states of a plain net without reduction, for measurements. */
    public Search search(PlainNet net) {
        return Exploration.of(PlainModel.of(net), maxStates).cost();
    }

    /** Explores all states of the root net of a specification without reduction, for measurements. */
    public Search search(Specification specification) {
        Net root = Objects.requireNonNull(specification.net(specification.root()));
        try {
            return Exploration.of(NetModel.alone(new NetGraph(root), reading == null ? specification.orJoin() : reading), maxStates).cost();
        } catch (NetModel.TooLargeException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Warning deadTransition(Model.TaskName name) {
        return new Warning(
                Warning.Kind.DEAD_TRANSITION, name.net(), List.of(name.task()), "Transition '" + name.task() + "' can never fire.");
    }

    /** Verifies a specification. */
    public Verification verify(Specification specification) {
        List<Fault> faults = new ArrayList<>(Checks.faults(specification));
        faults.addAll(faults.isEmpty() ? GoalChecks.faults(specification) : List.of());
        if (!faults.isEmpty()) {
            return Verification.invalid(specification.name(), faults.stream().map(Fault::toString).toList());
        }
        List<Trouble> waiting = NetProcess.objections(specification).stream()
                .map(each -> new Trouble(Trouble.Kind.WAITS_IN_VAIN, specification.root(), List.of(), List.of(), List.of(), each.message(), null))
                .toList();
        Verification answer = limited(specification);
        if (waiting.isEmpty()) {
            return answer;
        }
        Properties known = answer.properties();
        Properties stuck = new Properties(Answer.NO, known.noDeadTasks(), known.properCompletion());
        List<Trouble> all = new ArrayList<>(waiting);
        all.addAll(answer.problems());
        return new Verification(
                answer.name(), stuck.verdict(), stuck, all, answer.warnings(), answer.nets(), answer.reasons(), answer.states());
    }

    private Verification limited(Specification specification) {
        try {
            return Effort.within(maxSteps, () -> soundness(specification));
        } catch (Effort.SpentException e) {
            return undecided(specification.name(), e);
        }
    }

    private static Verification undecided(String name, Effort.SpentException why) {
        String reason = why.getMessage() + ".";
        return new Verification(name, Verdict.UNKNOWN, Properties.NONE_KNOWN, List.of(), List.of(), List.of(), List.of(reason), 0);
    }

    /** Decides whether a specification without faults is sound, and nothing else. */
    Verification soundness(Specification specification) {
        return new OfSpecification(specification).answer();
    }

    /** The verification of one specification. */
    private final class OfSpecification {
        private final Specification specification;
        private final OrJoin orJoin;
        private final Map<String, NetGraph> graphs = new LinkedHashMap<>();
        private final Set<String> used = new LinkedHashSet<>();
        private final List<NetVerdict> nets = new ArrayList<>();
        private final Map<String, Solution> alone = new LinkedHashMap<>();
        private final Map<String, Model> models = new LinkedHashMap<>();
        private final List<String> reasons = new ArrayList<>();
        private long states;

        OfSpecification(Specification specification) {
            this.specification = specification;
            this.orJoin = reading == null ? specification.orJoin() : reading;
            for (Net net : specification.nets()) {
                graphs.put(net.name(), new NetGraph(net));
            }
            use(specification.root());
        }

        private void use(String net) {
            if (used.add(net)) {
                for (NetTask task : Objects.requireNonNull(specification.net(net)).tasks()) {
                    if (task.decomposition() instanceof Decomposition.SubNet sub) {
                        use(sub.net());
                    }
                }
            }
        }

        Verification answer() {
            boolean sound = true;
            for (String net : graphs.keySet()) {
                Properties properties = alone(net);
                sound &= !used.contains(net) || properties.verdict() == Verdict.SOUND;
            }
            Set<String> endless = new Recursion(graphs, orJoin, maxStates).endless(used);
            if (!endless.isEmpty()) {
                return endless(endless);
            }
            if (sound) {
                return answer(Properties.ALL, List.of());
            }
            return used.size() == 1 ? root() : proofs ? answer(Properties.NONE_KNOWN, List.of()) : whole();
        }

        private Properties alone(String net) {
            NetGraph graph = Objects.requireNonNull(graphs.get(net));
            long byParts = graph.tasks() < FEW_TASKS ? -1 : Parts.prove(graph, orJoin, Math.min(maxStates, STATES_OF_A_PART));
            if (byParts >= 0) {
                states += byParts;
                nets.add(new NetVerdict(net, Verdict.SOUND, Properties.ALL, byParts));
                alone.put(net, Solution.sound(byParts));
                return Properties.ALL;
            }
            if (proofs && graph.tasks() >= FEW_TASKS) {
                nets.add(new NetVerdict(net, Verdict.UNKNOWN, Properties.NONE_KNOWN, 0));
                return Properties.NONE_KNOWN;
            }
            try {
                Model model = NetModel.alone(graph, orJoin);
                models.put(net, model);
                Solution solution = Hunt.solve(graph, orJoin, model, maxStates);
                alone.put(net, solution);
                states += solution.states();
                nets.add(new NetVerdict(net, solution.properties().verdict(), solution.properties(), solution.states()));
                solution.reasons().forEach(reason -> reasons.add("In net '" + net + "' " + reason + "."));
                return solution.properties();
            } catch (NetModel.TooLargeException e) {
                Model model = NetModel.inPart(graph, orJoin);
                Solution solution = Hunt.tried(graph, orJoin, model, maxStates);
                if (solution.properties().verdict() == Verdict.UNSOUND) {
                    models.put(net, model);
                    alone.put(net, solution);
                }
                states += solution.states();
                nets.add(new NetVerdict(net, solution.properties().verdict(), solution.properties(), solution.states()));
                reasons.add("In net '" + net + "' " + e.getMessage() + ".");
                return solution.properties();
            }
        }

        /** There is but one net, and it is the whole. */
        private Verification root() {
            Model model = models.get(specification.root());
            Solution solution = alone.get(specification.root());
            return model == null || solution == null
                    ? answer(Properties.NONE_KNOWN, List.of())
                    : answer(solution.properties(), Explanation.of(model, solution, specification));
        }

        private Verification whole() {
            try {
                Model model = NetModel.whole(specification, orJoin);
                Solution solution = Solution.of(model, maxStates);
                states += solution.states();
                if (solution.properties().verdict() != Verdict.UNKNOWN) {
                    reasons.clear();
                    return answer(solution.properties(), Explanation.of(model, solution, specification));
                }
                solution.reasons().forEach(reason -> reasons.add("In the whole " + reason + "."));
            } catch (NetModel.TooLargeException e) {
                reasons.add("The whole was not explored: " + e.getMessage() + ".");
            }
            return fromParts();
        }

        /**
         * What the parts say of a whole that could not be explored. A task that is dead in its net is dead. If only the root net is
         * not sound, the whole is as the root net is, since all that its composite tasks do is to complete.
         */
        private Verification fromParts() {
            boolean onlyRoot = nets.stream()
                    .filter(net -> used.contains(net.net()) && !net.net().equals(specification.root()))
                    .allMatch(net -> net.verdict() == Verdict.SOUND);
            if (onlyRoot && alone.containsKey(specification.root())) {
                return root();
            }
            List<Trouble> dead = new ArrayList<>();
            for (String net : used) {
                Model model = models.get(net);
                Solution solution = alone.get(net);
                if (model != null && solution != null && !solution.dead().isEmpty()) {
                    Solution tasksOnly = new Solution(solution.properties(), solution.dead(), solution.marked(), List.of(), List.of(), 0);
                    dead.addAll(Explanation.of(model, tasksOnly, specification));
                }
            }
            Answer tasks = dead.isEmpty() ? Answer.UNKNOWN : Answer.NO;
            List<Trouble> stuck = stuckForGood(specification.root());
            dead.addAll(stuck);
            return answer(new Properties(stuck.isEmpty() ? Answer.UNKNOWN : Answer.NO, tasks, Answer.UNKNOWN), dead);
        }

        /**
         * What keeps a case inside a composite task for ever: its net can get stuck, all of its instances must complete, and nothing
         * cancels it. A task that can be entered in a net that is sound but for its parts is entered in the whole, too, or
         * the case is stuck even before.
         */
        private List<Trouble> stuckForGood(String net) {
            List<Trouble> troubles = new ArrayList<>();
            NetGraph graph = Objects.requireNonNull(graphs.get(net));
            Solution solution = alone.get(net);
            if (solution == null || solution.properties().verdict() != Verdict.SOUND) {
                return troubles;
            }
            for (int task = 0; task < graph.tasks(); task++) {
                boolean all = graph.threshold(task) >= graph.max(task) && graph.min(task) > 0 && graph.abortedBy(task).length == 0;
                Solution inside = graph.task(task).decomposition() instanceof Decomposition.SubNet sub ? alone.get(sub.net()) : null;
                if (all && inside != null && graph.task(task).decomposition() instanceof Decomposition.SubNet sub) {
                    boolean gets = inside.properties().optionToComplete() == Answer.NO;
                    Solution only = new Solution(inside.properties(), new BitSet(), inside.marked(), gets ? deadlocks(inside) : List.of(), List.of(), 0);
                    troubles.addAll(gets ? Explanation.of(Objects.requireNonNull(models.get(sub.net())), only, specification) : List.of());
                }
            }
            return troubles;
        }

        /** Only what never ends: a sub-net that ends with something left behind is emptied by its task. */
        private static List<Symptom> deadlocks(Solution solution) {
            return solution.symptoms().stream()
                    .filter(symptom -> symptom.kind() == Trouble.Kind.DEADLOCK || symptom.kind() == Trouble.Kind.LIVELOCK)
                    .toList();
        }

        private Verification endless(Set<String> endless) {
            String names = "'" + String.join("', '", endless) + "'";
            String message = endless.size() == 1
                    ? "Every case of net " + names + " needs another case of it to complete, so none ever does."
                    : "Every case of one of the nets " + names + " needs another of these to complete, so none ever does.";
            Trouble trouble = new Trouble(Trouble.Kind.LIVELOCK, endless.iterator().next(), List.copyOf(endless), List.of(), List.of(), message, null);
            return answer(new Properties(Answer.NO, Answer.UNKNOWN, Answer.UNKNOWN), List.of(trouble));
        }

        private Verification answer(Properties properties, List<Trouble> problems) {
            List<Warning> warnings = new ArrayList<>();
            for (String net : graphs.keySet()) {
                if (!used.contains(net)) {
                    warnings.add(new Warning(Warning.Kind.UNUSED_NET, net, List.of(), "No task calls net '" + net + "'."));
                }
            }
            Verdict verdict = properties.verdict();
            List<Trouble> explained = problems;
            if (advice) {
                Verifier same = reading(orJoin);
                List<NetGraph> graphsInUse = used.stream().map(net -> Objects.requireNonNull(graphs.get(net))).toList();
                try {
                    warnings.addAll(Warnings.of(specification, graphsInUse, orJoin, same, verdict));
                    explained = verdict == Verdict.UNSOUND ? Fixes.offer(specification, same, problems) : problems;
                } catch (Effort.SpentException e) {
                    // The verdict stands without advice.
                }
            }
            return new Verification(
                    specification.name(), verdict, properties, explained, warnings, nets, verdict == Verdict.SOUND ? List.of() : reasons, states);
        }
    }
}
