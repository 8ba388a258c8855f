package io.millrace.verify;

import io.millrace.net.Cancellation;
import io.millrace.net.Condition;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Generated nets made of blocks: sequences, splits and joins of all kinds, some of which do not match, loops, deferred choices, races
 * whose first branch cancels the other, and a few flows across. Most blocks are sound alone, so many nets are.
 */
final class BlockNets {
    private final Random random;
    private final List<NetTask> tasks = new ArrayList<>();
    private final List<Condition> conditions = new ArrayList<>();
    private final List<Flow> flows = new ArrayList<>();
    private final int wrong;

    private BlockNets(long seed) {
        this.random = new Random(seed);
        this.wrong = random.nextInt(4) == 0 ? 5 : 40;
    }

    static Net of(long seed) {
        BlockNets made = new BlockNets(seed);
        made.conditions.add(Condition.input("i"));
        made.conditions.add(Condition.output("o"));
        String[] block = made.block(3);
        made.flow("i", block[0]);
        made.flow(block[1], "o");
        if (made.random.nextInt(6) == 0) {
            made.across();
        }
        return new Net("blocks", "blocks", made.conditions, made.tasks, made.flows, List.of(), false, null);
    }

    private void flow(String from, String to) {
        flows.add(Flow.of(from, to));
    }

    private String task(Junction join, Junction split) {
        String name = "t" + tasks.size();
        tasks.add(NetTask.named(name).join(join).split(split));
        return name;
    }

    private String condition() {
        String name = "c" + conditions.size();
        conditions.add(Condition.inner(name));
        return name;
    }

    private Junction pick(Junction right) {
        return random.nextInt(wrong) == 0 ? Junction.values()[random.nextInt(3)] : right;
    }

    /** First and last task. */
    private String[] block(int depth) {
        if (depth == 0 || tasks.size() > 12) {
            String only = task(Junction.XOR, Junction.AND);
            return new String[] {only, only};
        }
        return switch (random.nextInt(10)) {
            case 0, 1 -> {
                String[] first = block(depth - 1);
                String[] second = block(depth - 1);
                flow(first[1], second[0]);
                yield new String[] {first[0], second[1]};
            }
            case 2 -> fork(Junction.AND, Junction.AND, depth);
            case 3 -> fork(Junction.XOR, Junction.XOR, depth);
            case 4, 5 -> fork(Junction.OR, Junction.OR, depth);
            case 6 -> {
                String begin = task(pick(Junction.XOR), Junction.AND);
                String[] inner = block(depth - 1);
                String end = task(Junction.XOR, pick(Junction.XOR));
                flow(begin, inner[0]);
                flow(inner[1], end);
                flow(end, begin);
                yield new String[] {begin, end};
            }
            case 7 -> {
                String begin = task(Junction.XOR, Junction.AND);
                String choice = condition();
                String end = condition();
                flow(begin, choice);
                for (int i = 0; i < 2; i++) {
                    String[] way = block(depth - 1);
                    flow(choice, way[0]);
                    flow(way[1], end);
                }
                String last = task(Junction.XOR, Junction.AND);
                flow(end, last);
                yield new String[] {begin, last};
            }
            case 8 -> races();
            default -> race(depth);
        };
    }

    private String[] fork(Junction split, Junction join, int depth) {
        String begin = task(Junction.XOR, pick(split));
        int ways = 2 + random.nextInt(2);
        List<String> ends = new ArrayList<>();
        for (int i = 0; i < ways; i++) {
            String[] way = block(depth - 1);
            flow(begin, way[0]);
            ends.add(way[1]);
        }
        String end = task(pick(join), Junction.AND);
        ends.forEach(each -> flow(each, end));
        return new String[] {begin, end};
    }

    /** Two branches at once, and the join cancels whatever is left of both. */
    private String[] race(int depth) {
        String begin = task(Junction.XOR, Junction.AND);
        int from = tasks.size();
        String[] one = block(depth - 1);
        String[] other = block(depth - 1);
        int to = tasks.size();
        String end = task(Junction.XOR, Junction.AND);
        flow(begin, one[0]);
        flow(begin, other[0]);
        flow(one[1], end);
        flow(other[1], end);
        List<String> inside = new ArrayList<>(tasks.subList(from, to).stream().map(NetTask::name).toList());
        List<String> cancelled = new ArrayList<>(inside);
        for (Flow flow : flows) {
            boolean touches = inside.contains(flow.from()) || inside.contains(flow.to());
            if (touches && random.nextInt(wrong) != 0) {
                cancelled.add(isTask(flow.from()) && isTask(flow.to()) ? Condition.between(flow.from(), flow.to()) : isTask(flow.from()) ? flow.to() : flow.from());
            }
        }
        tasks.set(tasks.size() - 1, tasks.getLast().cancels(new Cancellation(cancelled.stream().distinct().toList(), List.of())));
        return new String[] {begin, end};
    }

    /** Races of two tasks each behind one split; each task cancels the other, and most of the time what is before it. */
    private String[] races() {
        String begin = task(Junction.XOR, pick(Junction.AND));
        List<String> ends = new ArrayList<>();
        int count = 2 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            String work = task(Junction.XOR, Junction.AND);
            String late = task(Junction.XOR, Junction.AND);
            String done = task(Junction.XOR, Junction.AND);
            cancel(work, random.nextInt(wrong) == 0 ? List.of(late) : List.of(late, Condition.between(begin, late)));
            cancel(late, List.of(work, Condition.between(begin, random.nextInt(wrong) == 0 ? late : work)));
            flow(begin, work);
            flow(begin, late);
            flow(work, done);
            flow(late, done);
            ends.add(done);
        }
        String end = task(pick(Junction.AND), Junction.AND);
        ends.forEach(each -> flow(each, end));
        return new String[] {begin, end};
    }

    private void cancel(String task, List<String> nodes) {
        tasks.replaceAll(each -> each.name().equals(task) ? each.cancels(new Cancellation(nodes, List.of())) : each);
    }

    private static boolean isTask(String name) {
        return name.startsWith("t");
    }

    /** A flow that belongs to no block. */
    private void across() {
        String from = tasks.get(random.nextInt(tasks.size())).name();
        String to = tasks.get(random.nextInt(tasks.size())).name();
        if (flows.stream().noneMatch(flow -> flow.from().equals(from) && flow.to().equals(to))) {
            flow(from, to);
            tasks.replaceAll(task -> task.name().equals(from) ? task.split(Junction.values()[random.nextInt(3)]) : task);
        }
    }
}
