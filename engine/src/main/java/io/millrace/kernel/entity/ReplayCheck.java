package io.millrace.kernel.entity;

import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.kernel.record.BrokenInvariant;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.TurnRecord;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Live state equals replayed state: beside each entity in the heap stands a second one that has only seen the turns as
 * they were written and read back. After every turn both must have the same binary form.
 */
public final class ReplayCheck {
    private final Loader loader;
    private final Map<EntityId, Shadow> shadows = new HashMap<>();

    public ReplayCheck(Loader loader) {
        this.loader = loader;
    }

    /** The states of an entity's members in binary form, by what replaying made of them. */
    private static final class Shadow {
        final Map<CaseId, byte[]> members = new HashMap<>();
        byte[] own = {};
    }

    /** @param first whether nothing was recorded of the entity before */
    public void turn(Entity<?> live, TurnRecord turn, boolean first) {
        Shadow before = shadows.get(live.id);
        if (before != null || first) {
            Entity<?> replayed = restore(live, before == null ? new Shadow() : before);
            Out out = new Out();
            turn.write(out);
            replayed.replay(TurnRecord.read(live.id, turn.sequence(), new In(out.toBytes())));
            compare(live, replayed, turn);
        }
        shadows.put(live.id, picture(live));
    }

    private Entity<?> restore(Entity<?> live, Shadow shadow) {
        if (live instanceof CaseEntity cases) {
            return cases.copy(caseId -> {
                byte[] bytes = shadow.members.get(caseId);
                // A case that this turn was the first to load is as its snapshot says.
                return bytes == null ? cases.stored(caseId) : CaseCodec.read(caseId, new In(bytes), cases.processes());
            });
        }
        Entity<?> restored = loader.blank(live.id);
        if (shadow.own.length > 0) {
            restored.read(new In(shadow.own));
        }
        return restored;
    }

    private static Shadow picture(Entity<?> entity) {
        Shadow shadow = new Shadow();
        Out own = new Out();
        entity.write(own);
        shadow.own = own.toBytes();
        if (entity instanceof CaseEntity cases) {
            cases.loaded().forEach(member -> {
                Out out = new Out();
                CaseCodec.write(out, member);
                shadow.members.put(member.id, out.toBytes());
            });
        }
        return shadow;
    }

    private static void compare(Entity<?> live, Entity<?> replayed, TurnRecord turn) {
        Shadow expected = picture(live);
        Shadow seen = picture(replayed);
        if (!Arrays.equals(expected.own, seen.own)) {
            throw new BrokenInvariant("Live and replayed state of " + live.id + " differ after turn " + turn);
        }
        Set<CaseId> touched = new TreeSet<>(seen.members.keySet());
        for (CaseId caseId : touched) {
            if (!Arrays.equals(expected.members.get(caseId), seen.members.get(caseId))) {
                throw new BrokenInvariant("Live and replayed state of case " + caseId + " differ after turn " + turn);
            }
        }
    }

    public void drop(EntityId id) {
        shadows.remove(id);
    }

    public void reset() {
        shadows.clear();
    }
}
