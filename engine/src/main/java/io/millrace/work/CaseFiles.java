package io.millrace.work;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Files to which cases refer: a content is stored once, by what it is, and goes with the last case that refers to it. */
public interface CaseFiles extends Contents {
    /** Writes the content that a piece of data refers to. */
    void read(Data reference, OutputStream to) throws IOException;

    /** What a case refers to. */
    List<Data> of(String tenant, CaseId caseId);

    /** Releases one content to which a case no longer refers. */
    void release(String tenant, CaseId caseId, Data reference);

    /** Removes contents to which nobody refers, however they came to be there; returns how many. */
    int sweep();
}
