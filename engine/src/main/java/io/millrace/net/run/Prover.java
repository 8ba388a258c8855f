package io.millrace.net.run;

import io.millrace.language.Proof;
import io.millrace.net.Specification;
import org.jspecify.annotations.Nullable;

/** Proves properties of a net before its first case. Found with {@link java.util.ServiceLoader}. */
public interface Prover {
    /**
     * Proves a specification.
     *
     * @param process the name under which it is deployed
     * @param source the text it was read from, or null for one that was built in Java
     */
    Proof prove(String process, Specification specification, @Nullable String source);
}
