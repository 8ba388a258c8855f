package io.millrace.calculus;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import org.jspecify.annotations.Nullable;

/**
 * Whose history it is: a case, or an entity that is not one.
 *
 * @param entity what names an entity that is not a case; empty for a case
 */
record Subject(String tenant, @Nullable CaseId caseId, String entity) {
    private static final int CASE = 1;
    private static final int ENTITY = 2;

    static Subject of(String tenant, CaseId caseId) {
        return new Subject(tenant, caseId, "");
    }

    /** The case as facts name it: a root case is a number, a sub-case a path. */
    Data named() {
        return caseId == null ? Data.of(entity) : named(caseId);
    }

    static Data named(CaseId caseId) {
        return caseId.isRoot() ? Data.of(caseId.root()) : Data.of(caseId.toString());
    }

    /** Writes it without its tenant, which comes first in every key. */
    Out key(Out out) {
        CaseId of = caseId;
        if (of == null) {
            return out.u8(ENTITY).keyText(entity);
        }
        return out.u8(CASE).int64(of.root()).keyText(of.isRoot() ? "" : of.toString());
    }

    static Subject read(String tenant, In in) {
        int tag = in.u8();
        if (tag == ENTITY) {
            return new Subject(tenant, null, in.keyText());
        }
        if (tag != CASE) {
            throw in.damaged("owner of kind " + tag);
        }
        long root = in.int64();
        String path = in.keyText();
        return of(tenant, path.isEmpty() ? CaseId.root(root) : CaseId.parse(path));
    }
}
