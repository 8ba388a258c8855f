package io.millrace.spring;

import io.millrace.Builder;

/**
 * A bean that changes the builder before the engine is opened, for settings without a property. Several customizers are called in their
 * order.
 */
@FunctionalInterface
public interface MillraceCustomizer {
    /** Changes the builder; its store and directory are already set. */
    void customize(Builder builder);
}
