package io.millrace.spring;

import io.millrace.Builder;
import io.millrace.Millrace;
import io.millrace.calculus.HistoryIndex;
import io.millrace.journal.MemoryStore;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.Time;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.support.ResourcePatternResolver;

/** Opens an engine with every part, unless the application defines one. */
@AutoConfiguration
@EnableConfigurationProperties(MillraceProperties.class)
public class MillraceAutoConfiguration {
    /** The engine. Beans may use it at once; processes and handlers are registered when the application has started. */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    public Millrace millrace(
            MillraceProperties properties,
            ObjectProvider<Time> time,
            ObjectProvider<Monitor> monitor,
            ObjectProvider<MillraceCustomizer> customizers) {
        Builder builder = Millrace.builder().everything().projection(HistoryIndex.INSTANCE).closeGrace(properties.closeGrace());
        if (properties.inMemory()) {
            builder.store(new MemoryStore());
        } else {
            builder.directory(properties.journal());
        }
        time.ifAvailable(builder::time);
        monitor.ifAvailable(builder::monitor);
        customizers.orderedStream().forEach(each -> each.customize(builder));
        return builder.open();
    }

    @Bean
    MillraceLifecycle millraceLifecycle(
            Millrace mill, MillraceProperties properties, ListableBeanFactory beans, ResourcePatternResolver resources) {
        return new MillraceLifecycle(mill, properties, beans, resources);
    }
}
