package io.millrace.net.run;

import io.millrace.language.Proof;
import io.millrace.net.Specification;
import org.jspecify.annotations.Nullable;

/** Proves what can be proved about a net before its first case. Found with {@link java.util.ServiceLoader}. */
public interface Prover {
    /**
     * What was found out.
     *
     * @param process the name under which it is to be deployed
     * @param source the text it was read from, or null for one that was built in Java
     */
    Proof prove(String process, Specification specification, @Nullable String source);
}
