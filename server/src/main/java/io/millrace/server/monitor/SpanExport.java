package io.millrace.server.monitor;

import io.millrace.data.Data;
import io.millrace.server.Version;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Sends spans to a collector: OTLP over HTTP, in JSON. */
final class SpanExport implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final TraceSettings settings;
    private final URI address;
    private final Data resource;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private boolean failing;

    /** How a collector took spans. */
    enum Outcome {
        TAKEN,
        /** They can be sent again. */
        LATER,
        /** They will never be taken. */
        NEVER
    }

    SpanExport(TraceSettings settings, String engine) {
        this.settings = settings;
        String base = settings.collector().toString();
        this.address = URI.create(base.replaceFirst("/+$", "") + (base.endsWith("/v1/traces") ? "" : "/v1/traces"));
        this.resource = Data.fields(
                "attributes",
                Span.attributes(Map.of("service.name", settings.service(), "service.version", Version.number(), "service.instance.id", engine)));
    }

    /** Sends spans once. */
    Outcome send(List<Span> spans) throws InterruptedException {
        Data scope = Data.fields(
                "scope", Data.fields("name", "io.millrace", "version", Version.number()),
                "spans", spans.stream().map(Span::toData).toList());
        Data body = Data.fields("resourceSpans", List.of(Data.fields("resource", resource, "scopeSpans", List.of(scope))));
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.json()));
        settings.headers().forEach(request::header);
        try {
            int status = http.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status >= 200 && status < 300) {
                return said(Outcome.TAKEN, "");
            }
            boolean later = status == 429 || status >= 500 || status == 401 || status == 403 || status == 404;
            return said(later ? Outcome.LATER : Outcome.NEVER, "it answers with status " + status);
        } catch (IOException e) {
            return said(Outcome.LATER, String.valueOf(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()));
        }
    }

    /** Says once that a collector does not take spans, and once that it does again. */
    private Outcome said(Outcome outcome, String why) {
        if (outcome == Outcome.TAKEN && failing) {
            LOG.log(Level.INFO, "The collector of traces {0} takes them again.", address);
        } else if (outcome != Outcome.TAKEN && !failing) {
            LOG.log(Level.WARNING, "The collector of traces {0} does not take them: {1}. They wait in the journal.", new Object[] {address, why});
        }
        failing = outcome != Outcome.TAKEN;
        return outcome;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
