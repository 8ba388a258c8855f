package io.millrace.kernel.past;

import io.millrace.id.CaseId;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.CaseRows;
import io.millrace.kernel.entity.CaseState;
import io.millrace.query.CaseDetails;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A case with its open sub-cases. Each work item that a sub-case carries out names it, so nobody searches for them. */
final class Family {
    private Family() {}

    /** The states of a case and its open sub-cases, the case itself first; empty if there is no such case. */
    static List<CaseState> states(CaseEntity entity, CaseId id) {
        return states(entity, id, Integer.MAX_VALUE);
    }

    private static List<CaseState> states(CaseEntity entity, CaseId id, int most) {
        List<CaseState> all = new ArrayList<>();
        Deque<CaseId> wanted = new ArrayDeque<>(List.of(id));
        for (CaseId next = wanted.poll(); next != null && all.size() < most; next = wanted.poll()) {
            CaseState member = entity.member(next);
            if (member != null && !member.process.isEmpty()) {
                all.add(member);
                CaseId parent = next;
                member.works.forEach((number, item) -> {
                    if (item.child() != 0) {
                        wanted.add(parent.child(item.child()));
                    }
                });
            }
        }
        return all;
    }

    static List<CaseDetails> details(CaseEntity entity, CaseId id, int most) {
        return states(entity, id, most).stream().map(CaseRows::details).toList();
    }
}
