package io.millrace.net;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown for an invalid net, with all its errors. */
public final class BadNetException extends RuntimeException {
    private final transient List<Fault> faults;

    /** An exception whose message has one line for each fault. */
    public BadNetException(List<Fault> faults) {
        super(faults.stream().map(Fault::toString).collect(Collectors.joining("\n")));
        this.faults = List.copyOf(faults);
    }

    /** The faults in the order in which {@link Checks} found them. Immutable. */
    public List<Fault> faults() {
        return faults;
    }
}
