package io.millrace.spring;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the engine of an application. Use a {@link MillraceCustomizer} for all other settings.
 *
 * @param journal the directory of the journal
 * @param inMemory whether to keep the journal in memory; all data is lost when the application ends
 * @param processes the files of processes, as resource patterns
 * @param participants the participants, with the roles of each
 * @param closeGrace how long handlers may continue when the application ends
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
