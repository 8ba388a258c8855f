package io.millrace.work;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The contents of the files to which cases refer, for handlers and programs. */
public interface Contents {
    /** Writes the content of a file, if the case refers to it. The reference alone does not give access. */
    void read(String tenant, CaseId caseId, Data reference, OutputStream to) throws IOException;

    /** Stores a content for a case and returns the reference to it. */
    Data attach(String tenant, CaseId caseId, String name, InputStream content) throws IOException;

    /** The maximum size of a file in bytes. */
    long mostBytes();
}
