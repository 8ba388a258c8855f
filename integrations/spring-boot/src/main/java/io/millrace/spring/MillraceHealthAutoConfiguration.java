package io.millrace.spring;

import io.millrace.Health;
import io.millrace.Millrace;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Shows the health of the engine in Actuator. */
@AutoConfiguration(after = MillraceAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(Millrace.class)
@ConditionalOnEnabledHealthIndicator("millrace")
public class MillraceHealthAutoConfiguration {
    /** Down with one detail for each problem, under its code. A stopped engine is also down. */
    @Bean
    @ConditionalOnMissingBean(name = "millraceHealthIndicator")
    public HealthIndicator millraceHealthIndicator(Millrace mill) {
        return () -> {
            try {
                Health health = mill.health();
                org.springframework.boot.health.contributor.Health.Builder shown = health.isWell()
                        ? org.springframework.boot.health.contributor.Health.up()
                        : org.springframework.boot.health.contributor.Health.down();
                health.problems().forEach(each -> shown.withDetail(each.code().toString(), each.message()));
                return shown.build();
            } catch (RuntimeException e) {
                return org.springframework.boot.health.contributor.Health.down(e).build();
            }
        };
    }
}
