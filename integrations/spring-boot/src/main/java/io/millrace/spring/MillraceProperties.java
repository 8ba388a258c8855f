package io.millrace.spring;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the engine of an application is opened. What is not here, a {@link MillraceCustomizer} sets.
 *
 * @param journal the directory in which everything is kept
 * @param inMemory whether nothing is kept when the application ends; then there is no journal
 * @param processes where the files of processes are, as resource patterns
 * @param participants who works with the lists, and the roles of each
 * @param closeGrace how long handlers may go on when the application ends
 */
@ConfigurationProperties("millrace")
public record MillraceProperties(
        @DefaultValue("millrace") Path journal,
        @DefaultValue("false") boolean inMemory,
        @DefaultValue("classpath*:processes/*") List<String> processes,
        @DefaultValue Map<String, List<String>> participants,
        @DefaultValue("10s") Duration closeGrace) {
    public MillraceProperties {
        processes = List.copyOf(processes);
        participants = Map.copyOf(participants);
    }
}
