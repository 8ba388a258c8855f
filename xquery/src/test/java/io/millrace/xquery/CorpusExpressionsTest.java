package io.millrace.xquery;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.net.Evaluator;
import io.millrace.net.Evaluator.Scope;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Mapping;
import io.millrace.net.Net;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.net.Variable;
import io.millrace.net.file.NetFile;
import io.millrace.shared.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The expressions of files in the wild, over made-up data of the declared types. */
class CorpusExpressionsTest {
    private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");

    private static Map<String, Specification> files() throws IOException {
        Map<String, Specification> files = new LinkedHashMap<>();
        for (Path file : SharedData.besideTheProject().files("corpora/yawl", ".*\\.(yawl|xml)")) {
            String name = String.valueOf(file.getFileName());
            files.put(name, NetFile.yawl(name, NetFile.text(Files.readAllBytes(file))).orRefuse());
        }
        return files;
    }

    @Test
    void all_expressions_compile_but_the_one_that_calls_an_unknown_function() throws IOException {
        List<String> complaints = new ArrayList<>();
        files().values().forEach(specification -> new XQueryProvider().compile(specification, complaints::add));
        assertThat(complaints).hasSize(1);
        assertThat(complaints.getFirst())
                .startsWith("Net 'top', predicate from 'a-top' to 'b-top': 'random1()' cannot be compiled: ")
                .endsWith(" (YAWL_Specification2.xml:16:13)");
    }

    @Test
    void predicates_and_mappings_of_all_files_give_values_of_their_types() throws IOException {
        int evaluated = 0;
        for (Map.Entry<String, Specification> file : files().entrySet()) {
            Evaluator evaluator = new XQueryProvider().compile(file.getValue(), complaint -> {});
            for (Net net : file.getValue().nets()) {
                Map<String, Data> data = new LinkedHashMap<>();
                for (Variable variable : net.variables()) {
                    data.put(variable.name(), made(variable.shape()));
                }
                Scope scope = new Scope(net.name(), Data.of(data), NOW);
                for (Flow flow : net.flows()) {
                    if (flow.predicate() instanceof Expression.XQuery query && !query.text().equals("random1()")) {
                        evaluator.holds(query, scope);
                        evaluated++;
                    }
                }
                for (NetTask task : net.tasks()) {
                    for (Mapping mapping : task.inputs()) {
                        evaluator.value(mapping.from(), Shape.any(), scope);
                        evaluated++;
                    }
                    for (Mapping mapping : task.outputs()) {
                        Scope back = new Scope(task.decomposition().root(), Data.fields(), NOW);
                        evaluator.value(mapping.from(), Shape.any(), back);
                        evaluated++;
                    }
                }
            }
        }
        assertThat(evaluated).isGreaterThan(400);
    }

    private static Data made(Shape shape) {
        return switch (shape) {
            case Shape.Simple simple -> switch (simple) {
                case ANY, TEXT -> Data.of("some text");
                case NUMBER, INTEGER, DOUBLE -> Data.of(3);
                case TRUTH -> Data.of(true);
                case INSTANT -> Data.of("2026-01-01T00:00:00Z");
                case DURATION -> Data.of("PT1H");
                case DATE -> Data.of("2026-01-01");
            };
            case Shape.ListOf list -> Data.items(made(list.element()), made(list.element()));
            case Shape.MapOf map -> Data.fields("key", made(map.value()));
            case Shape.OneOf choice -> choice.values().getFirst();
            case Shape.OrNothing other -> made(other.shape());
            case Shape.FieldsOf fields -> {
                Map<String, Data> made = new LinkedHashMap<>();
                fields.fields().forEach(field -> made.put(field.name(), made(field.shape())));
                yield Data.of(made);
            }
        };
    }
}
