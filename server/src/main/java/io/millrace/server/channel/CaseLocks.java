package io.millrace.server.channel;

import io.millrace.id.CaseId;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one answer with files at a time into a case. An answer stores its files, and takes them back if the engine refuses it; if another
 * answer with the same file came in between, that one would lose it. Safe for use by several threads.
 */
public final class CaseLocks {
    private final ReentrantLock[] locks = new ReentrantLock[256];

    public CaseLocks() {
        Arrays.setAll(locks, each -> new ReentrantLock());
    }

    /** The lock of a case; some cases share one. */
    public ReentrantLock of(String tenant, CaseId caseId) {
        return locks[Math.floorMod(Objects.hash(tenant, caseId), locks.length)];
    }
}
