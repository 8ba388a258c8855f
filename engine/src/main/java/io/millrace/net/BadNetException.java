package io.millrace.net;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown for an invalid net, with all its errors. */
public final class BadNetException extends RuntimeException {
    private final transient List<Fault> faults;

    public BadNetException(List<Fault> faults) {
        super(faults.stream().map(Fault::toString).collect(Collectors.joining("\n")));
        this.faults = List.copyOf(faults);
    }

    public List<Fault> faults() {
        return faults;
    }
}
