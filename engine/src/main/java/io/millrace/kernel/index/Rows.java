package io.millrace.kernel.index;

import io.millrace.command.Answer;
import io.millrace.data.Data;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.journal.Batch;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.CaseRows;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Outbox;
import io.millrace.kernel.record.Requests;
import io.millrace.kernel.record.Small;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.query.ListedWork;
import io.millrace.runtime.PayloadCodec;
import io.millrace.work.Doer;
import io.millrace.work.WorkCodec;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Turns a decided turn into rows: the record itself, and the rows of the lists that it changed. Each optional part is
 * one method here, called only when the engine has that part.
 */
public final class Rows {
    /** The list in which incidents stand beside their ordinary list. */
    public static final String INCIDENTS = "i";
    /** The form of a row of WORK. */
    static final Form<Function<In, ListedWork>> WORK_FORM = Form.first(
            "a work item", in -> new ListedWork(in.text(), WorkCodec.readItem(in)));

    private final Parts parts;
    private final Keys keys;
    private final PayloadCodec codec;
    /** The most that one turn may write. */
    private final int mostBytes;
    /** Rows belong to one lane, so one buffer serves all. */
    private final Out scratch = new Out(512);

    public Rows(Parts parts, Keys keys, PayloadCodec codec, int mostBytes) {
        this.parts = parts;
        this.keys = keys;
        this.codec = codec;
        this.mostBytes = mostBytes;
        this.scratch.atMost(mostBytes);
    }

    /** Adds the rows of a turn; returns how many bytes its record has. */
    public int add(Batch batch, Ledger ledger, TurnRecord turn) {
        scratch.clear();
        try {
            turn.write(scratch);
        } catch (Out.Overflow e) {
            throw new TooLargeException(mostBytes);
        }
        byte[] record = codec.encode(scratch.toBytes());
        batch.put(Table.EVENTS, keys.event(ledger.entity.id, turn.sequence()), record);
        for (Ledger.WorkChange change : ledger.works.values()) {
            WorkItem item = change.after != null ? change.after : change.before;
            // Automatic work is found again after a restart by its row, whatever parts there are.
            if (parts.worklist() || item != null && item.isAutomatic()) {
                addWork(batch, ledger.tenant(), change);
                demandRoom(batch);
            }
        }
        if (parts.cases()) {
            ledger.cases.values().forEach(change -> addCase(batch, ledger.tenant(), change));
        }
        addTimers(batch, ledger);
        ledger.messages.forEach(message -> addMessage(batch, message));
        addTaken(batch, ledger.input);
        if (ledger.indexed != null) {
            batch.addAll(ledger.indexed);
        }
        demandRoom(batch);
        return record.length;
    }

    private void demandRoom(Batch batch) {
        if (batch.bytes() > mostBytes) {
            throw new TooLargeException(mostBytes);
        }
    }

    /** A turn wants to write more than it may. */
    public static final class TooLargeException extends RuntimeException {
        public final int limit;

        public TooLargeException(int limit) {
            super("more than " + limit + " bytes in one turn", null, false, false);
            this.limit = limit;
        }
    }

    private void addMessage(Batch batch, Input.Taken message) {
        Out body = new Out(64);
        Outbox.write(body, message);
        byte[] key = keys.message(message.from(), message.number(), message.to());
        batch.put(Table.OUTBOX, key, codec.encode(body.toBytes()));
    }

    /** A message that is taken leaves the outbox in the commit of whoever takes it. */
    public void addTaken(Batch batch, Input input) {
        if (input instanceof Input.Taken taken) {
            batch.delete(Table.OUTBOX, keys.message(taken.from(), taken.number(), taken.to()));
        }
    }

    private void addWork(Batch batch, String tenant, Ledger.WorkChange change) {
        WorkItem before = change.before;
        WorkItem after = change.after;
        if (before == null && after == null) {
            return;
        }
        List<String> was = before == null ? List.of() : lists(before);
        List<String> is = after == null ? List.of() : lists(after);
        if (before != null) {
            for (String list : was) {
                boolean sameKey = after != null && before.priority() == after.priority() && is.contains(list);
                if (!sameKey) {
                    batch.delete(Table.WORK, Keys.work(tenant, list, before));
                }
            }
        }
        if (after != null) {
            writeWork(scratch.clear(), change.member.process, after);
            byte[] value = codec.encode(scratch.toBytes());
            for (String list : is) {
                batch.put(Table.WORK, Keys.work(tenant, list, after), value);
            }
        }
    }

    /** The row of a work item, the same in every list in which it stands. */
    public static void writeWork(Out out, String process, WorkItem item) {
        WORK_FORM.begin(out).text(process);
        WorkCodec.write(out, item);
    }

    public static ListedWork readWork(In in) {
        return WORK_FORM.reader(in).apply(in);
    }

    /**
     * The lists in which a work item stands: of its holder, else of each participant and role it is offered to; of its
     * handler or program; of incidents. An item for anyone stands in the list of anyone, one that waits in a pool in a list of the pool
     * and its task: one row, however many agents there are.
     */
    public static List<String> lists(WorkItem item) {
        if (item.incident() == null && !(item.doer() instanceof Doer.People)) {
            return List.of(listOf(item.doer()));
        }
        List<String> lists = new ArrayList<>(2);
        switch (item.doer()) {
            case Doer.Handler handler -> lists.add(listOf(handler));
            case Doer.Program program -> lists.add(listOf(program));
            case Doer.Process process -> lists.add(listOf(process));
            case Doer.People people -> {
                boolean held = item.holder() != null
                        && (item.state() != WorkState.SUSPENDED || item.resumesTo() != WorkState.OFFERED);
                if (held && item.holder() != null) {
                    lists.add(participantList(item.holder()));
                } else if (item.performers().pool() != null) {
                    lists.add(poolList(item.performers().pool()) + item.task());
                } else if (item.performers().participants().isEmpty()
                        && item.performers().roles().isEmpty()) {
                    lists.add(ANYONE);
                } else {
                    item.performers().participants().forEach(name -> lists.add(participantList(name)));
                    item.performers().roles().forEach(role -> lists.add(roleList(role)));
                }
            }
        }
        if (item.incident() != null) {
            lists.add(INCIDENTS);
        }
        return lists;
    }

    /** The list of work that is offered to anyone. */
    static final String ANYONE = "a";

    static String participantList(String participant) {
        return "p:" + participant;
    }

    /** How the names of a pool's lists begin; the task follows. */
    static String poolList(String pool) {
        return "q:" + pool.length() + ":" + pool + ":";
    }

    static String roleList(String role) {
        return "r:" + role;
    }

    /** The list of the work that a handler, a program or sub-cases do. */
    public static String listOf(Doer doer) {
        return switch (doer) {
            case Doer.Handler handler -> "h:" + handler.name();
            case Doer.Program program -> "x:" + program.name();
            case Doer.Process process -> "c";
            case Doer.People people -> ANYONE;
        };
    }

    private void addTimers(Batch batch, Ledger ledger) {
        for (Ledger.TimerChange change : ledger.timers) {
            byte[] key = keys.timer(change.entry().due(), ledger.tenant(), change.member().id, change.timer());
            if (change.set()) {
                batch.put(Table.TIMERS, key, NO_VALUE);
            } else {
                batch.delete(Table.TIMERS, key);
            }
        }
    }

    private void addCase(Batch batch, String tenant, Ledger.CaseChange change) {
        CaseState member = change.member;
        scratch.clear();
        CaseRows.write(scratch, CaseRows.row(member));
        batch.put(Table.CASES, Keys.caseById(tenant, member.id), codec.encode(scratch.toBytes()));
        byte[] id = Small.pointer(member.id);
        if (change.isNew || change.before != member.status) {
            if (!change.isNew) {
                batch.delete(
                        Table.CASES, Keys.caseInState(tenant, member.process, change.before, member.started, member.id));
            }
            batch.put(
                    Table.CASES, Keys.caseInState(tenant, member.process, member.status, member.started, member.id), id);
        }
        if (change.isNew && member.key != null) {
            batch.put(Table.CASES, Keys.caseWithKey(tenant, member.process, member.key, member.started, member.id), id);
        }
        if (!change.attributesBefore.equals(member.attributes)) {
            addAttributes(batch, tenant, member, change.attributesBefore, id);
        }
    }

    private static void addAttributes(Batch batch, String tenant, CaseState member, Data before, byte[] id) {
        for (Map.Entry<String, Data> now : member.attributes.asMap().entrySet()) {
            Data old = before.at(now.getKey());
            if (before.has(now.getKey()) && !old.equals(now.getValue())) {
                batch.delete(Table.CASES, Keys.caseWithAttribute(tenant, member.process, now.getKey(), old, member.id));
            }
            if (!before.has(now.getKey()) || !old.equals(now.getValue())) {
                batch.put(
                        Table.CASES,
                        Keys.caseWithAttribute(tenant, member.process, now.getKey(), now.getValue(), member.id),
                        id);
            }
        }
    }

    /** Adds the answer to a command that carried a request id. */
    public void addAnswer(Batch batch, Requests.Key key, Answer answer, Instant now) {
        Requests.remember(batch, key, answer, now, codec);
    }

    private static final byte[] NO_VALUE = {};
}
