package io.millrace.simulate;

import io.millrace.id.WorkId;
import io.millrace.work.Participant;
import io.millrace.work.Performers;
import io.millrace.work.WorkItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The simulated people who find their work themselves: who is idle, and which work waits for whom. The longest waiting work goes
 * first, to the cheapest idle worker who may do it; of several, to the first in the order of declaration. Work of a pool is not
 * here: the engine assigns it.
 *
 * <p>Work that waits for the same people waits in one queue, so a decision looks at queues and not at work items.
 */
final class Crew {
    /** Somebody who works. */
    static final class Member {
        final String name;
        final Participant participant;
        final @Nullable WorkingHours hours;
        final int number;
        boolean idle = true;

        Member(Participant participant, @Nullable WorkingHours hours, int number) {
            this.name = participant.name();
            this.participant = participant;
            this.hours = hours;
            this.number = number;
        }
    }

    /** Work that waits for somebody. */
    static final class Waiting {
        final WorkItem item;
        final long since;
        private final long number;
        private boolean gone;

        Waiting(WorkItem item, long since, long number) {
            this.item = item;
            this.since = since;
            this.number = number;
        }
    }

    /** What somebody is to begin. */
    record Assignment(Waiting work, Member member) {}

    /** Work that waits for the same people, who stand in the order in which they are preferred. */
    private static final class Line {
        final List<Member> members;
        final Deque<Waiting> waiting = new ArrayDeque<>();

        Line(List<Member> members) {
            this.members = members;
        }

        @Nullable Waiting head() {
            for (Waiting first = waiting.peek(); first != null; first = waiting.peek()) {
                if (!first.gone) {
                    return first;
                }
                waiting.remove();
            }
            return null;
        }
    }

    private record LineKey(String process, String task, Performers performers, int priority) {}

    /** What somebody costs for a task; negative if they are not qualified. */
    interface Costs {
        double of(String process, String task, String member);
    }

    private final List<Member> members = new ArrayList<>();
    private final Map<String, Member> byName = new HashMap<>();
    private final Costs costs;
    private final Map<LineKey, Line> lines = new HashMap<>();
    private final List<Line> open = new ArrayList<>();
    private final Map<WorkId, Waiting> waiting = new HashMap<>();
    private long offered;
    private int idle;
    /** When somebody who is not there now comes back, if work waits for them. */
    private long nextShift = Clockwork.NEVER;

    Crew(Costs costs) {
        this.costs = costs;
    }

    Member add(String name, Set<String> roles, @Nullable WorkingHours hours) {
        Member member = new Member(new Participant(name, roles, Set.of()), hours, members.size());
        members.add(member);
        byName.put(name, member);
        idle++;
        return member;
    }

    List<Member> members() {
        return members;
    }

    @Nullable Member named(String name) {
        return byName.get(name);
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    long nextShift() {
        return nextShift;
    }

    int waiting() {
        return waiting.size();
    }

    /** How many wait for each task. */
    Map<String, Integer> waitingByTask() {
        Map<String, Integer> counts = new HashMap<>();
        waiting.values().forEach(each -> counts.merge(each.item.task(), 1, Integer::sum));
        return counts;
    }

    void offer(String process, WorkItem item, long now) {
        LineKey key = new LineKey(process, item.task(), item.performers(), item.priority());
        Line line = lines.computeIfAbsent(key, this::line);
        Waiting work = new Waiting(item, now, offered++);
        waiting.put(item.id(), work);
        if (line.waiting.isEmpty()) {
            open.add(line);
        }
        line.waiting.add(work);
    }

    private Line line(LineKey key) {
        record Priced(Member member, double cost) {}
        return new Line(members.stream()
                .filter(member -> key.performers().admits(member.participant))
                .map(member -> new Priced(member, costs.of(key.process(), key.task(), member.name)))
                .filter(priced -> priced.cost() >= 0)
                .sorted(Comparator.comparingDouble(Priced::cost).thenComparingInt(priced -> priced.member().number))
                .map(Priced::member)
                .toList());
    }

    /** Work is no longer wanted. */
    void withdraw(WorkId work) {
        Waiting gone = waiting.remove(work);
        if (gone != null) {
            gone.gone = true;
        }
    }

    void release(Member member) {
        member.idle = true;
        idle++;
    }

    /** Whoever works now is not idle, whoever gave them the work. */
    void busy(Member member) {
        if (member.idle) {
            member.idle = false;
            idle--;
        }
    }

    private @Nullable Assignment taken(@Nullable Line from, @Nullable Waiting work, @Nullable Member who) {
        if (from == null || work == null || who == null) {
            return null;
        }
        from.waiting.remove();
        waiting.remove(work.item.id());
        busy(who);
        return new Assignment(work, who);
    }

    /** The next piece of work that somebody begins now, or null. */
    @Nullable Assignment next(long now) {
        nextShift = Clockwork.NEVER;
        if (idle == 0 || open.isEmpty()) {
            return null;
        }
        Waiting best = null;
        Line from = null;
        Member who = null;
        for (int i = open.size() - 1; i >= 0; i--) {
            Line line = open.get(i);
            Waiting head = line.head();
            if (head == null) {
                open.set(i, open.getLast());
                open.removeLast();
            } else if (best == null || comesBefore(head, best)) {
                Member free = free(line, now);
                if (free != null) {
                    best = head;
                    from = line;
                    who = free;
                }
            }
        }
        return taken(from, best, who);
    }

    private static boolean comesBefore(Waiting one, Waiting other) {
        return one.item.priority() == other.item.priority()
                ? one.number < other.number
                : one.item.priority() > other.item.priority();
    }

    private @Nullable Member free(Line line, long now) {
        for (Member member : line.members) {
            if (member.idle && isThere(member, now)) {
                return member;
            }
        }
        return null;
    }

    /** Whether somebody works at this hour; if not, it is noted when they come. */
    private boolean isThere(Member member, long now) {
        long there = member.hours == null ? now : member.hours.next(now);
        nextShift = there == now ? nextShift : Math.min(nextShift, there);
        return there == now;
    }
}
