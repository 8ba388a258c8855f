package io.millrace.work;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The binary form of work items and their parts, as it stands in journals. A flag byte says which parts are there, so
 * that what an item does not have costs nothing.
 */
public final class WorkCodec {
    /** Added to the number of capabilities when people who are excluded follow them; most work excludes nobody. */
    private static final int EXCLUDES = 1 << 20;
    /** Added to the number of the state when what an attempt waits for stands at the end; almost nothing waits. */
    private static final int DELAYED = 128;
    /** Added to the number of capabilities when the name of a pool follows. */
    private static final int POOLED = 1 << 21;
    /** Added to the number of the state when its place in a pool stands at the end. */
    private static final int PLACED = 64;

    private static final int HOLDER = 1;
    private static final int PERFORMERS = 2;
    private static final int DUE = 4;
    private static final int INCIDENT = 8;
    private static final int CHILD = 16;
    private static final int DEADLINE = 32;
    private static final int RESUMES = 64;
    private static final int PRIORITY = 128;

    private WorkCodec() {}

    public static void write(Out out, CaseId id) {
        out.varint(id.root());
        out.varint(id.depth());
        for (int level = 0; level < id.depth(); level++) {
            out.varint(id.number(level));
        }
    }

    public static CaseId readCaseId(In in) {
        long root = in.varint();
        int depth = in.count();
        int[] path = new int[depth];
        for (int level = 0; level < depth; level++) {
            path[level] = in.varint32();
        }
        return CaseId.of(root, path);
    }

    public static void write(Out out, Doer doer) {
        switch (doer) {
            case Doer.People people -> out.u8(0);
            case Doer.Handler handler -> out.u8(1).text(handler.name());
            case Doer.Program program -> out.u8(2).text(program.name());
            case Doer.Process process -> out.u8(3).text(process.name());
        }
    }

    public static Doer readDoer(In in) {
        int kind = in.u8();
        return switch (kind) {
            case 0 -> Doer.people();
            case 1 -> new Doer.Handler(in.text());
            case 2 -> new Doer.Program(in.text());
            case 3 -> new Doer.Process(in.text());
            default -> throw in.damaged("doer " + kind);
        };
    }

    public static void write(Out out, Performers performers) {
        write(out, performers.participants());
        write(out, performers.roles());
        List<String> capabilities = performers.capabilities();
        List<String> excluded = performers.excluded();
        String pool = performers.pool();
        out.varint(capabilities.size() + (excluded.isEmpty() ? 0 : EXCLUDES) + (pool == null ? 0 : POOLED));
        capabilities.forEach(out::text);
        if (!excluded.isEmpty()) {
            write(out, excluded);
        }
        if (pool != null) {
            out.text(pool);
        }
    }

    public static Performers readPerformers(In in) {
        List<String> participants = readTexts(in);
        List<String> roles = readTexts(in);
        int marked = in.varint32();
        List<String> capabilities = new ArrayList<>();
        for (int left = marked % EXCLUDES; left > 0; left--) {
            capabilities.add(in.text());
        }
        List<String> excluded = (marked & EXCLUDES) == 0 ? List.of() : readTexts(in);
        return new Performers(participants, roles, capabilities, excluded, (marked & POOLED) == 0 ? null : in.text());
    }

    public static void write(Out out, List<String> texts) {
        out.varint(texts.size());
        texts.forEach(out::text);
    }

    public static List<String> readTexts(In in) {
        int count = in.count();
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            texts.add(in.text());
        }
        return texts;
    }

    public static void write(Out out, WorkItem item) {
        write(out, item.id().caseId());
        out.varint(item.id().number());
        out.u8((item.holder() != null ? HOLDER : 0)
                | (item.performers().isAnyone() ? 0 : PERFORMERS)
                | (item.due() != null ? DUE : 0)
                | (item.incident() != null ? INCIDENT : 0)
                | (item.child() != 0 ? CHILD : 0)
                | (item.deadline() != 0 ? DEADLINE : 0)
                | (item.resumesTo() != null ? RESUMES : 0)
                | (item.priority() != Task.NORMAL_PRIORITY ? PRIORITY : 0));
        out.text(item.task());
        write(out, item.doer());
        out.u8(item.state().number() | (item.delayed() != null ? DELAYED : 0) | (item.placed() != null ? PLACED : 0));
        out.varint(item.attempt());
        out.instant(item.offered());
        out.data(item.input());
        if (item.holder() != null) {
            out.text(item.holder());
        }
        if (!item.performers().isAnyone()) {
            write(out, item.performers());
        }
        if (item.due() != null) {
            out.instant(item.due());
        }
        if (item.incident() != null) {
            out.text(item.incident());
        }
        if (item.child() != 0) {
            out.varint(item.child());
        }
        if (item.deadline() != 0) {
            out.varint(item.deadline());
        }
        if (item.resumesTo() != null) {
            out.u8(item.resumesTo().number());
        }
        if (item.priority() != Task.NORMAL_PRIORITY) {
            out.u8(item.priority());
        }
        if (item.delayed() != null) {
            out.text(item.delayed());
        }
        WorkItem.Placed placed = item.placed();
        if (placed != null) {
            out.text(placed.pool()).varint(placed.ticket());
        }
    }

    public static WorkItem readItem(In in) {
        WorkId id = new WorkId(readCaseId(in), in.varint32());
        int flags = in.u8();
        String task = in.text();
        Doer doer = readDoer(in);
        int marked = in.u8();
        WorkState state = state(in, marked & ~(DELAYED | PLACED));
        int attempt = in.varint32();
        var offered = in.instant();
        var input = in.data();
        String holder = (flags & HOLDER) != 0 ? in.text() : null;
        Performers performers = (flags & PERFORMERS) != 0 ? readPerformers(in) : Performers.ANYONE;
        var due = (flags & DUE) != 0 ? in.instant() : null;
        String incident = (flags & INCIDENT) != 0 ? in.text() : null;
        int child = (flags & CHILD) != 0 ? in.varint32() : 0;
        int deadline = (flags & DEADLINE) != 0 ? in.varint32() : 0;
        WorkState resumesTo = (flags & RESUMES) != 0 ? state(in, in.u8()) : null;
        int priority = (flags & PRIORITY) != 0 ? in.u8() : Task.NORMAL_PRIORITY;
        String delayed = (marked & DELAYED) != 0 ? in.text() : null;
        WorkItem.Placed placed = (marked & PLACED) != 0 ? new WorkItem.Placed(in.text(), in.varint()) : null;
        return new WorkItem(
                id, task, doer, performers, state, resumesTo, holder, attempt, priority, offered, due, input, incident, child, deadline, delayed, placed);
    }

    private static WorkState state(In in, int state) {
        return WorkState.of(state).orElseThrow(() -> in.damaged("work state " + state));
    }

    public static void writeParticipant(Out out, Participant participant) {
        out.text(participant.name());
        write(out, participant.roles().stream().sorted().toList());
        write(out, participant.capabilities().stream().sorted().toList());
    }

    public static Participant readParticipant(In in) {
        return new Participant(in.text(), Set.copyOf(readTexts(in)), Set.copyOf(readTexts(in)));
    }

    public static void writePool(Out out, Pool pool) {
        out.text(pool.name()).text(pool.strategy()).varint(pool.limit());
        out.u8((pool.starts() ? 1 : 0) | (pool.settles() ? 2 : 0));
        out.each(pool.agents(), WorkCodec::writeAgent);
    }

    public static Pool readPool(In in) {
        String name = in.text();
        String strategy = in.text();
        int limit = in.varint32();
        int flags = in.u8();
        return new Pool(name, strategy, limit, (flags & 1) != 0, (flags & 2) != 0, in.each(WorkCodec::readAgent));
    }

    public static void writeAgent(Out out, Agent agent) {
        out.text(agent.name());
        write(out, agent.roles().stream().sorted().toList());
        out.each(agent.qualifications(), (to, each) -> to.text(each.task()).text(each.process()).data(Data.of(each.cost())));
    }

    public static Agent readAgent(In in) {
        return new Agent(
                in.text(),
                Set.copyOf(readTexts(in)),
                in.each(from -> new Agent.Qualification(from.text(), from.text(), number(from))));
    }

    private static BigDecimal number(In in) {
        if (in.data() instanceof Data.Num number) {
            return number.number();
        }
        throw in.damaged("a cost that is no number");
    }
}
