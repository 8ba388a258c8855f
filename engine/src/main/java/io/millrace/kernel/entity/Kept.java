package io.millrace.kernel.entity;

import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.work.WorkCodec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the newest snapshot of an entity knows about the older ones that are kept for time travel; {@link KeptSnapshots} has
 * their rows.
 *
 * @param since the turn after which every change of a case got into a kept snapshot; 0 when that is so from its first turn on
 * @param bytes how much was recorded since the last kept snapshot
 * @param open cases that were saved since the last kept snapshot, so that the next one needs them
 * @param gone cases that have ended since, and that a kept snapshot may have
 */
record Kept(long since, long bytes, Set<CaseId> open, Set<CaseId> gone) {
    /** Of an entity that has never been saved. */
    static final Kept NONE = new Kept(0, 0, Set.of(), Set.of());

    /** Keeping begins, or begins anew, after a turn. */
    static Kept after(long turn) {
        return turn == 0 ? NONE : new Kept(turn, 0, Set.of(), Set.of());
    }

    /** A snapshot that is not kept has been written. */
    Kept saved(long recorded, List<CaseId> written, List<CaseId> ended) {
        Set<CaseId> stay = new HashSet<>(open);
        Set<CaseId> leave = new HashSet<>(gone);
        stay.addAll(written);
        ended.forEach(caseId -> {
            stay.remove(caseId);
            leave.add(caseId);
        });
        return new Kept(since, recorded, stay, leave);
    }

    /** A snapshot that is kept has been written. */
    Kept kept() {
        return new Kept(since, 0, Set.of(), Set.of());
    }

    void write(Out out) {
        out.varint(since).varint(bytes);
        write(out, open);
        write(out, gone);
    }

    static Kept read(In in) {
        return new Kept(in.varint(), in.varint(), readCases(in), readCases(in));
    }

    private static void write(Out out, Set<CaseId> cases) {
        out.varint(cases.size());
        cases.stream().sorted().forEach(caseId -> WorkCodec.write(out, caseId));
    }

    private static Set<CaseId> readCases(In in) {
        int count = in.count();
        if (count == 0) {
            return Set.of();
        }
        Set<CaseId> cases = new HashSet<>();
        for (int left = count; left > 0; left--) {
            cases.add(WorkCodec.readCaseId(in));
        }
        return cases;
    }
}
