package io.millrace.kernel;

import io.millrace.id.CaseId;

/**
 * What changes as one: everything inside an entity changes in one commit, and between entities there are only
 * messages.
 */
public sealed interface EntityId {
    String tenant();

    /** A root case with all its sub-cases. */
    record OfCase(String tenant, long root) implements EntityId {
        static OfCase of(String tenant, CaseId id) {
            return new OfCase(tenant, id.root());
        }

        @Override
        public String toString() {
            return "case " + root;
        }
    }

    /** Signals of one name and correlation key, and who waits for them. */
    record OfMailbox(String tenant, String signal, String key) implements EntityId {
        @Override
        public String toString() {
            return "signal '" + signal + "'" + (key.isEmpty() ? "" : " with key '" + key + "'");
        }
    }

    /** A business key that at most one running case of a process may have. */
    record OfKey(String tenant, String process, String key) implements EntityId {
        @Override
        public String toString() {
            return "key '" + key + "' of process '" + process + "'";
        }
    }

    /** What a tenant has deployed and who works there. */
    record OfRegistry(String tenant) implements EntityId {
        @Override
        public String toString() {
            return "registry";
        }
    }
}
