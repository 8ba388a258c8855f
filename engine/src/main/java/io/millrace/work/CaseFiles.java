package io.millrace.work;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Files to which cases refer. Each content is stored once, by its hash, and removed with the last case that refers to it. Safe for use by
 * several threads.
 */
public interface CaseFiles extends Contents {
    /** Writes the content that a piece of data refers to. */
    void read(Data reference, OutputStream to) throws IOException;

    /** The references of a case. */
    List<Data> of(String tenant, CaseId caseId);

    /** Releases one content to which a case no longer refers. */
    void release(String tenant, CaseId caseId, Data reference);

    /** Removes contents without references and returns their number. */
    int sweep();
}
