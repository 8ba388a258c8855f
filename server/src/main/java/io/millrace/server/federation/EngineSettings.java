package io.millrace.server.federation;

import io.millrace.Millrace;
import io.millrace.server.config.Section;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Another engine.
 *
 * @param url where its server is, such as {@code https://bank.example:8088}
 * @param key the API key that its server has given this one, or null if that asks for none
 * @param tenant the tenant there, for a server that asks for no key; null for the usual one
 * @param tenants the tenants here whose cases may use it
 * @param processes the processes there that may be used; empty for all
 * @param naming whether to say on whose behalf a case is started
 * @param timeout how long to wait for an answer
 */
public record EngineSettings(
        String url,
        @Nullable String key,
        @Nullable String tenant,
        Set<String> tenants,
        Set<String> processes,
        boolean naming,
        Duration timeout) {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    public EngineSettings {
        tenants = Set.copyOf(tenants);
        processes = Set.copyOf(processes);
    }

    /** A server that asks for no key. */
    public static EngineSettings at(String url) {
        return new EngineSettings(url, null, null, Set.of(Millrace.TENANT), Set.of(), true, TIMEOUT);
    }

    /** The same with a key. */
    public EngineSettings key(String secret) {
        return new EngineSettings(url, secret, tenant, tenants, processes, naming, timeout);
    }

    /** The same for the cases of some tenants here. */
    public EngineSettings forTenants(String... here) {
        return new EngineSettings(url, key, tenant, Set.of(here), processes, naming, timeout);
    }

    /** The same for some processes there only. */
    public EngineSettings only(String... there) {
        return new EngineSettings(url, key, tenant, tenants, Set.of(there), naming, timeout);
    }

    /** The same with another time to wait for an answer. */
    public EngineSettings timeout(Duration most) {
        return new EngineSettings(url, key, tenant, tenants, processes, naming, most);
    }

    static EngineSettings of(Section section) {
        List<String> tenants = section.list("tenants");
        return new EngineSettings(
                section.text("url"),
                section.secret("key").orElse(null),
                section.optional("tenant").orElse(null),
                tenants.isEmpty() ? Set.of(Millrace.TENANT) : Set.copyOf(tenants),
                Set.copyOf(section.list("processes")),
                section.truth("onBehalfOf", true),
                section.duration("timeout", TIMEOUT));
    }

    /** Without the key. */
    @Override
    public String toString() {
        return url;
    }
}
