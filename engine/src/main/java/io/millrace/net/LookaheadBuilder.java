package io.millrace.net;

import io.millrace.net.LookaheadNet.Kind;
import io.millrace.net.LookaheadNet.Move;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes the {@link LookaheadNet} of an OR-join.
 *
 * <p>Coverability asks for more tokens, and more tokens never hurt: a step that was possible stays possible. So an
 * OR-split gives to all of its outputs, like an AND-split, and no subset is ever enumerated. For the same reason a place can be
 * folded away when only one move takes from it, takes nothing else, and moves the token to where no remover reaches it that did not reach it
 * before: the move might as well happen at once. Moves that do nothing or less than another are dropped. What is left of
 * sequences, choices that meet again, and parallel branches are the inputs of the OR-join themselves.
 */
final class LookaheadBuilder {
    /** Counts stop here; no demand of a lookahead comes near it. */
    private static final int MANY = 1 << 20;

    /** A move in the making; what it gives is counted by place. Folding changes what it gives and empties, and may drop it. */
    private static final class Draft {
        final Kind kind;
        final int task;
        final BitSet takes;
        final Map<Integer, Integer> gives = new TreeMap<>();
        final BitSet empties = new BitSet();
        final BitSet aborts = new BitSet();
        boolean dropped;

        Draft(Kind kind, int task, BitSet takes) {
            this.kind = kind;
            this.task = task;
            this.takes = takes;
        }

        boolean givesNoMoreThan(Draft other) {
            return gives.entrySet().stream().allMatch(each -> other.gives.getOrDefault(each.getKey(), 0) >= each.getValue());
        }

        boolean isIdle() {
            return gives.entrySet().stream().allMatch(each -> each.getValue() == 1 && takes.get(each.getKey()));
        }
    }

    private final NetGraph graph;
    private final int orJoin;
    private final Upstream upstream;
    /** Places: all conditions by number, then one for each task that is done and has not chosen its output yet. */
    private final int places;
    private final int[] touchyPositions;
    private final BitSet alive = new BitSet();
    private final BitSet kept = new BitSet();
    /** What the places that were folded away became, in the order of folding: only places that were left then. */
    private final LinkedHashMap<Integer, Map<Integer, Integer>> folded = new LinkedHashMap<>();
    private List<Draft> drafts = new ArrayList<>();

    LookaheadBuilder(NetGraph graph, int orJoin, Upstream upstream) {
        this.graph = graph;
        this.orJoin = orJoin;
        this.upstream = upstream;
        this.places = graph.conditions() + graph.tasks();
        this.touchyPositions = new int[graph.tasks()];
        int position = 0;
        for (int task = 0; task < graph.tasks(); task++) {
            touchyPositions[task] = upstream.touchy().get(task) ? position++ : -1;
        }
    }

    LookaheadNet build() {
        alive.or(upstream.conditions());
        for (int condition : graph.pre(orJoin)) {
            kept.set(condition);
        }
        upstream.tasks().stream().forEach(this::draft);
        boolean changed = true;
        while (changed) {
            tidy();
            changed = fold();
        }
        return finish();
    }

    private void draft(int task) {
        boolean touchy = upstream.touchy().get(task);
        int[] gives = upstream.gives(task);
        boolean chooses = !touchy && choosesLater(task);
        if (chooses) {
            alive.set(undecided(task));
        }
        if (upstream.canEnter(task)) {
            for (BitSet takes : entries(task)) {
                if (touchy) {
                    add(Kind.ENTER, task, takes, new int[0]);
                } else {
                    add(Kind.WHOLE, task, takes, chooses ? new int[] {undecided(task)} : gives);
                }
            }
        }
        if (chooses) {
            BitSet undecided = new BitSet();
            undecided.set(undecided(task));
            for (int output : gives) {
                add(Kind.WHOLE, task, undecided, new int[] {output});
            }
        } else if (touchy && graph.split(task) == Junction.XOR && gives.length > 0) {
            for (int output : gives) {
                add(Kind.EXIT, task, new BitSet(), new int[] {output});
            }
        } else if (touchy) {
            add(Kind.EXIT, task, new BitSet(), gives);
        }
    }

    private boolean choosesLater(int task) {
        return graph.split(task) == Junction.XOR && upstream.gives(task).length > 1;
    }

    private int undecided(int task) {
        return graph.conditions() + task;
    }

    private List<BitSet> entries(int task) {
        List<BitSet> entries = new ArrayList<>();
        for (int condition : graph.pre(task)) {
            if (entries.isEmpty() || graph.join(task) != Junction.AND) {
                entries.add(new BitSet());
            }
            entries.getLast().set(condition);
        }
        return entries;
    }

    private void add(Kind kind, int task, BitSet takes, int[] outputs) {
        Draft draft = new Draft(kind, kind == Kind.WHOLE ? -1 : touchyPositions[task], takes);
        for (int output : outputs) {
            draft.gives.put(output, 1);
        }
        if (kind == Kind.EXIT) {
            for (int condition : graph.cancelledConditions(task)) {
                draft.empties.set(condition, upstream.conditions().get(condition));
            }
            for (int other : graph.cancelledTasks(task)) {
                if (other != task && upstream.touchy().get(other)) {
                    draft.aborts.set(touchyPositions[other]);
                } else if (other != task && upstream.tasks().get(other) && choosesLater(other)) {
                    draft.empties.set(undecided(other));
                }
            }
        }
        drafts.add(draft);
    }

    /** Drops moves that change nothing, and those that do what another does, or less. */
    private void tidy() {
        drafts.removeIf(draft -> draft.dropped);
        Map<BitSet, List<Draft>> byTakes = new LinkedHashMap<>();
        List<Draft> others = new ArrayList<>();
        for (Draft draft : drafts) {
            if (draft.kind != Kind.WHOLE) {
                others.add(draft);
            } else if (!draft.isIdle()) {
                List<Draft> same = byTakes.computeIfAbsent(draft.takes, key -> new ArrayList<>());
                if (same.stream().noneMatch(draft::givesNoMoreThan)) {
                    same.removeIf(each -> each.givesNoMoreThan(draft));
                    same.add(draft);
                }
            }
        }
        drafts = others;
        byTakes.values().forEach(drafts::addAll);
    }

    /** Folds every place that can be; says whether there was one. */
    private boolean fold() {
        Map<Integer, List<Draft>> takers = new HashMap<>();
        Map<Integer, List<Draft>> givers = new HashMap<>();
        List<Draft> removers = new ArrayList<>();
        for (Draft draft : drafts) {
            draft.takes.stream().forEach(place -> takers.computeIfAbsent(place, key -> new ArrayList<>()).add(draft));
            draft.gives.keySet().forEach(place -> givers.computeIfAbsent(place, key -> new ArrayList<>()).add(draft));
            if (!draft.empties.isEmpty()) {
                removers.add(draft);
            }
        }
        boolean any = false;
        for (int place = alive.nextSetBit(0); place >= 0; place = alive.nextSetBit(place + 1)) {
            List<Draft> taking = takers.getOrDefault(place, List.of());
            if (!kept.get(place) && canFold(place, taking, removers)) {
                taking.forEach(draft -> draft.dropped = true);
                replace(place, taking.isEmpty() ? Map.of() : taking.getFirst().gives, givers);
                any = true;
            }
        }
        return any;
    }

    /** Whether it can be said what a token in this place surely becomes; nothing, if no move takes it. */
    private static boolean canFold(int place, List<Draft> taking, List<Draft> removers) {
        if (taking.isEmpty()) {
            return true;
        }
        Draft only = taking.getFirst();
        if (taking.size() > 1 || only.kind != Kind.WHOLE || only.takes.cardinality() > 1 || only.gives.containsKey(place)) {
            return false;
        }
        for (Draft remover : removers) {
            if (!remover.empties.get(place) && only.gives.keySet().stream().anyMatch(remover.empties::get)) {
                return false;
            }
        }
        return true;
    }

    private void replace(int place, Map<Integer, Integer> becomes, Map<Integer, List<Draft>> givers) {
        alive.clear(place);
        folded.put(place, becomes);
        for (Draft draft : givers.getOrDefault(place, List.of())) {
            Integer times = draft.dropped ? null : draft.gives.remove(place);
            if (times != null) {
                becomes.forEach((each, count) -> {
                    draft.gives.merge(each, times(count, times), LookaheadBuilder::plus);
                    givers.computeIfAbsent(each, key -> new ArrayList<>()).add(draft);
                });
            }
        }
    }

    private static int plus(int a, int b) {
        return Math.min(MANY, a + b);
    }

    private static int times(int a, int b) {
        return (int) Math.min(MANY, (long) a * b);
    }

    private LookaheadNet finish() {
        int[] numbers = new int[places];
        Arrays.fill(numbers, -1);
        int next = 0;
        for (int condition : graph.pre(orJoin)) {
            numbers[condition] = next++;
        }
        for (int place = alive.nextSetBit(0); place >= 0; place = alive.nextSetBit(place + 1)) {
            numbers[place] = numbers[place] < 0 ? next++ : numbers[place];
        }
        Map<Integer, Map<Integer, Integer>> worth = worth();
        List<Integer> conditions = new ArrayList<>();
        List<int[]> ofCondition = new ArrayList<>();
        upstream.conditions().stream().forEach(condition -> {
            int[] counts = counts(sum(Map.of(condition, 1), worth), numbers);
            if (counts.length > 0) {
                conditions.add(condition);
                ofCondition.add(counts);
            }
        });
        List<Integer> tasks = new ArrayList<>();
        List<int[]> ofTask = new ArrayList<>();
        upstream.tasks().stream().filter(task -> !upstream.touchy().get(task)).forEach(task -> {
            int[] counts = counts(sum(ofBusy(task), worth), numbers);
            if (counts.length > 0) {
                tasks.add(task);
                ofTask.add(counts);
            }
        });
        return new LookaheadNet(
                graph.pre(orJoin).length,
                next,
                upstream.touchy().stream().toArray(),
                conditions.stream().mapToInt(each -> each).toArray(),
                ofCondition.toArray(new int[0][]),
                tasks.stream().mapToInt(each -> each).toArray(),
                ofTask.toArray(new int[0][]),
                LookaheadNet.helpful(next, upstream.touchy().cardinality(), drafts.stream().map(draft -> move(draft, numbers)).toList()));
    }

    /** What a token in each folded place counts as, in places that are left: those folded last are known first. */
    private Map<Integer, Map<Integer, Integer>> worth() {
        Map<Integer, Map<Integer, Integer>> worth = new HashMap<>();
        folded.sequencedEntrySet().reversed().forEach(each -> worth.put(each.getKey(), sum(each.getValue(), worth)));
        return worth;
    }

    private static Map<Integer, Integer> sum(Map<Integer, Integer> counted, Map<Integer, Map<Integer, Integer>> worth) {
        Map<Integer, Integer> sum = new TreeMap<>();
        counted.forEach((place, times) -> worth.getOrDefault(place, Map.of(place, 1))
                .forEach((each, count) -> sum.merge(each, times(count, times), LookaheadBuilder::plus)));
        return sum;
    }

    private Map<Integer, Integer> ofBusy(int task) {
        Map<Integer, Integer> gives = new TreeMap<>();
        for (int place : choosesLater(task) ? new int[] {undecided(task)} : upstream.gives(task)) {
            gives.put(place, 1);
        }
        return gives;
    }

    private static int[] counts(Map<Integer, Integer> counted, int[] numbers) {
        int[] pairs = new int[2 * counted.size()];
        int at = 0;
        for (Map.Entry<Integer, Integer> each : counted.entrySet()) {
            pairs[at++] = numbers[each.getKey()];
            pairs[at++] = each.getValue();
        }
        return pairs;
    }

    private static Move move(Draft draft, int[] numbers) {
        int[] takes = draft.takes.stream().map(place -> numbers[place]).toArray();
        int[] empties = draft.empties.stream().map(place -> numbers[place]).filter(number -> number >= 0).toArray();
        return new Move(draft.kind, draft.task, takes, counts(draft.gives, numbers), empties, draft.aborts.stream().toArray());
    }
}
