package io.millrace.kernel.record;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.query.CaseStatus;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The keys of all rows, in one place. They sort as their parts do. What belongs to one entity begins with the entity's
 * shard; lists that people search begin with the tenant.
 *
 * <pre>
 *  EVENTS     shard, entity, sequence
 *  SNAPSHOTS  shard, entity                           the newest of an entity itself
 *             shard, entity, 1, path                  the newest of one of its cases
 *             shard, entity, 2, sequence              an older one of the entity itself
 *             shard, entity, 3, path, 0, sequence     an older one of one of its cases
 *  LOG        shard, position                         OUTBOX     shard of the receiver, sender, number
 *  TIMERS     shard, instant, tenant, case, number    REQUESTS   tenant, actor, request id
 *  WORK       tenant, list, priority (highest first), offered, case, number
 *  CASES      tenant, 1, case                         a case by its id
 *             tenant, 2, process, state, started, case
 *             tenant, 3, process, key, started, case
 *             tenant, 4, process, attribute, value, case
 * </pre>
 *
 * An entity is its tenant, its kind and its name, see {@link EntityKind}.
 */
public final class Keys {
    private static final int BY_ID = 1;
    private static final int BY_STATE = 2;
    private static final int BY_KEY = 3;
    private static final int BY_ATTRIBUTE = 4;

    private final Shards shards;

    public Keys(Shards shards) {
        this.shards = shards;
    }

    public int shards() {
        return shards.count();
    }

    public int shardOf(EntityId id) {
        return shards.of(id);
    }

    /** Where the rows of an entity begin. */
    public Out entity(EntityId id) {
        Out out = new Out(48).u8(shards.of(id)).keyText(id.tenant());
        EntityKind.write(out, id);
        return out;
    }

    /** Where the rows of all entities of a kind begin, of one tenant in one shard. */
    public static Out entities(int shard, String tenant, EntityKind<?> kind) {
        return new Out(32).u8(shard).keyText(tenant).u8(kind.tag);
    }

    /** The entity of a key that begins with one. */
    public static EntityId readEntity(In in) {
        in.u8();
        return EntityKind.read(in.keyText(), in);
    }

    public byte[] event(EntityId id, long sequence) {
        return entity(id).int64(sequence).toBytes();
    }

    public static byte[] position(int shard, long position) {
        return new Out(9).u8(shard).int64(position).toBytes();
    }

    /** Everything of one shard lies between this and {@link #afterShard}. */
    public static byte[] shard(int shard) {
        return new byte[] {(byte) shard};
    }

    public static byte @Nullable [] afterShard(int shard) {
        return after(shard(shard));
    }

    /** The snapshot of an entity itself ({@code caseId} null) or of one of its cases. */
    public byte[] snapshot(EntityId id, @Nullable CaseId caseId) {
        Out out = entity(id);
        if (caseId != null) {
            path(out.u8(1), caseId);
        }
        return out.toBytes();
    }

    /** Where the newest snapshots of the cases of an entity begin. */
    public byte[] savedCases(EntityId id) {
        return entity(id).u8(1).toBytes();
    }

    /** An older snapshot of an entity itself. */
    public byte[] keptSnapshot(EntityId id, long sequence) {
        return entity(id).u8(2).int64(sequence).toBytes();
    }

    /** An older snapshot of a case. */
    public byte[] keptSnapshot(EntityId id, CaseId caseId, long sequence) {
        Out out = entity(id).u8(3);
        path(out, caseId);
        return out.int32(0).int64(sequence).toBytes();
    }

    /** Where the older snapshots of the cases of an entity begin. */
    public byte[] keptCases(EntityId id) {
        return entity(id).u8(3).toBytes();
    }

    /** The case of a key in {@link #keptCases}, read from behind what all of them begin with. */
    public static CaseId readKeptCase(EntityId.OfCase id, In in) {
        return CaseId.of(id.root(), readPath(in));
    }

    public byte[] message(EntityId sender, long number, EntityId receiver) {
        Out out = new Out(64).u8(shards.of(receiver)).keyText(sender.tenant());
        EntityKind.write(out, sender);
        return out.int64(number).toBytes();
    }

    public static byte[] request(String tenant, @Nullable String actor, String requestId) {
        return new Out(48)
                .keyText(tenant)
                .keyText(actor == null ? "" : actor)
                .keyText(requestId)
                .toBytes();
    }

    /** Where a list of work begins. */
    public static Out workList(String tenant, String list) {
        return new Out(64).keyText(tenant).keyText(list);
    }

    public static byte[] work(String tenant, String list, WorkItem item) {
        return workPlace(workList(tenant, list), item).toBytes();
    }

    /** The place of a work item within any list. */
    public static byte[] workPlace(WorkItem item) {
        return workPlace(new Out(32), item).toBytes();
    }

    public static Out workPlace(Out out, WorkItem item) {
        out.u8(Task.TOP_PRIORITY - item.priority()).keyInstant(item.offered());
        return caseId(out, item.id().caseId()).int32(item.id().number());
    }

    public byte[] timer(Instant due, String tenant, CaseId id, int timer) {
        int shard = shards.of(EntityId.OfCase.of(tenant, id));
        return caseId(new Out(48).u8(shard).keyInstant(due).keyText(tenant), id).int32(timer).toBytes();
    }

    /** Every timer of a shard that is due before an instant sorts below this. */
    public static byte[] timersFrom(int shard, Instant due) {
        return new Out(13).u8(shard).keyInstant(due).toBytes();
    }

    public static byte[] caseById(String tenant, CaseId id) {
        return caseId(new Out(32).keyText(tenant).u8(BY_ID), id).toBytes();
    }

    /** Whether a key of CASES is that of a case by its id, and not of an index. */
    public static boolean isCaseById(byte[] key) {
        In in = new In(key);
        in.keyText();
        return in.u8() == BY_ID;
    }

    public static Out casesOf(String tenant) {
        return new Out(32).keyText(tenant).u8(BY_ID);
    }

    /** A case by its id, and behind it all its sub-cases. */
    public static Out casesWithin(String tenant, CaseId id) {
        Out out = casesOf(tenant).int64(id.root());
        path(out, id);
        return out;
    }

    public static Out casesInState(String tenant, String process, CaseStatus status) {
        return casesOfProcess(tenant, process).u8(status.number());
    }

    public static Out casesOfProcess(String tenant, String process) {
        return new Out(48).keyText(tenant).u8(BY_STATE).keyText(process);
    }

    public static byte[] caseInState(String tenant, String process, CaseStatus status, Instant started, CaseId id) {
        return caseId(casesInState(tenant, process, status).keyInstant(started), id).toBytes();
    }

    public static Out casesWithKey(String tenant, String process, String key) {
        return new Out(64).keyText(tenant).u8(BY_KEY).keyText(process).keyText(key);
    }

    /** Where the cases begin whose business key begins with a text. */
    public static byte[] casesWithKeyFrom(String tenant, String process, String beginning) {
        byte[] whole = casesWithKey(tenant, process, beginning).toBytes();
        // Without what ends a text in a key.
        return Arrays.copyOf(whole, whole.length - 1);
    }

    public static byte[] caseWithKey(String tenant, String process, String key, Instant started, CaseId id) {
        return caseId(casesWithKey(tenant, process, key).keyInstant(started), id).toBytes();
    }

    public static Out casesWithAttribute(String tenant, String process, String attribute) {
        return new Out(64).keyText(tenant).u8(BY_ATTRIBUTE).keyText(process).keyText(attribute);
    }

    public static Out casesWithAttribute(String tenant, String process, String attribute, Data value) {
        return value(casesWithAttribute(tenant, process, attribute), value);
    }

    public static byte[] caseWithAttribute(String tenant, String process, String attribute, Data value, CaseId id) {
        return caseId(casesWithAttribute(tenant, process, attribute, value), id).toBytes();
    }

    /** A value so that numbers sort as numbers: by sign, then magnitude, then digits; texts as texts. */
    private static Out value(Out out, Data value) {
        return switch (value) {
            case Data.Nothing nothing -> out.u8(0);
            case Data.Truth truth -> out.u8(1).bool(truth.value());
            case Data.Num number -> number(out.u8(2), number.number());
            case Data.Text text -> out.u8(3).keyText(text.value());
            case Data.Items items -> out.u8(4).keyText(items.json());
            case Data.Fields fields -> out.u8(5).keyText(fields.json());
        };
    }

    private static Out number(Out out, BigDecimal number) {
        if (number.signum() == 0) {
            return out.u8(1);
        }
        BigDecimal plain = number.abs().stripTrailingZeros();
        String digits = plain.unscaledValue().toString();
        int magnitude = digits.length() - plain.scale();
        if (number.signum() > 0) {
            return out.u8(2).keyLong(magnitude).keyText(digits);
        }
        // Negative numbers sort backwards: the complement of each digit, closed by what sorts above every digit.
        StringBuilder complement = new StringBuilder(digits.length() + 1);
        digits.chars().forEach(digit -> complement.append((char) ('0' + '9' - digit)));
        return out.u8(0).keyLong(-magnitude).keyText(complement.append('~').toString());
    }

    /** A case id so that a case sorts before its sub-cases and they sort by number. */
    static Out caseId(Out out, CaseId id) {
        out.int64(id.root());
        path(out, id);
        return out.int32(0);
    }

    private static void path(Out out, CaseId id) {
        for (int level = 0; level < id.depth(); level++) {
            out.int32(id.number(level));
        }
    }

    public static CaseId readCaseId(In in) {
        long root = in.int64();
        return CaseId.of(root, readPath(in));
    }

    private static int[] readPath(In in) {
        int[] path = new int[4];
        int depth = 0;
        for (int number = in.int32(); number != 0; number = in.int32()) {
            if (depth == path.length) {
                path = Arrays.copyOf(path, depth * 2);
            }
            path[depth++] = number;
        }
        return Arrays.copyOf(path, depth);
    }

    /** The first key after all that begin with these bytes, or null when there is none. */
    public static byte @Nullable [] after(byte[] prefix) {
        byte[] next = prefix.clone();
        for (int i = next.length - 1; i >= 0; i--) {
            if (next[i] != (byte) 0xff) {
                next[i]++;
                return Arrays.copyOf(next, i + 1);
            }
        }
        return null;
    }
}
