package io.millrace.kernel.record;

import io.millrace.id.CaseId;

/**
 * What changes as one: everything inside an entity changes in one commit, and between entities there are only
 * messages. {@link EntityKind} says all else that the kernel must know about each kind.
 */
public sealed interface EntityId {
    String tenant();

    EntityKind<?> kind();

    /** A root case with all its sub-cases. */
    record OfCase(String tenant, long root) implements EntityId {
        public static OfCase of(String tenant, CaseId id) {
            return new OfCase(tenant, id.root());
        }

        @Override
        public EntityKind<?> kind() {
            return EntityKind.CASE;
        }

        @Override
        public String toString() {
            return "case " + root;
        }
    }

    /** Signals of one name and correlation key, and who waits for them. */
    record OfMailbox(String tenant, String signal, String key) implements EntityId {
        @Override
        public EntityKind<?> kind() {
            return EntityKind.MAILBOX;
        }

        @Override
        public String toString() {
            return "signal '" + signal + "'" + (key.isEmpty() ? "" : " with key '" + key + "'");
        }
    }

    /** A business key that at most one running case of a process may have. */
    record OfKey(String tenant, String process, String key) implements EntityId {
        @Override
        public EntityKind<?> kind() {
            return EntityKind.KEY;
        }

        @Override
        public String toString() {
            return "key '" + key + "' of process '" + process + "'";
        }
    }

    /** What a tenant has deployed. */
    record OfRegistry(String tenant) implements EntityId {
        @Override
        public EntityKind<?> kind() {
            return EntityKind.REGISTRY;
        }

        @Override
        public String toString() {
            return "registry";
        }
    }

    /** Somebody who works for a tenant. */
    record OfParticipant(String tenant, String name) implements EntityId {
        @Override
        public EntityKind<?> kind() {
            return EntityKind.PARTICIPANT;
        }

        @Override
        public String toString() {
            return "participant '" + name + "'";
        }
    }

    /** Agents to whom work is assigned by a rule. */
    record OfPool(String tenant, String name) implements EntityId {
        @Override
        public EntityKind<?> kind() {
            return EntityKind.POOL;
        }

        @Override
        public String toString() {
            return "pool '" + name + "'";
        }
    }
}
