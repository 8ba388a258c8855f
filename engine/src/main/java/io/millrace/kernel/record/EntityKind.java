package io.millrace.kernel.record;

import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.lane.Life;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * A kind of entity: its number in stored forms, how its ids are written, and what the kernel does with entities of it that
 * is not the same for all. A new kind is a record in {@link EntityId}, its inputs in {@link Input}, a constant here with
 * a place in {@link #all}, and an entity class, which the loader of entities makes.
 *
 * @param <I> the ids of the kind
 */
public final class EntityKind<I extends EntityId> {
    public static final EntityKind<EntityId.OfCase> CASE = new EntityKind<>(
            0, EntityId.OfCase.class, (key, id) -> key.int64(id.root()), (tenant, key) -> new EntityId.OfCase(tenant, key.int64()), Life.STAYS);

    public static final EntityKind<EntityId.OfMailbox> MAILBOX = new EntityKind<>(
            1,
            EntityId.OfMailbox.class,
            (key, id) -> key.keyText(id.signal()).keyText(id.key()),
            (tenant, key) -> new EntityId.OfMailbox(tenant, key.keyText(), key.keyText()),
            Life.VANISHES);

    static final EntityKind<EntityId.OfKey> KEY = new EntityKind<>(
            2,
            EntityId.OfKey.class,
            (key, id) -> key.keyText(id.process()).keyText(id.key()),
            (tenant, key) -> new EntityId.OfKey(tenant, key.keyText(), key.keyText()),
            Life.VANISHES);

    /** A tenant has one, so its name is empty. */
    public static final EntityKind<EntityId.OfRegistry> REGISTRY = new EntityKind<>(
            3, EntityId.OfRegistry.class, (key, id) -> {}, (tenant, key) -> new EntityId.OfRegistry(tenant), Life.LISTED);

    public static final EntityKind<EntityId.OfParticipant> PARTICIPANT = new EntityKind<>(
            4,
            EntityId.OfParticipant.class,
            (key, id) -> key.keyText(id.name()),
            (tenant, key) -> new EntityId.OfParticipant(tenant, key.keyText()),
            Life.LISTED);

    public static final EntityKind<EntityId.OfPool> POOL = new EntityKind<>(
            5,
            EntityId.OfPool.class,
            (key, id) -> key.keyText(id.name()),
            (tenant, key) -> new EntityId.OfPool(tenant, key.keyText()),
            Life.LISTED);

    private static final List<EntityKind<?>> ALL = List.of(CASE, MAILBOX, KEY, REGISTRY, PARTICIPANT, POOL);

    /** What becomes of entities of a kind. */
    private enum Life {
        /** They stay until they are erased. */
        STAYS,
        /** They stay, and an engine reads all of them when it opens. */
        LISTED,
        /** They leave no trace when nothing is left in them. */
        VANISHES
    }

    /** Part of the stored form: it never changes, and a retired one is not used again. */
    public final int tag;

    private final Class<I> ids;
    private final BiConsumer<Out, I> writeName;
    private final BiFunction<String, In, I> readName;
    private final Life life;

    private EntityKind(int tag, Class<I> ids, BiConsumer<Out, I> writeName, BiFunction<String, In, I> readName, Life life) {
        this.tag = tag;
        this.ids = ids;
        this.writeName = writeName;
        this.readName = readName;
        this.life = life;
    }

    /**
     * Whether an entity leaves no trace when nothing is left in it. Its rows are removed with its last turn, and whatever
     * it held is gone from the store.
     */
    public boolean vanishes() {
        return life == Life.VANISHES;
    }

    /** Whether an engine reads all entities of the kind when it opens; then their tenant must be known. */
    public boolean isListed() {
        return life == Life.LISTED;
    }

    static List<EntityKind<?>> all() {
        return ALL;
    }

    /** Writes an id: kind, and what names the entity within its tenant and kind, so that names sort as keys. */
    static void write(Out key, EntityId id) {
        key.u8(id.kind().tag);
        id.kind().name(key, id);
    }

    public static EntityId read(String tenant, In key) {
        int tag = key.u8();
        for (EntityKind<?> kind : ALL) {
            if (kind.tag == tag) {
                return kind.readName.apply(tenant, key);
            }
        }
        throw key.damaged("entity kind " + tag);
    }

    private void name(Out key, EntityId id) {
        writeName.accept(key, ids.cast(id));
    }
}
