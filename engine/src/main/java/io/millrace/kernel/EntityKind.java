package io.millrace.kernel;

import io.millrace.data.In;
import io.millrace.data.Out;
import java.util.List;

/**
 * A kind of entity: its number in stored forms, how its ids are written, and how an entity of it begins. A new kind is a
 * record in {@link EntityId}, its inputs in {@link Input}, its entity class with a constant of this type, and a line in
 * {@link All}.
 *
 * @param <I> the ids of the kind
 */
abstract class EntityKind<I extends EntityId> {
    /** Every kind. In a class of its own, because the kinds are made by the entity classes. */
    private static final class All {
        static final List<EntityKind<?>> KINDS = List.of(
                CaseEntity.KIND, MailboxEntity.KIND, KeyEntity.KIND, RegistryEntity.KIND, ParticipantEntity.KIND);
    }

    /** Part of the stored form: it never changes, and a retired one is not used again. */
    final int tag;

    private final Class<I> ids;

    EntityKind(int tag, Class<I> ids) {
        this.tag = tag;
        this.ids = ids;
    }

    /** Writes what names an entity within its tenant and kind, so that names sort as keys. */
    abstract void writeName(Out key, I id);

    abstract I readName(String tenant, In key);

    /** An entity that has never had a turn. */
    abstract Entity<?> blank(I id, Loader loader);

    /**
     * Whether an entity leaves no trace when nothing is left in it. Its rows are removed with its last turn, and whatever
     * it held is gone from the store.
     */
    boolean vanishes() {
        return false;
    }

    /** Whether an engine reads all entities of the kind when it opens; then their tenant must be known. */
    boolean isListed() {
        return false;
    }

    static List<EntityKind<?>> all() {
        return All.KINDS;
    }

    static EntityKind<?> of(int tag, In in) {
        for (EntityKind<?> kind : All.KINDS) {
            if (kind.tag == tag) {
                return kind;
            }
        }
        throw in.damaged("entity kind " + tag);
    }

    /** Writes an id: kind and name. */
    static void write(Out key, EntityId id) {
        key.u8(id.kind().tag);
        id.kind().name(key, id);
    }

    static EntityId read(String tenant, In key) {
        return of(key.u8(), key).readName(tenant, key);
    }

    static Entity<?> blankOf(EntityId id, Loader loader) {
        return id.kind().begin(id, loader);
    }

    private void name(Out key, EntityId id) {
        writeName(key, ids.cast(id));
    }

    private Entity<?> begin(EntityId id, Loader loader) {
        return blank(ids.cast(id), loader);
    }
}
