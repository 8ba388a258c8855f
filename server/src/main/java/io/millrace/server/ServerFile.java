package io.millrace.server;

import io.millrace.Millrace;
import io.millrace.problem.Code;
import io.millrace.server.channel.ChannelSettings;
import io.millrace.server.config.ConfigFile;
import io.millrace.server.config.Section;
import io.millrace.server.federation.FederationSettings;
import io.millrace.server.mcp.McpSettings;
import io.millrace.server.monitor.TraceSettings;
import io.millrace.server.monitor.Traces;
import io.millrace.server.security.OidcSettings;
import io.millrace.server.security.Rate;
import io.millrace.server.security.SecuritySettings;
import java.nio.file.Path;
import java.util.Optional;

/** Reads how a server is to run from its configuration: a file with one JSON object. */
public final class ServerFile {
    private static final int MOST_BYTES = 1 << 30;

    private ServerFile() {}

    /** The settings with what a file says in place of what they say. A file that is wrong is refused with {@link Code#BAD_CONFIGURATION}. */
    public static ServerSettings read(Path file, ServerSettings usual) {
        Section all = ConfigFile.read(file);
        ServerSettings settings = usual.host(all.optional("host").orElse(usual.host()))
                .port(all.whole("port", usual.port(), 0, 65_535))
                .mostBytes(all.whole("largestRequest", usual.mostBytes(), 1_024, MOST_BYTES))
                .security(all.section("security").map(section -> security(section, usual.security())).orElse(usual.security()))
                .mcp(all.section("mcp").map(McpSettings::of).orElse(usual.mcp()));
        Optional<Section> tls = all.section("tls");
        if (tls.isPresent()) {
            settings = settings.certificate(present(tls.get(), "certificate"), present(tls.get(), "key"));
        }
        settings = settings.channels(ChannelSettings.of(all));
        Optional<Section> traces = all.section("traces");
        settings = traces.isEmpty() ? settings : settings.with(Traces.of(TraceSettings.of(traces.get())));
        Optional<Section> federation = all.section("federation");
        if (federation.isPresent()) {
            settings = settings.with(FederationSettings.of(federation.get()));
        }
        all.end();
        return settings;
    }

    private static Path present(Section section, String name) {
        return section.path(name, true).orElseThrow(() -> section.complaint(name, "is missing"));
    }

    private static SecuritySettings security(Section section, SecuritySettings usual) {
        SecuritySettings settings = usual.rates(rate(section, "perIdentity", usual.perIdentity()), rate(section, "perAddress", usual.perAddress()))
                .connections(section.whole("connections", usual.mostConnections(), 1, 1_000_000))
                .slowest(section.duration("slowest", usual.slowest()));
        return section.section("oidc").map(oidc -> settings.tokensOf(issuer(oidc))).orElse(settings);
    }

    private static Rate rate(Section section, String name, Rate usual) {
        return section.section(name)
                .map(given -> new Rate(given.number("perSecond", usual.perSecond()), given.number("burst", usual.burst())))
                .orElse(usual);
    }

    private static OidcSettings issuer(Section section) {
        String issuer = section.text("issuer");
        String audience = section.text("audience");
        try {
            return new OidcSettings(
                    issuer,
                    audience,
                    section.optional("name").orElse("sub"),
                    section.optional("roles").orElse("roles"),
                    section.optional("tenantClaim").orElse(null),
                    section.optional("tenant").orElse(Millrace.TENANT));
        } catch (IllegalArgumentException e) {
            throw section.complaint("issuer", "cannot be used: " + e.getMessage());
        }
    }
}
