package io.millrace.server.mcp;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Brief;
import io.millrace.server.http.Schema;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Between our data and the objects of the SDK. What comes in is read by our own reader, with its limits; the SDK's library only turns the
 * parts of a message into the SDK's records, and those into text.
 */
final class Json {
    /** Our data may be deeper than what the library takes otherwise; how deep they are is checked before. */
    private static final int DEPTH = 4 * Data.MAX_DEPTH;

    static final McpJsonMapper MAPPER = new JacksonMcpJsonMapper(JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEPTH).build())
                    .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(DEPTH).build())
                    .build())
            .build());

    private static final String HERE = "\"#/$defs/";
    private static final String THERE = "\"#/components/schemas/";

    private Json() {}

    /** A message, and its parameters as they came. */
    record Message(McpSchema.JSONRPCMessage message, Data params) {}

    /** Reads one message; anything else is refused. */
    static Message message(byte[] content) {
        Data data = parse(content);
        if (data instanceof Data.Items) {
            throw bad("it is a batch");
        }
        if (!(data instanceof Data.Fields)) {
            throw bad("it is not an object");
        }
        if (!data.at("jsonrpc").equals(Data.of("2.0"))) {
            throw bad("its 'jsonrpc' is not \"2.0\"");
        }
        Data method = data.at("method");
        Data params = data.at("params");
        if (!method.isNothing() && !(method instanceof Data.Text) || !params.isNothing() && !(params instanceof Data.Fields)) {
            throw bad("its 'method' must be a text and its 'params' an object");
        }
        Object id = id(data);
        if (method instanceof Data.Text name) {
            return new Message(
                    id == null
                            ? new McpSchema.JSONRPCNotification("2.0", name.value(), plain(params))
                            : new McpSchema.JSONRPCRequest("2.0", name.value(), id, plain(params)),
                    params);
        }
        if (id == null || data.has("result") == data.has("error")) {
            throw bad("it is no request, no notification and no answer");
        }
        return new Message(new McpSchema.JSONRPCResponse("2.0", id, plain(data.at("result")), error(data.at("error"))), Data.nothing());
    }

    private static Data parse(byte[] content) {
        try {
            return Data.parse(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString());
        } catch (DataException e) {
            throw bad("it is not JSON: " + Brief.of(String.valueOf(e.getMessage())));
        } catch (CharacterCodingException e) {
            throw bad("it is not UTF-8");
        }
    }

    private static @Nullable Object id(Data data) {
        if (!data.has("id")) {
            return null;
        }
        return switch (data.at("id")) {
            case Data.Text text when text.value().length() <= 100 -> text.value();
            case Data.Num number when number.isLong() -> number.longValue();
            default -> throw bad("its 'id' must be a whole number or a short text");
        };
    }

    private static McpSchema.JSONRPCResponse.@Nullable JSONRPCError error(Data error) {
        if (error.isNothing()) {
            return null;
        }
        if (!(error.at("code") instanceof Data.Num code) || !code.isLong() || !(error.at("message") instanceof Data.Text message)) {
            throw bad("its 'error' must have a code and a message");
        }
        return new McpSchema.JSONRPCResponse.JSONRPCError((int) code.longValue(), message.value(), null);
    }

    private static RefusedException bad(String what) {
        return new RefusedException(Code.NOT_A_MESSAGE.with(what));
    }

    /** The answer to a request whose parameters the SDK cannot use. */
    static McpSchema.JSONRPCResponse unusable(McpSchema.JSONRPCRequest request) {
        String words = Code.NOT_A_MESSAGE.with("its parameters are not those of '" + Brief.of(request.method()) + "'").message();
        return new McpSchema.JSONRPCResponse(
                "2.0", request.id(), null, new McpSchema.JSONRPCResponse.JSONRPCError(McpSchema.ErrorCodes.INVALID_PARAMS, words, null));
    }

    /** A message as text. */
    static String text(McpSchema.JSONRPCMessage message) {
        try {
            return MAPPER.writeValueAsString(message);
        } catch (IOException e) {
            throw new IllegalStateException("A message cannot be written", e);
        }
    }

    /** Maps, lists, texts, numbers and truths. */
    static @Nullable Object plain(Data data) {
        return switch (data) {
            case Data.Nothing nothing -> null;
            case Data.Truth truth -> truth.value();
            case Data.Num number -> number.isLong() ? (Object) number.longValue() : number.decimal();
            case Data.Text text -> text.value();
            case Data.Items items -> {
                List<@Nullable Object> list = new ArrayList<>();
                items.asList().forEach(each -> list.add(plain(each)));
                yield list;
            }
            case Data.Fields fields -> map(fields);
        };
    }

    /** The fields as a map; empty if it has none. */
    static Map<String, Object> map(Data data) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (data instanceof Data.Fields fields) {
            fields.asMap().forEach((name, value) -> put(map, name, plain(value)));
        }
        return map;
    }

    @SuppressWarnings("NullAway")
    private static void put(Map<String, Object> map, String name, @Nullable Object value) {
        map.put(name, value);
    }

    /** JSON Schema of an object, with everything that it refers to. */
    static Data schema(Schema.Fields form) {
        Map<String, Data> named = new LinkedHashMap<>();
        Data described = form.describe(named);
        Data root = form.name() == null ? described : Objects.requireNonNull(named.remove(form.name()));
        Data whole = named.isEmpty() ? root : root.with("$defs", named);
        return Data.parse(whole.json().replace(THERE, HERE));
    }

    /** The same for the input of a tool. */
    static McpSchema.JsonSchema input(Schema.Fields form) {
        Data schema = schema(form);
        List<String> required = schema.at("required").isNothing() ? List.of() : schema.at("required").asList(String.class);
        return new McpSchema.JsonSchema("object", map(schema.at("properties")), required, false, schema.has("$defs") ? map(schema.at("$defs")) : null, null);
    }
}
