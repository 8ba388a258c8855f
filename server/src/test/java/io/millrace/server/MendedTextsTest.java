package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Counterexamples that a page plays on a figure, and texts of which it shows the difference. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class MendedTextsTest {
    private static final String UNSOUND = """
            % Who packs must not wait for who bills.
            initial_activity(take).
            and_split(take, [pack, bill]).   % both at once
            xor_join([pack, bill], send).

            final_activity(send).
            work(send, handler(send)).
            """;

    @TempDir
    Path directory;

    private Server server;
    private DocumentClient client;

    @BeforeEach
    void open() throws Exception {
        server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0));
        client = new DocumentClient(server.address(), Map.of());
    }

    @AfterEach
    void close() {
        server.close();
    }

    private static List<Data> list(Data data) {
        return data.asList(Data.class);
    }

    @Test
    void a_fix_changes_the_clause_that_is_wrong_and_nothing_else() throws Exception {
        Data answer = client.call("verifyNet", Data.fields("file", "order.pl", "source", UNSOUND)).good();
        String fixed = list(answer.at("problems")).getFirst().at("fixed").text();
        assertThat(fixed).isEqualTo(UNSOUND.replace("xor_join", "and_join"));
        assertThat(client.call("verifyNet", Data.fields("file", "order.pl", "source", fixed)).good().at("verdict").text()).isEqualTo("sound");
        client.call("deployProcess", Data.fields("file", "order.pl", "source", UNSOUND, "allowUnsound", true)).good();
        Data deployed = client.call("verifyProcess", "process", "order").good();
        assertThat(list(deployed.at("problems")).getFirst().at("fixed").text()).isEqualTo(fixed);
    }

    @Test
    void a_join_that_only_flows_tell_gets_a_fact_of_its_own() throws Exception {
        String source = "initial_activity(a). and_split(a, [b, c]). sequential(b, d). sequential(c, d). final_activity(d).";
        Data problem = list(client.call("verifyNet", Data.fields("file", "x.pl", "source", source)).good().at("problems")).getFirst();
        assertThat(problem.at("fixed").text()).startsWith(source).contains("and_join([b, c], d).");
    }

    @Test
    void only_the_net_that_is_wrong_changes() throws Exception {
        String source = """
                net(top). initial_activity(a). composite(a, sub). final_activity(a).
                net(sub). initial_activity(a). xor_split(a, [(b, data(x, 1)), (c, otherwise)]). and_join([b, c], d). final_activity(d).
                net(other). initial_activity(a). and_split(a, [b, c]). and_join([b, c], d). final_activity(d).
                """;
        Data problem = list(client.call("verifyNet", Data.fields("file", "x.pl", "source", source)).good().at("problems")).getFirst();
        assertThat(problem.at("fixed").text()).isEqualTo(source.replaceFirst("and_join", "xor_join"));
    }

    @Test
    void a_counterexample_is_played_on_the_figure() throws Exception {
        Data problem = list(client.call("verifyNet", Data.fields("file", "order.pl", "source", UNSOUND)).good().at("problems")).getFirst();
        assertThat(list(problem.at("steps"))).extracting(step -> step.at("step").text()).isEqualTo(problem.at("trace").asList(String.class));
        Data first = list(problem.at("steps")).getFirst();
        assertThat(first.at("task").text()).isEqualTo("take");
        assertThat(first.at("marks").at("order")).isEqualTo(Data.fields("c(take,pack)", 1, "c(take,bill)", 1));
        assertThat(problem.at("start").at("order")).isEqualTo(Data.fields("start", 1));
    }

    private record Text(String file, String source) {}

    private static List<Text> texts(Path folder, String... endings) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith)).sorted().toList();
        }
        List<Text> texts = new ArrayList<>();
        for (Path file : files) {
            texts.add(new Text(file.getFileName().toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8)));
        }
        return texts;
    }

    /** Verifies a text; its figure has what its counterexamples name, and its fixes mend it. */
    private void held(Text text) throws Exception {
        Data source = Data.fields("file", text.file(), "source", text.source());
        DocumentClient.Answered answered = client.call("verifyNet", source);
        if (answered.status() != 200 || !answered.body().at("verdict").text().equals("unsound")) {
            return;
        }
        Map<String, Set<String>> names = names(source);
        Set<String> seen = new HashSet<>();
        for (Data problem : list(answered.body().at("problems"))) {
            for (Data step : list(problem.at("steps"))) {
                assertThat(names.getOrDefault(step.at("sheet").text(), Set.of())).as(text.file()).contains(step.at("task").text());
                ((Data.Fields) step.at("marks")).asMap().forEach((sheet, tokens) ->
                        assertThat(names.getOrDefault(sheet, Set.of())).as(text.file()).containsAll(((Data.Fields) tokens).asMap().keySet()));
            }
            assertThat(problem.at("fix").isNothing()).as("%s: a fix is a text, too: %s", text.file(), problem.at("message")).isEqualTo(problem.at("fixed").isNothing());
            if (!problem.at("fixed").isNothing()) {
                String fixed = problem.at("fixed").text();
                if (seen.add(fixed)) {
                    Data again = client.call("verifyNet", Data.fields("file", text.file(), "source", fixed)).good();
                    assertThat(list(again.at("problems"))).as("%s after '%s'", text.file(), problem.at("fix")).isEmpty();
                    assertThat(again.at("verdict").text()).isEqualTo("sound");
                }
            }
        }
    }

    /** The nodes and the marks of edges of each sheet. */
    private Map<String, Set<String>> names(Data source) throws Exception {
        Map<String, Set<String>> names = new HashMap<>();
        for (Data sheet : list(client.call("makeFigure", source).good().at("sheets"))) {
            Set<String> here = names.computeIfAbsent(sheet.at("name").text(), name -> new HashSet<>());
            list(sheet.at("nodes")).forEach(node -> here.add(node.at("id").text()));
            list(sheet.at("edges")).forEach(edge -> here.add(edge.at("mark").text()));
        }
        return names;
    }

    @Test
    void every_fix_of_an_example_is_a_text_that_is_sound() throws Exception {
        for (Text text : texts(Path.of("../examples/nets"), ".pl", ".lola")) {
            held(text);
        }
    }
}
