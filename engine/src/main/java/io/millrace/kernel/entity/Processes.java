package io.millrace.kernel.entity;

import io.millrace.event.Across;
import io.millrace.id.CaseId;
import io.millrace.language.Compiled;
import java.util.List;

/** Where a case finds the code of its process. */
public interface Processes {
    /**
     * The code of a version.
     *
     * @throws MissingCodeException when it is not there
     */
    Compiled<?> compiled(String process, int version);

    /** The newest version of a process, or 0 when there is none. */
    int newest(String process);

    /** Whether a process has this version. A process that declares its version may leave numbers out. */
    boolean isDeployed(String process, int version);

    /** The cases whose rules speak of events of other cases. */
    default List<InForce> inForce() {
        return List.of();
    }

    /** Rules between cases that are in force, and the case that decides by them. */
    record InForce(CaseId rules, String process, Across code) {}

    /** The code of a process version is not there; its cases are parked until it is. */
    final class MissingCodeException extends RuntimeException {
        public final String process;
        public final int version;

        MissingCodeException(String process, int version) {
            super("The code of process '" + process + "' version " + version + " is not there");
            this.process = process;
            this.version = version;
        }
    }
}
