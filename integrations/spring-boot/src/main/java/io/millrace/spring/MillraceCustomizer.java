package io.millrace.spring;

import io.millrace.Builder;

/** A bean that sets what properties do not, before the engine is opened. Several are called in their order. */
@FunctionalInterface
public interface MillraceCustomizer {
    /** Changes the builder; its store and directory are set already. */
    void customize(Builder builder);
}
