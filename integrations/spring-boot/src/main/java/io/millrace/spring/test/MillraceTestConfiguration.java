package io.millrace.spring.test;

import io.millrace.testkit.ManualTime;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The clock of a test. */
@AutoConfiguration(beforeName = "io.millrace.spring.MillraceAutoConfiguration")
@ConditionalOnClass(ManualTime.class)
class MillraceTestConfiguration {
    @Bean
    @ConditionalOnMissingBean
    ManualTime manualTime() {
        return new ManualTime();
    }
}
