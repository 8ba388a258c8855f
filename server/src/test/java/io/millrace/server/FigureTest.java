package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a page needs to draw processes and cases itself. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class FigureTest {
    private static final Path EXAMPLES = Path.of("../examples");
    private static final String ORDER =
            "initial_activity(take). and_split(take, [pack, bill]). and_join([pack, bill], send). final_activity(send). cancels(send, [pack]).";

    private static final String INNER = "net(inner). initial_activity(step). final_activity(step).\n";
    private static final String OUTER = "initial_activity(do). composite(do, inner). sequential(do, after). final_activity(after).\n";
    private static final String NESTED = OUTER + INNER;
    private static final String MANY = OUTER + "multiple(do, 300, 300, 300, static).\n" + INNER;

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

    private static String example(String name) throws IOException {
        return Files.readString(EXAMPLES.resolve(name));
    }

    private Data deploy(String file, String source) throws Exception {
        return client.call("deployProcess", Data.fields("file", file, "source", source)).good();
    }

    private String start(String process) throws Exception {
        return client.call("startCase", Data.fields("process", process)).good().at("case").text();
    }

    private static List<Data> list(Data data) {
        return data.asList(Data.class);
    }

    private static Data node(Data sheet, String id) {
        return list(sheet.at("nodes")).stream().filter(node -> node.at("id").text().equals(id)).findFirst().orElseThrow();
    }

    @Test
    void a_net_has_the_structure_of_its_picture() throws Exception {
        deploy("order.pl", ORDER);
        Data figure = client.call("getFigure", "process", "order").good();
        Data sheet = list(figure.at("sheets")).getFirst();
        assertThat(node(sheet, "take").at("split").text()).isEqualTo("and");
        assertThat(node(sheet, "send").at("join").text()).isEqualTo("and");
        assertThat(node(sheet, "take").at("signs").asList(String.class)).containsExactly("person");
        assertThat(list(sheet.at("edges"))).anySatisfy(edge -> {
            assertThat(edge.at("from").text()).isEqualTo("take");
            assertThat(edge.at("to").text()).isEqualTo("pack");
            assertThat(edge.at("mark").text()).isEqualTo("c(take,pack)");
        });
        assertThat(list(sheet.at("regions")).getFirst().at("owner").text()).isEqualTo("send");
        assertThat(client.call("makeFigure", Data.fields("file", "order.pl", "source", ORDER)).good()).isEqualTo(figure);
        assertThat(client.call("getFigure", "process", "order", "version", 1).good()).isEqualTo(figure);
    }

    @Test
    void every_language_has_a_figure() throws Exception {
        deploy("claim.pl", Secured.CLAIM);
        Data program = list(client.call("getFigure", "process", "claim").good().at("sheets")).getFirst();
        assertThat(list(program.at("nodes"))).anySatisfy(node -> assertThat(node.at("shape").text()).isEqualTo("box"));
        deploy("travel.deps", example("rules/travel.deps"));
        Data rules = list(client.call("getFigure", "process", "travel").good().at("sheets")).getFirst();
        assertThat(list(rules.at("nodes"))).extracting(node -> node.at("id").text()).containsExactlyInAnyOrder("buy", "book", "cancel");
        assertThat(list(rules.at("edges"))).anySatisfy(edge -> {
            assertThat(edge.at("label").text()).contains("book_first");
            assertThat(edge.at("dashed").truth()).isTrue();
        });
        assertThat(list(rules.at("regions"))).anySatisfy(region -> assertThat(region.at("meaning").text()).contains("'undo'"));
        client.call("drawProcess", "process", "travel").good();
        server.mill().deploy(ActivityProcess.named("pay", Activities.call("pay").input("amount").result("payment")));
        assertThat(list(client.call("getFigure", "process", "pay").good().at("sheets"))).hasSize(1);
        Data plain = client.call("makeFigure", Data.fields("file", "order.lola", "source", example("nets/order.lola"))).good();
        assertThat(list(list(plain.at("sheets")).getFirst().at("nodes"))).isNotEmpty();
    }

    @Test
    void every_example_has_a_figure_whose_edges_join_its_nodes() throws Exception {
        for (String folder : List.of("nets", "prolog", "rules")) {
            List<Path> files;
            try (var all = Files.list(EXAMPLES.resolve(folder))) {
                files = all.filter(file -> file.toString().matches(".*\\.(pl|deps|yawl|lola)")).toList();
            }
            for (Path file : files) {
                DocumentClient.Answered answered =
                        client.call("makeFigure", Data.fields("file", file.getFileName().toString(), "source", Files.readString(file)));
                if (answered.status() != 200) {
                    assertThat(answered.code()).as(file + ": " + answered.body()).isIn("MR-2039", "MR-3001");
                    continue;
                }
                for (Data sheet : list(answered.body().at("sheets"))) {
                    List<String> nodes = list(sheet.at("nodes")).stream().map(node -> node.at("id").text()).toList();
                    assertThat(nodes).doesNotHaveDuplicates();
                    for (Data edge : list(sheet.at("edges"))) {
                        assertThat(nodes).as("%s %s", file, edge).contains(edge.at("from").text(), edge.at("to").text());
                    }
                }
            }
        }
    }

    @Test
    void what_has_no_figure_is_refused_as_elsewhere() throws Exception {
        assertThat(client.call("getFigure", "process", "none").status()).isEqualTo(404);
        deploy("order.pl", ORDER);
        assertThat(client.call("getFigure", "process", "order", "version", Integer.MAX_VALUE).status()).isEqualTo(404);
        assertThat(client.call("getFigure", "process", "order", "version", 0).code()).isEqualTo("MR-8001");
        Data wrong = Data.fields("file", "x.pl", "source", "initial_activity(a");
        DocumentClient.Answered refused = client.call("makeFigure", wrong);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.code()).isEqualTo(client.call("proveProcess", wrong).code());
        assertThat(client.call("makeFigure", Data.fields("file", "x.pnml", "source", "<pnml>")).status()).isEqualTo(422);
        assertThat(client.call("makeFigure", Data.fields("file", "x.txt", "source", "hello")).status()).isBetween(400, 499);
        assertThat(client.with("Millrace-Tenant", "other").call("getFigure", "process", "order").status()).isEqualTo(404);
    }

    /** The work item of a task that is open in a case. */
    private String open(String id, String task) throws Exception {
        return list(client.call("getCase", "case", id).good().at("work")).stream()
                .filter(item -> item.at("task").text().equals(task))
                .map(item -> item.at("work").text())
                .findFirst()
                .orElseThrow();
    }

    private void complete(String id, String task) throws Exception {
        client.call("completeWork", Data.fields("output", Data.fields()), "work", open(id, task)).good();
    }

    @Test
    void a_case_says_where_its_tokens_are_on_the_figure_now_and_then() throws Exception {
        deploy("order.pl", ORDER);
        String id = start("order");
        String before = java.time.Instant.now().toString();
        complete(id, "take");
        String sheet = list(client.call("getFigure", "process", "order").good().at("sheets")).getFirst().at("name").text();
        assertThat(client.call("getCase", "case", id).good().at("marks"))
                .isEqualTo(Data.fields(sheet, Data.fields("c(take,pack)", 1, "c(take,bill)", 1)));
        Data then = client.call("getCase", "case", id, "at", before).good();
        assertThat(((Data.Fields) then.at("marks").at(sheet)).asMap()).hasSize(1).doesNotContainKey("c(take,pack)");
        complete(id, "pack");
        complete(id, "bill");
        complete(id, "send");
        Data over = client.call("getCase", "case", id).good();
        assertThat(over.at("marks")).isEqualTo(Data.fields());
        assertThat(over.has("parent")).isFalse();
        assertThat(client.call("getCase", "case", id, "at", before).good().at("marks")).isEqualTo(then.at("marks"));
    }

    @Test
    void cases_of_every_language_have_marks_on_nodes_of_their_figure() throws Exception {
        deploy("claim.pl", Secured.CLAIM);
        deploy("travel.deps", example("rules/travel.deps"));
        server.mill().deploy(ActivityProcess.named("pay", Activities.call("pay").input("amount").result("payment")));
        for (String process : List.of("claim", "travel", "pay")) {
            Data input = process.equals("pay") ? Data.fields("amount", 1) : Data.fields();
            String id = client.call("startCase", Data.fields("process", process, "input", input)).good().at("case").text();
            Data sheet = list(client.call("getFigure", "process", process).good().at("sheets")).getFirst();
            Data marks = client.call("getCase", "case", id).good().at("marks");
            List<String> nodes = list(sheet.at("nodes")).stream().map(node -> node.at("id").text()).toList();
            assertThat(((Data.Fields) marks.at(sheet.at("name").text())).asMap().keySet()).as(process).isNotEmpty().isSubsetOf(nodes);
        }
    }

    @Test
    void sub_cases_are_linked_both_ways_and_have_marks_on_their_own_sheet() throws Exception {
        deploy("nested.pl", NESTED);
        String id = start("nested");
        Data details = client.call("getCase", "case", id).good();
        Data child = list(details.at("children")).getFirst();
        assertThat(child.at("process").text()).isEqualTo("nested/inner");
        assertThat(child.at("task").text()).isEqualTo("do");
        assertThat(child.at("state").text()).isEqualTo("running");
        Data marks = details.at("marks");
        assertThat(marks.at("inner").isNothing()).as(marks.json()).isFalse();
        String sub = child.at("case").text();
        Data inside = client.call("getCase", "case", sub).good();
        assertThat(inside.at("parent").text()).isEqualTo(id);
        assertThat(inside.at("marks")).as("only its own sheet").isEqualTo(Data.fields("inner", marks.at("inner")));
        String seen = java.time.Instant.now().toString();
        complete(sub, "step");
        assertThat(client.call("getCase", "case", sub).good().at("state").text()).isEqualTo("completed");
        assertThat(list(client.call("getCase", "case", id).good().at("children"))).isEmpty();
        assertThat(list(client.call("getCase", "case", id, "at", seen).good().at("children"))).containsExactly(child);
        List<Data> all = list(client.call("listCases", "parent", id, "count", true).good().at("items"));
        assertThat(all).extracting(each -> each.at("case").text()).containsExactly(sub);
        assertThat(list(client.call("listCases", "parent", id, "process", "nested/inner", "state", "running").good().at("items"))).isEmpty();
        assertThat(list(client.call("listCases", "parent", id, "at", seen).good().at("items")).getFirst().at("state").text()).isEqualTo("running");
        assertThat(list(client.call("listCases", "parent", sub).good().at("items"))).isEmpty();
        assertThat(list(client.call("listCases", "parent", "99.1.2").good().at("items"))).isEmpty();
        assertThat(client.call("listCases", "parent", "x").status()).isEqualTo(400);
        assertThat(list(client.with("Millrace-Tenant", "other").call("listCases", "parent", id).good().at("items"))).isEmpty();
    }

    @Test
    void a_case_of_very_many_sub_cases_is_shown_with_a_bounded_part_of_them() throws Exception {
        deploy("many.pl", MANY);
        String id = start("many");
        Data details = client.call("getCase", "case", id).good();
        assertThat(list(details.at("subCases"))).hasSize(300);
        assertThat(list(details.at("children"))).hasSize(200);
        assertThat(details.at("marksPartial").truth()).isTrue();
        Data then = client.call("getCase", "case", id, "at", "2200-01-01T00:00:00Z").good();
        assertThat(then.at("marks")).isEqualTo(details.at("marks"));
        assertThat(client.call("listCases", "parent", id, "count", true, "limit", 7).good().at("count").asInt()).isEqualTo(300);
    }

    private static String instant(Data micros) {
        long value = ((Data.Num) micros).asLong();
        return java.time.Instant.ofEpochSecond(Math.floorDiv(value, 1_000_000), Math.floorMod(value, 1_000_000) * 1_000L).toString();
    }

    private static List<String> kinds(Data timeline) {
        List<String> legend = timeline.at("legend").asList(String.class);
        return timeline.at("kinds").asList(Integer.class).stream().map(legend::get).toList();
    }

    @Test
    void a_timeline_says_what_happened_in_each_turn_and_when_to_look() throws Exception {
        deploy("choice.pl", "initial_activity(ask). xor_split(ask, [(yes, data(ok, true)), (no, otherwise)]). final_activity(yes). final_activity(no).");
        String id = start("choice");
        client.call("changeData", Data.fields("name", "ok", "value", true), "case", id).good();
        client.call("suspendCase", "case", id).good();
        client.call("resumeCase", "case", id).good();
        client.call("claimWork", "work", id + "#1").good();
        client.call("startWork", "work", id + "#1").good();
        complete(id, "ask");
        complete(id, "yes");
        Data timeline = client.call("getTimeline", "case", id).good();
        assertThat(kinds(timeline)).containsExactly(
                "started", "data changed", "suspended", "resumed", "claimed", "work started", "decision", "ended");
        assertThat(timeline.at("complete").truth()).isTrue();
        List<Integer> tasks = timeline.at("tasks").asList(Integer.class);
        assertThat(tasks.get(4)).isEqualTo(timeline.at("names").asList(String.class).indexOf("ask"));
        assertThat(tasks.get(0)).isEqualTo(-1);
        List<Data> at = list(timeline.at("at"));
        assertThat(client.call("getCase", "case", id, "at", instant(at.get(2))).good().at("state").text()).isEqualTo("suspended");
        assertThat(client.call("getCase", "case", id, "at", instant(at.get(3))).good().at("state").text()).isEqualTo("running");
        Data decided = client.call("getCase", "case", id, "at", instant(at.get(6))).good();
        assertThat(list(decided.at("work"))).extracting(item -> item.at("task").text()).containsExactly("yes");
        int events = timeline.at("events").asList(Integer.class).stream().mapToInt(Integer::intValue).sum();
        assertThat(client.call("getCaseHistory", "case", id, "count", true).good().at("count").asInt()).isEqualTo(events);
        int third = timeline.at("turns").asList(Integer.class).get(2);
        Data rest = client.call("getTimeline", "case", id, "from", third).good();
        assertThat(kinds(rest)).hasSize(6).startsWith("suspended");
        assertThat(kinds(client.call("getTimeline", "case", id, "from", Integer.MAX_VALUE).good())).isEmpty();
    }

    @Test
    void turns_of_one_instant_are_shown_after_the_last_of_them() throws Exception {
        deploy("nested.pl", NESTED);
        String id = start("nested");
        String sub = id + ".1";
        complete(sub, "step");
        Data whole = client.call("getTimeline", "case", id).good();
        Data part = client.call("getTimeline", "case", sub).good();
        assertThat(kinds(part)).startsWith("started").endsWith("ended");
        assertThat(whole.at("turns").asList(Integer.class)).containsAll(part.at("turns").asList(Integer.class));
        List<Long> at = whole.at("at").asList(Long.class);
        assertThat(at).isSorted();
        for (Data instant : list(whole.at("at"))) {
            client.call("getCase", "case", id, "at", instant(instant)).good();
        }
    }

    @Test
    void a_history_is_read_from_a_turn_or_an_instant_in_both_orders() throws Exception {
        deploy("order.pl", ORDER);
        String id = start("order");
        complete(id, "take");
        complete(id, "pack");
        complete(id, "bill");
        Data timeline = client.call("getTimeline", "case", id).good();
        int turn = timeline.at("turns").asList(Integer.class).get(1);
        String instant = instant(list(timeline.at("at")).get(1));
        for (Object from : List.of(turn, instant)) {
            List<Data> later = list(client.call("getCaseHistory", "case", id, "from", from).good().at("items"));
            List<Data> earlier = list(client.call("getCaseHistory", "case", id, "from", from, "newestFirst", true).good().at("items"));
            assertThat(later.getFirst().at("id").text()).as("from %s", from).endsWith("/" + turn + "/1");
            assertThat(earlier.getFirst().at("id").text()).contains("/" + turn + "/");
            assertThat(earlier.getLast().at("id").text()).endsWith("/1/1");
        }
        Data page = client.call("getCaseHistory", "case", id, "from", turn, "limit", 1, "count", true).good();
        Data next = client.call("getCaseHistory", "case", id, "cursor", page.at("cursor").text(), "limit", 1).good();
        assertThat(list(next.at("items")).getFirst().at("id").text()).endsWith("/" + turn + "/2");
        assertThat(list(client.call("getCaseHistory", "case", id, "from", "2000-01-01T00:00:00Z", "newestFirst", true).good().at("items"))).isEmpty();
        assertThat(list(client.call("getCaseHistory", "case", id, "from", "2200-01-01T00:00:00Z").good().at("items"))).isEmpty();
        int all = client.call("getCaseHistory", "case", id, "count", true).good().at("count").asInt();
        assertThat(client.call("getCaseHistory", "case", id, "from", "2000-01-01T00:00:00Z", "count", true).good().at("count").asInt()).isEqualTo(all);
        assertThat(client.call("getCaseHistory", "case", id, "from", 0, "count", true).good().at("count").asInt()).isEqualTo(all);
        assertThat(client.call("getCaseHistory", "case", id, "from", "yesterday").code()).isEqualTo("MR-8001");
        assertThat(client.call("getCaseHistory", "case", id, "from", "-1").code()).isEqualTo("MR-8001");
        assertThat(list(client.call("getCaseHistory", "case", id, "from", "999999999999999999").good().at("items"))).isEmpty();
        assertThat(client.call("getCaseHistory", "case", id, "from", turn, "cursor", "1").code()).isEqualTo("MR-8001");
        assertThat(client.call("getTimeline", "case", "99").code()).isEqualTo("MR-1003");
        assertThat(client.call("getTimeline", "case", id + ".7").code()).isEqualTo("MR-1003");
        assertThat(client.call("getTimeline", "case", "x").status()).isEqualTo(400);
        assertThat(client.call("getTimeline", "case", id, "from", 0).code()).isEqualTo("MR-8001");
        assertThat(client.with("Millrace-Tenant", "other").call("getTimeline", "case", id).code()).isEqualTo("MR-1003");
    }

    @Test
    void versions_are_compared_by_their_figures() throws Exception {
        deploy("order.pl", ORDER);
        deploy("order.pl", "initial_activity(take). xor_split(take, [(pack, data(x, 1)), (bill, otherwise)]). xor_join([pack, bill], send)."
                + " sequential(send, thank). final_activity(thank). cancels(send, [bill]). work(pack, handler(robot)).");
        Data difference = client.call("compareVersions", "process", "order", "from", 1, "to", 2).good();
        List<Data> changes = list(list(difference.at("sheets")).getFirst().at("changes"));
        assertThat(changes).extracting(change -> change.at("message").text()).contains(
                "Join of 'send' was AND, is XOR.",
                "Split of 'take' was AND, is XOR.",
                "Task 'thank' is new.",
                "Flow from 'send' to 'thank' is new.",
                "Region of 'send' also has 'bill' and no longer has 'pack'.");
        assertThat(changes).anySatisfy(change -> {
            assertThat(change.at("what").text()).isEqualTo("edge");
            assertThat(change.at("change").text()).isEqualTo("changed");
            assertThat(change.at("mark").text()).isEqualTo("c(take,bill)");
        });
        assertThat(client.call("compareVersions", "process", "order").good()).isEqualTo(difference);
        assertThat(list(client.call("compareVersions", "process", "order", "from", 2, "to", 2).good().at("sheets"))).isEmpty();
        Data back = client.call("compareVersions", "process", "order", "from", 2, "to", 1).good();
        assertThat(list(list(back.at("sheets")).getFirst().at("changes"))).extracting(change -> change.at("message").text()).contains("Task 'thank' is gone.");
        assertThat(client.call("compareVersions", "process", "order", "from", 1, "to", 9).status()).isEqualTo(404);
        assertThat(client.call("compareVersions", "process", "none").status()).isEqualTo(404);
        assertThat(client.call("compareVersions", "process", "order", "from", 0).code()).isEqualTo("MR-8001");
        assertThat(client.with("Millrace-Tenant", "other").call("compareVersions", "process", "order").status()).isEqualTo(404);
        deploy("claim.pl", Secured.CLAIM);
        deploy("claim.pl", ":- rpc(clerks, assess(claim), _).");
        assertThat(list(client.call("compareVersions", "process", "claim").good().at("sheets"))).isNotEmpty();
    }
}
