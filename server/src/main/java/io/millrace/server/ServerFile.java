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
import java.time.Duration;
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
                .slowest(slowest(section, usual.slowest()));
        SecuritySettings bounded = settings.connectionsPerAddress(
                section.whole("connectionsPerAddress", settings.mostPerAddress(), 1, 1_000_000));
        return section.section("oidc").map(oidc -> bounded.tokensOf(issuer(oidc))).orElse(bounded);
    }

    private static Duration slowest(Section section, Duration usual) {
        Duration slowest = section.duration("slowest", usual);
        if (slowest.compareTo(SecuritySettings.MOST_PATIENCE) > 0) {
            throw section.complaint("slowest", "must be " + SecuritySettings.MOST_PATIENCE + " (one hour) at most");
        }
        return slowest;
    }

    private static Rate rate(Section section, String name, Rate usual) {
        return section.section(name)
                .map(given -> new Rate(atLeastOne(given, "perSecond", usual.perSecond()), atLeastOne(given, "burst", usual.burst())))
                .orElse(usual);
    }

    /** With less nobody would ever get in, not even to change it. */
    private static double atLeastOne(Section section, String name, double usual) {
        double given = section.number(name, usual);
        if (given < 1) {
            throw section.complaint(name, "must be 1 at least");
        }
        return given;
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
