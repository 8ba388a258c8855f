package io.millrace.server.mcp;

import io.millrace.data.Data;
import io.millrace.server.http.Access;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Something that a program can read by its address.
 *
 * @param uri with parameters in braces, if it is one for many
 * @param access who may read it: that of its operation
 * @param operation the operation of the interface that it carries out
 * @param fixed parameters of the operation that are always the same
 */
record Resource(
        String uri, String name, String title, String about, String type, Access access, String operation, Map<String, String> fixed) {
    private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");

    /** All of them. */
    static final List<Resource> ALL = List.of(
            new Resource(
                    "millrace://processes",
                    "processes",
                    "Processes",
                    "The newest version of each process, the first 1,000",
                    "application/json",
                    Access.READ_PROCESSES,
                    "listProcesses",
                    Map.of("limit", "1000")),
            new Resource(
                    "millrace://processes/{process}/picture",
                    "process_picture",
                    "Picture of a process",
                    "A process, drawn",
                    "image/svg+xml",
                    Access.READ_PROCESSES,
                    "drawProcess",
                    Map.of()),
            new Resource(
                    "millrace://processes/{process}/source",
                    "process_source",
                    "Text of a process",
                    "The text that a process was deployed from, with its rules",
                    "text/plain",
                    Access.READ_PROCESSES,
                    "getSource",
                    Map.of()),
            new Resource(
                    "millrace://processes/{process}/verdict",
                    "process_verdict",
                    "Proof of a process",
                    "What is proved of a process and its rules, and what is worth knowing about it",
                    "application/json",
                    Access.READ_PROCESSES,
                    "getVerdict",
                    Map.of()),
            new Resource(
                    "millrace://processes/{process}/form",
                    "process_form",
                    "Form of a process",
                    "The JSON Schema of what a case of a process starts with",
                    "application/json",
                    Access.READ_PROCESSES,
                    "getStartForm",
                    Map.of()),
            new Resource(
                    "millrace://work/{work}/form",
                    "work_form",
                    "Form of a work item",
                    "A work item, and the JSON Schema of its output",
                    "application/json",
                    Access.READ_WORK,
                    "getWorkForm",
                    Map.of()),
            new Resource(
                    "millrace://cases/{case}",
                    "case",
                    "Case",
                    "A case with everything in it",
                    "application/json",
                    Access.READ_CASES,
                    "getCase",
                    Map.of()),
            new Resource(
                    "millrace://cases/{case}/picture",
                    "case_picture",
                    "Picture of a case",
                    "The process of a case, drawn with the case's tokens; for a participant, those of their own work",
                    "image/svg+xml",
                    Access.FOLLOW_CASES,
                    "drawCase",
                    Map.of()),
            new Resource(
                    "millrace://cases/{case}/history",
                    "case_history",
                    "History of a case",
                    "What happened in a case and its sub-cases, the latest 1,000 events first; for a participant, to their own work",
                    "application/json",
                    Access.FOLLOW_CASES,
                    "getCaseHistory",
                    Map.of("newestFirst", "true", "limit", "1000")));

    Resource {
        fixed = Map.copyOf(fixed);
    }

    /** Whether it is one for many. */
    boolean isTemplate() {
        return uri.contains("{");
    }

    /** The names of its parameters. */
    List<String> parameters() {
        List<String> names = new ArrayList<>();
        Matcher matcher = PARAMETER.matcher(uri);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /** The operation for an address, or null if it is not of this resource. */
    Desk.@Nullable Call call(String address) {
        StringBuilder pattern = new StringBuilder();
        int end = 0;
        Matcher matcher = PARAMETER.matcher(uri);
        while (matcher.find()) {
            pattern.append(Pattern.quote(uri.substring(end, matcher.start()))).append("([^/?#]+)");
            end = matcher.end();
        }
        Matcher values = Pattern.compile(pattern + Pattern.quote(uri.substring(end))).matcher(address);
        if (!values.matches()) {
            return null;
        }
        Map<String, String> all = new LinkedHashMap<>(fixed);
        int group = 1;
        for (String name : parameters()) {
            // A plus is a plus here: this is a path.
            all.put(name, URLDecoder.decode(values.group(group++).replace("+", "%2B"), StandardCharsets.UTF_8));
        }
        return new Desk.Call(operation, all, Map.of(), Data.fields());
    }
}
