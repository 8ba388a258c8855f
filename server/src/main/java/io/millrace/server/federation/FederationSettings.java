package io.millrace.server.federation;

import io.millrace.client.MillraceClient;
import io.millrace.problem.RefusedException;
import io.millrace.server.Part;
import io.millrace.server.config.Section;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The engines that this one can give cases to.
 *
 * @param name the name of this engine, by which the others know it; it stays the same as long as the journal does
 * @param engines the others, by the names that processes use for them
 */
public record FederationSettings(String name, Map<String, EngineSettings> engines) implements Part.Maker {
    /** No other engine: processes that need one become incidents. */
    public static final FederationSettings NONE = new FederationSettings("", Map.of());

    /** How long the name of an engine may be, which is part of keys and of requests. */
    private static final String NAME = "[A-Za-z0-9._-]{1,60}";

    public FederationSettings {
        engines = Map.copyOf(engines);
    }

    /** What a section of the configuration says. */
    public static FederationSettings of(Section section) {
        String name = section.text("name");
        if (!name.matches(NAME)) {
            throw section.complaint("name", "must have from 1 to 60 letters, digits, dots, underscores and hyphens");
        }
        Map<String, EngineSettings> engines = new LinkedHashMap<>();
        section.named("engines").forEach((engine, settings) -> {
            EngineSettings read = EngineSettings.of(settings);
            try {
                MillraceClient.at(read.url());
            } catch (RefusedException e) {
                throw settings.complaint("url", "must be of the form https://HOST:PORT");
            }
            engines.put(engine, read);
        });
        return new FederationSettings(name, engines);
    }

    @Override
    public Part make(Part.Place place) {
        return new Federation(this, place);
    }
}
