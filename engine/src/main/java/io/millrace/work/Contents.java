package io.millrace.work;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The contents of the files to which cases refer, for those who do their work. */
public interface Contents {
    /** Writes the content of a file, if the case refers to it: to know what a file is called is not to have it. */
    void read(String tenant, CaseId caseId, Data reference, OutputStream to) throws IOException;

    /** Stores a content for a case and gives the data by which the case refers to it. */
    Data attach(String tenant, CaseId caseId, String name, InputStream content) throws IOException;

    /** How large a file may be. */
    long mostBytes();
}
