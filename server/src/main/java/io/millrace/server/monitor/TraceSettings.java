package io.millrace.server.monitor;

import io.millrace.server.config.Section;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where traces go.
 *
 * @param collector the address of a collector that takes OTLP over HTTP, such as {@code http://127.0.0.1:4318}
 * @param service the name under which the collector shows this engine
 * @param headers what the collector wants to see with every request; the values are secrets
 * @param share how much of all cases is traced, from 0 to 1; a case that came with a trace goes by that one
 */
public record TraceSettings(URI collector, String service, Map<String, String> headers, double share) {
    public TraceSettings {
        headers = Map.copyOf(headers);
    }

    /** All cases, under the name {@code millrace}. */
    public static TraceSettings of(URI collector) {
        return new TraceSettings(collector, "millrace", Map.of(), 1);
    }

    /** What a configuration says. */
    public static TraceSettings of(Section section) {
        String collector = section.text("collector");
        URI address;
        try {
            address = URI.create(collector);
        } catch (IllegalArgumentException e) {
            throw section.complaint("collector", "must be an address such as http://127.0.0.1:4318");
        }
        if (address.getHost() == null || !"http".equals(address.getScheme()) && !"https".equals(address.getScheme())) {
            throw section.complaint("collector", "must be an address such as http://127.0.0.1:4318");
        }
        double share = section.number("share", 1);
        if (share > 1) {
            throw section.complaint("share", "must be a number from 0 to 1");
        }
        Map<String, String> headers = new LinkedHashMap<>();
        Optional<String> authorization = section.secret("authorization");
        authorization.ifPresent(value -> headers.put("Authorization", value));
        return new TraceSettings(address, section.optional("service").orElse("millrace"), headers, share);
    }

    /** Does not show secrets. */
    @Override
    public String toString() {
        return "TraceSettings[" + collector + ", " + service + ", " + share + "]";
    }
}
