package io.millrace.server.mcp;

import io.millrace.data.Data;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Access;
import io.millrace.server.http.Cancellation;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Reply;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where somebody works: carries out operations of the interface in their name, on an engine here or on one behind a server. */
public interface Desk {
    /** Who works here. */
    Identity identity();

    /** Carries out an operation. What is not possible is a {@link RefusedException}. */
    Reply ask(Call call);

    /** Refuses somebody who has none of the roles for an operation; where there is a log of acts, it shows what was tried. */
    void demand(String operation, Access access);

    /** Something failed that should not: keeps the reason where the operator finds it, and says where. */
    Problem failed(Throwable failure);

    /** The same desk for a call that its caller may cancel: an operation that runs then ends with a refusal. */
    Desk until(Cancellation cancellation);

    /** The JSON that an operation answers with. */
    default Data read(Call call) {
        return ask(call) instanceof Reply.Json json ? json.body() : Data.nothing();
    }

    /**
     * An operation with what it needs. Immutable.
     *
     * @param operation its id in the document of the interface, such as {@code claimWork}
     * @param parameters those of the path and those behind the question mark
     * @param headers by their names in small letters
     */
    record Call(String operation, Map<String, String> parameters, Map<String, String> headers, Data body) {
        public Call {
            parameters = Map.copyOf(parameters);
            headers = Map.copyOf(headers);
        }

        /** An operation without anything. */
        public static Call of(String operation) {
            return new Call(operation, Map.of(), Map.of(), Data.fields());
        }

        /** The same with a parameter, unless it is null. */
        public Call with(String name, @Nullable String value) {
            return value == null ? this : new Call(operation, more(parameters, name, value), headers, body);
        }

        /** The same with a parameter, unless it is nothing. */
        public Call with(String name, Data value) {
            return with(name, value.isNothing() ? null : value instanceof Data.Text text ? text.value() : value.json());
        }

        /** The same with a header, unless it is null. */
        public Call header(String name, @Nullable String value) {
            return value == null ? this : new Call(operation, parameters, more(headers, name, value), body);
        }

        /** The same with a field of the body, unless it is nothing. */
        public Call field(String name, Data value) {
            return value.isNothing() ? this : new Call(operation, parameters, headers, body.with(name, value));
        }

        private static Map<String, String> more(Map<String, String> map, String name, String value) {
            Map<String, String> all = new LinkedHashMap<>(map);
            all.put(name, value);
            return all;
        }
    }
}
