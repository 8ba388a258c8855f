package io.millrace.server.channel.call;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.channel.Template;
import io.millrace.server.channel.Values;
import io.millrace.server.config.Section;
import io.millrace.work.Handler;
import io.millrace.work.Work;
import io.millrace.work.WorkFailure;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Automatic work that a service does: one HTTP request for each attempt, whose answer is the output. The request has the id of the work
 * item as its idempotency key, so that a service can recognise a repeat.
 *
 * <p>What fails for now (no connection, no answer in time, 408, 429, 5xx) is tried again as the task's retry policy says; every other
 * answer fails the work at once. A message of a failure names the address without its query and the status, and nothing that was sent or
 * received.
 */
public final class HttpChannel {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);
    private static final Duration BEAT = Duration.ofSeconds(1);
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");
    private static final Set<String> OWN = Set.of(
            "host", "connection", "content-length", "transfer-encoding", "accept-encoding", "upgrade", "te", "trailer", "idempotency-key", "traceparent", "expect");

    private final String method;
    private final Template url;
    private final Map<String, Template> headers;
    private final Map<String, String> secrets;
    private final Data body;
    private final Duration timeout;
    private final int mostBytes;
    private final boolean ignoresAnswer;
    private final Semaphore slots;
    private final Outgoing outgoing;

    private HttpChannel(Section section, Outgoing outgoing) {
        this.outgoing = outgoing;
        this.method = section.optional("method").orElse("POST");
        if (!METHODS.contains(method)) {
            throw section.complaint("method", "must be one of GET, POST, PUT, PATCH and DELETE");
        }
        this.url = template(section, "url", section.text("url"));
        checkUrl(section);
        this.headers = new LinkedHashMap<>();
        section.texts("headers").forEach((name, value) -> {
            if (!isPlain(value)) {
                throw section.complaint("headers/" + name, "has characters that a header cannot have");
            }
            headers.put(header(section, "headers", name), template(section, "headers/" + name, value));
        });
        this.secrets = new LinkedHashMap<>();
        section.secrets("secretHeaders").forEach((name, value) -> {
            if (!isPlain(value)) {
                throw section.complaint("secretHeaders/" + name, "has characters that a header cannot have");
            }
            secrets.put(header(section, "secretHeaders", name), value);
        });
        this.body = section.data("body");
        checkBody(section, body);
        this.timeout = section.duration("timeout", Duration.ofSeconds(30));
        this.mostBytes = section.whole("largestAnswer", 1 << 20, 1, 64 << 20);
        String answer = section.optional("answer").orElse("json");
        if (!Set.of("json", "ignored").contains(answer)) {
            throw section.complaint("answer", "must be json or ignored");
        }
        this.ignoresAnswer = answer.equals("ignored");
        this.slots = new Semaphore(section.whole("atOnce", 64, 1, 10_000));
    }

    /** Reads a channel of the kind {@code http}. */
    public static HttpChannel of(Section section, Outgoing outgoing) {
        return new HttpChannel(section, outgoing);
    }

    private static Template template(Section section, String name, String text) {
        try {
            return Template.parse(text);
        } catch (IllegalArgumentException e) {
            throw section.complaint(name, String.valueOf(e.getMessage()));
        }
    }

    private static String header(Section section, String place, String name) {
        if (!name.matches("[A-Za-z0-9-]{1,100}") || OWN.contains(name.toLowerCase(Locale.ROOT))) {
            throw section.complaint(place + "/" + name, "is no header that a channel can set");
        }
        return name;
    }

    /** A value may not change which host is called: placeholders stand behind it. The rest is checked with the values. */
    private void checkUrl(Section section) {
        String prefix = url.prefix();
        boolean whole = url.names().isEmpty();
        if (!whole && !prefix.matches("https?://[^/?#{}@\\\\]+/.*")) {
            throw section.complaint("url", "must have its placeholders behind the host: https://host/path/{name}");
        }
        try {
            outgoing.allowed().check(whole ? prefix : prefix.replaceFirst("[?].*", ""));
        } catch (RefusedException e) {
            throw section.complaint("url", "cannot be called: " + e.getMessage());
        }
    }

    private static void checkBody(Section section, Data part) {
        switch (part) {
            case Data.Text text -> template(section, "body", text.value());
            case Data.Items items -> items.asList().forEach(each -> checkBody(section, each));
            case Data.Fields fields -> fields.asMap().values().forEach(each -> checkBody(section, each));
            case Data.Num number -> {}
            case Data.Truth truth -> {}
            case Data.Nothing nothing -> {}
        }
    }

    /**
     * Does the work of a task by calls.
     *
     * @param trace the trace context for the service
     */
    public Handler handler(Function<Work, Optional<String>> trace) {
        return work -> {
            slots.acquire();
            try {
                return call(work, trace.apply(work));
            } finally {
                slots.release();
            }
        };
    }

    private Object call(Work work, Optional<String> trace) throws Exception {
        Outgoing.Request request;
        try {
            request = request(work, trace);
        } catch (RefusedException | IllegalArgumentException e) {
            throw new WorkFailure(e.getMessage());
        }
        String shown = method + " " + AllowList.shown(request.url().toString());
        Outgoing.Response response;
        try {
            response = outgoing.send(request);
        } catch (Outgoing.TooLarge e) {
            throw new WorkFailure(Code.CALL_FAILED.with(shown, String.valueOf(e.getMessage())).message());
        } catch (RefusedException e) {
            throw new WorkFailure(e.getMessage());
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException("the call was recalled");
            }
            throw new IOException(Code.CALL_FAILED.with(shown, reason(e)).message());
        }
        return output(work, shown, response);
    }

    private static String reason(IOException e) {
        String message = e.getMessage() == null ? "" : e.getMessage();
        return e.getClass() == IOException.class ? message : e.getClass().getSimpleName() + (message.isEmpty() ? "" : ": " + message);
    }

    private Outgoing.Request request(Work work, Optional<String> trace) {
        Values values = Values.of(work);
        URI target = outgoing.allowed().check(url.expand(values, "an address", HttpChannel::inAddress));
        Map<String, String> all = new LinkedHashMap<>();
        all.put("Accept", "application/json");
        headers.forEach((name, value) -> all.put(name, inHeader(name, value.line(values, "a header"))));
        all.putAll(secrets);
        all.put("Idempotency-Key", work.tenant().equals(Millrace.TENANT) ? work.id().toString() : work.tenant() + ":" + work.id());
        trace.filter(context -> context.matches("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}.{0,100}")).ifPresent(context -> all.put("traceparent", context));
        byte[] content = new byte[0];
        if (!method.equals("GET") && !method.equals("DELETE")) {
            content = (body.isNothing() ? work.input() : filled(body, values)).json().getBytes(StandardCharsets.UTF_8);
            all.putIfAbsent("Content-Type", "application/json");
        }
        return new Outgoing.Request(method, target, all, content, timeout, mostBytes);
    }

    private static String inHeader(String name, String value) {
        if (!isPlain(value)) {
            throw new RefusedException(Code.BAD_VALUE.with(name, "a header", "it has characters that a header cannot have"));
        }
        return value;
    }

    private static boolean isPlain(String value) {
        return value.chars().allMatch(c -> c >= ' ' && c <= 126);
    }

    /** A value as one step of a path or one part of a query, whatever characters it has. */
    private static String inAddress(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static Data filled(Data part, Values values) {
        return switch (part) {
            case Data.Text text -> {
                Template template = Template.parse(text.value());
                yield template.isHole()
                        ? values.of(template.names().getFirst())
                        : Data.of(template.expand(values, "the body of a call", value -> value));
            }
            case Data.Items items -> Data.of(items.asList().stream().map(each -> filled(each, values)).toList());
            case Data.Fields fields -> {
                Data all = Data.fields();
                for (Map.Entry<String, Data> each : fields.asMap().entrySet()) {
                    all = all.with(each.getKey(), filled(each.getValue(), values));
                }
                yield all;
            }
            case Data.Num number -> number;
            case Data.Truth truth -> truth;
            case Data.Nothing nothing -> nothing;
        };
    }

    private Object output(Work work, String shown, Outgoing.Response response) throws IOException, WorkFailure, InterruptedException {
        int status = response.status();
        if (status >= 200 && status < 300) {
            return ignoresAnswer ? Data.fields() : read(shown, response);
        }
        String failure = Code.CALL_FAILED.with(shown, "it was answered with status " + status).message();
        if (status == 408 || status == 429 || status >= 500) {
            await(work, response);
            throw new IOException(failure);
        }
        throw new WorkFailure(failure);
    }

    private static Data read(String shown, Outgoing.Response response) throws WorkFailure {
        if (response.body().length == 0) {
            return Data.fields();
        }
        String type = response.headers().getOrDefault("content-type", "").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!type.equals("application/json") && !type.endsWith("+json")) {
            throw new WorkFailure(Code.CALL_FAILED.with(shown, "the answer is not JSON").message());
        }
        try {
            return Data.parse(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(response.body())).toString());
        } catch (DataException | CharacterCodingException e) {
            throw new WorkFailure(Code.CALL_FAILED.with(shown, "the answer is not JSON").message());
        }
    }

    /** A service that says how long to wait is not asked again before, within reason; the policy of the task adds its own wait. */
    private static void await(Work work, Outgoing.Response response) throws InterruptedException {
        String after = response.headers().getOrDefault("retry-after", "");
        if (!after.matches("\\d{1,9}")) {
            return;
        }
        Duration wait = Duration.ofSeconds(Long.parseLong(after));
        wait = wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
        for (Duration left = wait; left.isPositive(); left = left.minus(BEAT)) {
            work.heartbeat();
            Thread.sleep(left.compareTo(BEAT) < 0 ? left : BEAT);
        }
    }
}
