package io.millrace.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.runtime.Monitor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Gives the engine's numbers to Micrometer, under {@code millrace} and the names of {@link Monitor}. */
@AutoConfiguration(
        before = MillraceAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
public class MillraceMetricsAutoConfiguration {
    /** The engine's monitor, unless the application defines one. */
    @Bean
    @ConditionalOnMissingBean
    public Monitor millraceMonitor(MeterRegistry registry) {
        return new MeterMonitor(registry);
    }
}
