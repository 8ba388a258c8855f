package io.millrace.kernel.entity;

import io.millrace.data.Out;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.AgentInfo;
import io.millrace.query.Page;
import io.millrace.query.PoolInfo;
import io.millrace.query.PooledWork;
import io.millrace.work.Task;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is shown of a pool. */
public final class PoolViews {
    private PoolViews() {}

    public static PoolInfo info(PoolEntity pool) {
        PoolState state = pool.state();
        TreeMap<String, Integer> waiting = new TreeMap<>();
        state.waiting().forEach(each -> waiting.merge(each.task(), 1, Integer::sum));
        int busy = (int) state.desks().stream().filter(desk -> !desk.holds.isEmpty()).count();
        int idle = (int) state.desks().stream().filter(desk -> shown(pool, desk).isIdle()).count();
        return new PoolInfo(
                pool.name(),
                state.strategy,
                state.limit,
                state.desks().size(),
                idle,
                busy,
                waiting,
                state.trouble.isEmpty() ? null : state.trouble);
    }

    /** The agents in the order of their declaration; those who leave come last. */
    public static Page<AgentInfo> agents(PoolEntity pool, @Nullable String cursor, int limit) {
        long after = cursor == null ? 0 : number(cursor);
        List<PoolState.Desk> rest = pool.state().desks().stream()
                .filter(desk -> desk.order() > after)
                .sorted(Comparator.comparingInt(PoolState.Desk::order))
                .limit(limit + 1L)
                .toList();
        List<AgentInfo> items = rest.stream().limit(limit).map(desk -> shown(pool, desk)).toList();
        return new Page<>(items, rest.size() <= limit ? null : Integer.toString(rest.get(limit - 1).order()));
    }

    private static AgentInfo shown(PoolEntity pool, PoolState.Desk desk) {
        return new AgentInfo(
                pool.name(),
                desk.agent,
                desk.present,
                desk.leaving,
                desk.released,
                desk.holds.values().stream()
                        .map(held -> new AgentInfo.Held(held.work(), held.process(), held.task(), held.at()))
                        .toList());
    }

    /** What waits, in the order in which it is looked at. */
    public static Page<PooledWork> waiting(PoolEntity pool, @Nullable String cursor, int limit) {
        byte[] after = cursor == null ? new byte[0] : bytes(cursor);
        List<PoolState.Waiting> rest = pool.state().waiting().stream()
                .filter(each -> Arrays.compareUnsigned(place(each), after) > 0)
                .sorted(PoolState.Waiting.ORDER)
                .limit(limit + 1L)
                .toList();
        List<PooledWork> items = rest.stream()
                .limit(limit)
                .map(each -> new PooledWork(
                        pool.name(), each.work(), each.process(), each.task(), each.since(), each.priority()))
                .toList();
        return new Page<>(
                items, rest.size() <= limit ? null : HexFormat.of().formatHex(place(rest.get(limit - 1))));
    }

    private static byte[] place(PoolState.Waiting each) {
        return new Out(24)
                .u8(Task.TOP_PRIORITY - each.priority())
                .keyInstant(each.since())
                .int64(each.arrival())
                .toBytes();
    }

    private static long number(String cursor) {
        try {
            return Long.parseLong(cursor);
        } catch (NumberFormatException e) {
            throw new RefusedException(Code.BAD_CURSOR.with(cursor));
        }
    }

    private static byte[] bytes(String cursor) {
        try {
            return HexFormat.of().parseHex(cursor);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(Code.BAD_CURSOR.with(cursor));
        }
    }
}
