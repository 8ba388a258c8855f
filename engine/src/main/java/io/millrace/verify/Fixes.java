package io.millrace.verify;

import io.millrace.net.Cancellation;
import io.millrace.net.Checks;
import io.millrace.net.Condition;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a small change that makes a specification sound: another join, another split, more or less in a cancellation set. A change
 * is offered only after the changed specification was verified. The tasks at which the trouble shows are tried first.
 */
final class Fixes {
    /** So many changes are tried, as long as all of them together have not more states than this. */
    private static final int MOST = 60;

    private static final int MOST_STATES = 100_000;
    private static final int STATES_EACH = 20_000;

    /** For specifications of so many tasks changes are proved part by part, and not searched. */
    private static final int MANY_TASKS = 100;
    /** More in a cancellation set is no small change. */
    private static final int MOST_ADDED = 5;

    /** A split says what is wanted, a join how it is brought together: another join is tried before another split. */
    private static final int SPLIT = 50;

    private final Specification specification;
    private final Verifier verifier;
    private final List<Trouble> troubles;
    /** How far tasks are from where trouble shows. */
    private final Map<Model.TaskName, Integer> distances = new HashMap<>();
    private final BinaryOperator<String> titles;

    private Fixes(Specification specification, Verifier verifier, List<Trouble> troubles) {
        this.specification = specification;
        this.verifier = verifier.verdictOnly().maxStates(STATES_EACH);
        this.troubles = troubles;
        this.titles = Explanation.titles(specification);
        measure();
    }

    /** The troubles with a fix, if one was found that mends all of them. */
    static List<Trouble> offer(Specification specification, Verifier verifier, List<Trouble> troubles) {
        Fix fix = new Fixes(specification, verifier, troubles).search();
        return fix == null ? troubles : troubles.stream().map(trouble -> trouble.with(fix)).toList();
    }

    private record Change(Fix fix, Supplier<Specification> changed, int distance) {}

    private @Nullable Fix search() {
        List<Change> changes = new ArrayList<>();
        cancellations(changes);
        for (Net net : specification.nets()) {
            junctions(net, changes);
        }
        for (Net net : specification.nets()) {
            for (NetTask task : net.tasks()) {
                lessCancelled(net, task, changes);
            }
        }
        changes.sort(Comparator.comparingInt(Change::distance));
        List<Change> nearest = changes.subList(0, Math.min(MOST, changes.size()));
        boolean large = specification.nets().stream().mapToInt(net -> net.tasks().size()).sum() >= MANY_TASKS;
        // A proof part by part is quick even for a large net, and a search is not.
        Fix proved = first(nearest, verifier.proofsOnly());
        return proved != null || large ? proved : first(nearest, verifier);
    }

    private static @Nullable Fix first(List<Change> changes, Verifier verifier) {
        long states = 0;
        for (Change change : changes) {
            Verification answer = verifier.soundness(change.changed.get());
            if (answer.isSound()) {
                return change.fix;
            }
            states += answer.states();
            if (states > MOST_STATES) {
                return null;
            }
        }
        return null;
    }

    /** How far a task is from where trouble shows: in the order in which its nodes are named, and otherwise last. */
    private int distance(Net net, NetTask task) {
        return distances.getOrDefault(new Model.TaskName(net.name(), task.name()), 100);
    }

    private void measure() {
        for (Trouble trouble : troubles) {
            for (int at = 0; at < trouble.nodes().size(); at++) {
                distances.merge(new Model.TaskName(trouble.net(), trouble.nodes().get(at)), at, Math::min);
            }
            trouble.trace().forEach(step -> distances.merge(new Model.TaskName(step.net(), step.task()), 20, Math::min));
        }
    }

    private String title(Net net, String node) {
        return "'" + titles.apply(net.name(), node) + "'";
    }

    private void junctions(Net net, List<Change> changes) {
        Map<String, Integer> in = new HashMap<>();
        Map<String, Integer> out = new HashMap<>();
        for (Flow flow : net.flows()) {
            out.merge(flow.from(), 1, Integer::sum);
            in.merge(flow.to(), 1, Integer::sum);
        }
        for (NetTask task : net.tasks()) {
            int distance = 4 * distance(net, task);
            for (Junction junction : Junction.values()) {
                int preference = junction == Junction.OR ? 2 : 0;
                if (in.getOrDefault(task.name(), 0) > 1 && junction != task.join()) {
                    Fix fix = new Fix(net.name(), task.name(),
                            "Make the " + task.join() + "-join of task " + title(net, task.name()) + " " + article(junction) + "-join.",
                            task.join(junction));
                    changes.add(new Change(fix, () -> with(net, task.join(junction)), distance + preference));
                }
                if (out.getOrDefault(task.name(), 0) > 1 && junction != task.split()) {
                    Fix fix = new Fix(net.name(), task.name(),
                            "Make the " + task.split() + "-split of task " + title(net, task.name()) + " " + article(junction) + "-split.",
                            task.split(junction));
                    changes.add(new Change(fix, () -> with(net, task.split(junction)), distance + preference + SPLIT));
                }
            }
        }
    }

    /** A task may cancel what another needs. */
    private void lessCancelled(Net net, NetTask task, List<Change> changes) {
        int distance = 4 * distance(net, task) + 3;
        List<String> nodes = task.cancels().nodes();
        for (String node : nodes) {
            List<String> rest = nodes.stream().filter(each -> !each.equals(node)).toList();
            cancelsLess(net, task, node, new Cancellation(rest, task.cancels().between()), distance, changes);
        }
        for (Cancellation.Arc arc : task.cancels().between()) {
            List<Cancellation.Arc> rest = task.cancels().between().stream().filter(each -> !each.equals(arc)).toList();
            cancelsLess(net, task, Condition.between(arc.from(), arc.to()), new Cancellation(nodes, rest), distance, changes);
        }
    }

    private void cancelsLess(Net net, NetTask task, String node, Cancellation less, int distance, List<Change> changes) {
        NetTask mended = task.cancels(less);
        Fix fix = new Fix(
                net.name(), task.name(), "Remove " + title(net, node) + " from the cancellation set of task " + title(net, task.name()) + ".", mended);
        Specification changed = with(net, mended);
        if (Checks.faults(changed).isEmpty()) {
            changes.add(new Change(fix, () -> changed, distance));
        }
    }

    private static String article(Junction junction) {
        return junction == Junction.XOR ? "a XOR" : "an " + junction;
    }

    /** The task that ends a case could remove what is left behind. */
    private void cancellations(List<Change> changes) {
        for (Trouble trouble : troubles) {
            Net net = specification.net(trouble.net());
            NetTask last = net == null || trouble.trace().isEmpty() ? null : net.task(trouble.trace().getLast().task());
            if (trouble.kind() == Trouble.Kind.IMPROPER_COMPLETION && net != null && last != null) {
                cancellation(net, last, trouble, changes);
            }
        }
    }

    /** What is left is added to the cancellation set, and what is then left, until nothing is or nothing helps. */
    private void cancellation(Net net, NetTask last, Trouble first, List<Change> changes) {
        Set<String> nodes = new LinkedHashSet<>(last.cancels().nodes());
        Set<String> added = new LinkedHashSet<>();
        Trouble trouble = first;
        while (trouble != null && added.addAll(left(net, trouble)) && added.size() <= MOST_ADDED) {
            nodes.addAll(added);
            NetTask mended = last.cancels(new Cancellation(List.copyOf(nodes), last.cancels().between()));
            Specification changed = with(net, mended);
            Verification answer = verifier.soundness(changed);
            if (answer.isSound()) {
                String names = Explanation.listed(added.stream().map(node -> title(net, node)).toList());
                Fix fix = new Fix(net.name(), last.name(), "Add " + names + " to the cancellation set of task " + title(net, last.name()) + ".", mended);
                changes.add(new Change(fix, () -> changed, last.cancels().nodes().isEmpty() ? 30 : 1));
            }
            trouble = answer.problems().stream()
                    .filter(each -> each.kind() == first.kind() && each.net().equals(net.name()))
                    .filter(each -> !each.trace().isEmpty() && each.trace().getLast().task().equals(last.name()))
                    .findFirst()
                    .orElse(null);
        }
    }

    /** Where tokens are left that can be cancelled. */
    private static List<String> left(Net net, Trouble trouble) {
        return trouble.tokens().stream()
                .filter(tokens -> tokens.net().equals(net.name()))
                .map(Tokens::node)
                .filter(node -> net.conditions().stream()
                        .noneMatch(condition -> condition.name().equals(node) && condition.kind() != Condition.Kind.INNER))
                .toList();
    }

    private Specification with(Net net, NetTask changed) {
        return specification.with(net.name(), changed);
    }
}
