package io.millrace.kernel.entity;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Message;
import io.millrace.problem.Code;
import io.millrace.work.Pool;
import io.millrace.work.WorkCodec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pool of agents. Cases put work into it; it assigns each piece to one of its qualified agents and tells the case. Since the pool
 * decides in turns of its own, no two cases get the same idle agent.
 *
 * <pre>
 *   case ── Queue ──▶ waits ── strategy ──▶ assigned ── Assign ──▶ case: allocated, started
 *   case ── Vacate ─▶ free again, or waits no longer
 *   case ── Occupy ─▶ somebody has taken it by hand
 * </pre>
 *
 * What a case says of a ticket that the pool does not know any more means nothing: the pool has heard of a later one.
 */
public final class PoolEntity extends Entity<Input.ForPool> {
    private final PoolState state;
    private final String name;

    public PoolEntity(EntityId.OfPool id, Staff staff) {
        super(id, Input.ForPool.class);
        this.name = id.name();
        this.state = new PoolState(staff);
    }

    /** The definition as it stands, or null when nobody has defined the pool. */
    public @Nullable Pool definition() {
        return state.defined ? state.definition(name) : null;
    }

    public String name() {
        return name;
    }

    /** Sees what a pool knows of a work item. */
    public interface Visitor {
        /** @param agent who has it, or null while it waits */
        void see(WorkId work, long ticket, @Nullable String agent);
    }

    /** Everything that waits, and everything that somebody has. */
    public void forEach(Visitor visitor) {
        state.waiting().forEach(each -> visitor.see(each.work(), each.ticket(), null));
        state.desks().forEach(desk -> desk.holds.values().forEach(held -> visitor.see(held.work(), held.ticket(), desk.name())));
    }

    /** Whether it has told itself to decide when nothing else happens at this instant. */
    public boolean isSettling() {
        return state.settling;
    }

    /** Whether work begins as soon as it is assigned. */
    public boolean starts() {
        return state.starts;
    }

    PoolState state() {
        return state;
    }

    @Override
    Answer decide(Input.ForPool input, Ledger ledger) {
        PoolTurn turn = new PoolTurn(state, name, ledger);
        return switch (input) {
            case Input.Direct direct -> decide(direct.command(), ledger, turn);
            case Input.TakenByPool taken -> {
                take(taken.message(), ledger, turn);
                yield Answer.DONE;
            }
        };
    }

    private Answer decide(Command.OfPool command, Ledger ledger, PoolTurn turn) {
        switch (command) {
            case Command.DefinePool define -> {
                if (ledger.surroundings.pools().strategy(define.definition().strategy()) == null) {
                    return new Answer.Refused(Code.UNKNOWN_STRATEGY.with(define.definition().strategy(), name));
                }
                define(define.definition(), ledger, turn);
            }
            case Command.AddAgent add -> {
                if (!state.defined) {
                    return new Answer.Refused(Code.UNKNOWN_POOL.with(name));
                }
                PoolState.Desk known = state.desk(add.agent().name());
                if (known == null || known.leaving || !known.agent.equals(add.agent())) {
                    ledger.record(new Event.AgentAdded(add.agent()));
                    turn.freed(add.agent().name());
                    turn.decide();
                }
            }
            case Command.RemoveAgent remove -> {
                PoolState.Desk known = state.desk(remove.agent());
                if (known == null || known.leaving) {
                    return unknown(remove.agent());
                }
                ledger.record(new Event.AgentRemoved(remove.agent()));
            }
            case Command.SetPresence set -> {
                PoolState.Desk known = state.desk(set.agent());
                if (known == null) {
                    return unknown(set.agent());
                }
                if (known.present != set.present()) {
                    ledger.record(new Event.AgentPresent(set.agent(), set.present()));
                    turn.freed(set.agent());
                    turn.decide();
                }
            }
        }
        return Answer.DONE;
    }

    private Answer unknown(String agent) {
        return new Answer.Refused(Code.UNKNOWN_AGENT.with(agent, name));
    }

    private void define(Pool pool, Ledger ledger, PoolTurn turn) {
        if (!pool.equals(definition())) {
            ledger.record(new Event.PoolDefined(pool));
            state.desks().forEach(desk -> turn.freed(desk.name()));
            turn.decide();
        }
    }

    private void take(Message.ToPool message, Ledger ledger, PoolTurn turn) {
        switch (message) {
            case Message.Queue queue -> {
                clear(queue.work(), ledger, turn);
                ledger.record(new Event.DemandQueued(
                        queue.work(),
                        queue.ticket(),
                        queue.process(),
                        queue.task(),
                        queue.performers(),
                        queue.since(),
                        queue.priority(),
                        queue.declined()));
                turn.came(queue.work());
                turn.decide();
            }
            case Message.Occupy occupy -> {
                clear(occupy.work(), ledger, turn);
                PoolState.Desk desk = state.desk(occupy.who());
                if (desk != null) {
                    ledger.record(new Event.AgentAssigned(
                            occupy.who(), occupy.work(), occupy.ticket(), occupy.process(), occupy.task()));
                }
                turn.decide();
            }
            case Message.Vacate vacate -> {
                if (ticket(vacate.work()) == vacate.ticket()) {
                    clear(vacate.work(), ledger, turn);
                    turn.decide();
                }
            }
            case Message.Define define -> define(define.pool(), ledger, turn);
            case Message.Settle settle -> turn.settle();
        }
    }

    /** Under which ticket the pool knows a work item, or 0. */
    private long ticket(WorkId work) {
        PoolState.Waiting waiting = state.waiting(work);
        PoolState.Desk holder = state.holder(work);
        PoolState.Assignment held = holder == null ? null : holder.holds.get(work);
        return waiting != null ? waiting.ticket() : held != null ? held.ticket() : 0;
    }

    /** Whatever the pool knows of a work item is over. */
    private void clear(WorkId work, Ledger ledger, PoolTurn turn) {
        PoolState.Waiting waiting = state.waiting(work);
        if (waiting != null) {
            ledger.record(new Event.DemandDropped(work, waiting.ticket(), waiting.task()));
        }
        PoolState.Desk holder = state.holder(work);
        PoolState.Assignment held = holder == null ? null : holder.holds.get(work);
        if (holder != null && held != null) {
            ledger.record(new Event.AgentReleased(holder.name(), work, held.ticket(), held.task()));
            turn.freed(holder.name());
        }
    }

    @Override
    void apply(@Nullable CaseId caseId, Event event, Instant at) {
        switch (event) {
            case Event.PoolDefined e -> state.define(e.pool());
            case Event.AgentAdded e -> state.add(e.agent());
            case Event.AgentRemoved e -> state.remove(e.agent());
            case Event.AgentPresent e -> state.present(e.agent(), e.present());
            case Event.DemandQueued e ->
                state.queue(new PoolState.Waiting(
                        e.work(),
                        e.ticket(),
                        e.process(),
                        e.task(),
                        e.performers(),
                        e.since(),
                        e.priority(),
                        e.declined(),
                        state.arrivals() + 1));
            case Event.DemandDropped e -> state.unqueue(e.work());
            case Event.AgentAssigned e ->
                state.assign(e.agent(), new PoolState.Assignment(e.work(), e.ticket(), e.process(), e.task(), at));
            case Event.AgentReleased e -> state.release(e.work(), at);
            case Event.PoolSettling e -> state.settling = e.pending();
            case Event.PoolTroubled e -> state.trouble = e.reason();
            case Event other -> throw new IllegalStateException("not an event of a pool: " + other);
        }
    }

    @Override
    public void write(Out out) {
        out.bool(state.defined).text(state.strategy).varint(state.limit);
        out.u8((state.starts ? 1 : 0) | (state.settles ? 2 : 0) | (state.settling ? 4 : 0));
        out.text(state.trouble).varint(state.arrivals()).varint(state.assignments()).varint(state.lastOrder());
        out.each(state.desks(), (to, desk) -> {
            WorkCodec.writeAgent(to, desk.agent);
            to.varint(desk.order()).u8((desk.present ? 1 : 0) | (desk.leaving ? 2 : 0)).varint(desk.given);
            to.instantOrNull(desk.released);
            to.each(desk.holds.values(), (then, held) -> {
                writeWork(then, held.work());
                then.varint(held.ticket()).text(held.process()).text(held.task()).instant(held.at());
            });
        });
        out.each(state.waiting(), (to, each) -> {
            writeWork(to, each.work());
            to.varint(each.ticket()).text(each.process()).text(each.task());
            WorkCodec.write(to, each.performers());
            to.instant(each.since()).u8(each.priority());
            WorkCodec.write(to, each.declined());
            to.varint(each.arrival());
        });
    }

    @Override
    void read(In in) {
        state.defined = in.bool();
        state.strategy = in.text();
        state.limit = in.varint32();
        int flags = in.u8();
        state.starts = (flags & 1) != 0;
        state.settles = (flags & 2) != 0;
        state.settling = (flags & 4) != 0;
        state.trouble = in.text();
        long arrivals = in.varint();
        long assignments = in.varint();
        int lastOrder = in.varint32();
        for (int left = in.count(); left > 0; left--) {
            PoolState.Desk desk = new PoolState.Desk(WorkCodec.readAgent(in), in.varint32());
            int marks = in.u8();
            desk.present = (marks & 1) != 0;
            desk.leaving = (marks & 2) != 0;
            desk.given = in.varint();
            desk.released = in.instantOrNull();
            for (int held = in.count(); held > 0; held--) {
                WorkId work = readWork(in);
                desk.holds.put(work, new PoolState.Assignment(work, in.varint(), in.text(), in.text(), in.instant()));
            }
            state.restore(desk);
        }
        for (int left = in.count(); left > 0; left--) {
            state.queue(new PoolState.Waiting(
                    readWork(in),
                    in.varint(),
                    in.text(),
                    in.text(),
                    WorkCodec.readPerformers(in),
                    in.instant(),
                    in.u8(),
                    WorkCodec.readTexts(in),
                    in.varint()));
        }
        state.restored(arrivals, assignments, lastOrder);
    }

    private static void writeWork(Out out, WorkId work) {
        WorkCodec.write(out, work.caseId());
        out.varint(work.number());
    }

    private static WorkId readWork(In in) {
        return new WorkId(WorkCodec.readCaseId(in), in.varint32());
    }
}
