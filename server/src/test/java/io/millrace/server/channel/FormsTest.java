package io.millrace.server.channel;

import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Case;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.server.Caller;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.server.config.Section;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import io.millrace.server.security.Keys;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Forms behind links, opened by somebody who has the link and nothing else. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FormsTest {
    private static final Shape FILE = Shape.fields(
            Shape.field("file", Shape.text()), Shape.field("name", Shape.text()), Shape.field("bytes", Shape.integer()));
    private static final Shape DECISION = Shape.fields(
            Shape.field("decision", Shape.oneOf("approve", "reject")),
            Shape.field("amount", Shape.number()),
            Shape.field("paid", Shape.truth()),
            Shape.optional("until", Shape.date()),
            Shape.optional("note", Shape.text()),
            Shape.optional("tags", Shape.listOf(Shape.text())),
            Shape.optional("contact", Shape.fields(Shape.field("name", Shape.text()), Shape.optional("age", Shape.integer()))),
            Shape.optional("items", Shape.listOf(Shape.fields(Shape.field("what", Shape.text()), Shape.field("price", Shape.number())))),
            Shape.optional("photo", FILE));

    @TempDir
    Path directory;

    private Server server;
    private Keys keys;
    private Caller operator;
    private Caller ann;

    @BeforeEach
    void open() {
        Path journal = directory.resolve("journal");
        keys = Keys.of(journal);
        String secret = keys.add(ApiKey.Wanted.of("olga", "main", Role.OPERATOR)).secret();
        server = Server.open(ServerSettings.of(journal).port(0));
        operator = Caller.of(server).as(secret);
        ann = caller("ann", "main");
        server.mill().participant("ann", "clerk").participant("bob", "clerk").participant("eve");
        server.mill().deploy(ActivityProcess.named("claim", sequence(
                work("check").role("clerk").input("claimant", "amount", "letter").output(DECISION).result("checked"),
                work("pay").role("clerk").notBy("check").output(Shape.text()).result("paid"))));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Caller caller(String name, String tenant) {
        return Caller.of(server).as(keys.add(ApiKey.Wanted.of(name, tenant, Role.PARTICIPANT)).secret());
    }

    private Case started() {
        return server.mill().start("claim", Data.fields("claimant", "<b>Zoë & \"Co\"</b>", "amount", 12.5));
    }

    private static String path(Case started, int number) {
        return "/work/" + started.id() + "%23" + number + "/link";
    }

    private String link(Case started) throws Exception {
        return ann.post(path(started, 1), Data.fields()).good().at("link").text();
    }

    private static Map<String, String> good() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("decision", "approve");
        fields.put("amount", "12.50");
        fields.put("paid", "no");
        return fields;
    }

    private List<HistoryEvent> history(Case of) {
        return server.mill().history().ofCase("main", of.id(), null, 1_000, History.Order.OLDEST_FIRST).items();
    }

    @Test
    void a_form_completes_the_work_as_the_person_it_is_for() throws Exception {
        Case started = started();
        Data made = operator.post(path(started, 1), Data.fields("for", "ann", "lasts", "P1D")).good();
        String link = made.at("link").text();
        assertThat(link).startsWith(server.address() + "/forms/");
        assertThat(link.substring(link.lastIndexOf('/') + 1)).hasSize(43);
        HttpResponse<String> page = Browser.get(link);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body())
                .contains("<h1>Check</h1>", "Zoë &amp; &quot;Co&quot;", "<label for=\"amount\">Amount</label>", "value=\"12.5\"", "Until (optional)", "type=\"date\"", "type=\"file\"")
                .doesNotContain("<b>", "<script");
        Map<String, String> fields = good();
        fields.put("until", "2030-01-31");
        fields.put("note", "two\r\nlines");
        fields.put("tags", "a\r\n\r\n b ");
        fields.put("contact.name", "Max");
        fields.put("contact.age", "41");
        fields.put("items.0.what", "tent");
        fields.put("items.0.price", "3");
        fields.put("items.1.what", "");
        fields.put("items.1.price", "");
        fields.put("items.2.what", "boat");
        fields.put("items.2.price", "4.5");
        HttpResponse<String> sent = Browser.post(link, fields);
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
        assertThat(sent.body()).contains("Thank you");
        assertThat(started.data().at("checked"))
                .isEqualTo(Data.parse("""
                        {"decision":"approve","amount":12.5,"paid":false,"until":"2030-01-31","note":"two\\nlines","tags":["a","b"],
                        "contact":{"name":"Max","age":41},"items":[{"what":"tent","price":3},{"what":"boat","price":4.5}]}"""));
        HistoryEvent completed = history(started).stream().filter(event -> event.kind().equals("WorkCompleted")).findFirst().orElseThrow();
        assertThat(completed.actor()).isEqualTo("ann");
        assertThat(completed.reason()).contains(made.at("id").text(), "'olga' made");
    }

    @Test
    void looking_changes_nothing_and_a_mistake_is_shown_at_its_field() throws Exception {
        Case started = started();
        String link = link(started);
        int before = history(started).size();
        Browser.get(link);
        Browser.get(link);
        Map<String, String> fields = good();
        fields.put("decision", "perhaps");
        fields.put("amount", "12,50 <i>");
        fields.put("until", "tomorrow");
        fields.put("items.0.what", "tent");
        HttpResponse<String> sent = Browser.post(link, fields);
        assertThat(sent.statusCode()).isEqualTo(422);
        assertThat(sent.body())
                .contains("id=\"amount-wrong\"", "This must be a number such as 12.50", "aria-describedby=\"amount-wrong\" aria-invalid=\"true\"")
                .contains("value=\"12,50 &lt;i&gt;\"", "This must be a date such as 2030-01-31", "This must be one of approve, reject")
                .contains("id=\"items.0.price-wrong\"", "href=\"#items.0.price\"");
        fields = good();
        fields.remove("decision");
        assertThat(Browser.post(link, fields).body()).contains("id=\"decision-wrong\">This is needed.");
        fields.put("items.2.what", "");
        fields.put("millrace-more", "items");
        HttpResponse<String> more = Browser.post(link, fields);
        assertThat(more.statusCode()).isEqualTo(200);
        assertThat(more.body()).contains("name=\"items.3.what\"").doesNotContain("This is needed");
        assertThat(history(started)).hasSize(before);
        assertThat(started.work()).hasSize(1);
    }

    @Test
    void wrong_used_revoked_and_expired_links_are_all_the_same() throws Exception {
        String used = link(started());
        assertThat(Browser.post(used, good()).statusCode()).isEqualTo(200);
        Case other = started();
        Data made = ann.post(path(other, 1), Data.fields()).good();
        ann.delete(path(other, 1) + "s/" + made.at("id").text()).good();
        String expired = ann.post(path(other, 1), Data.fields("lasts", "PT0.001S")).good().at("link").text();
        Thread.sleep(5);
        String wrong = used.substring(0, used.length() - 1) + (used.endsWith("A") ? "B" : "A");
        HttpResponse<String> model = Browser.get(wrong);
        assertThat(model.statusCode()).isEqualTo(404);
        assertThat(model.headers().firstValue("content-security-policy").orElse("")).contains("default-src 'none'", "form-action 'self'", "frame-ancestors 'none'");
        assertThat(model.headers().firstValue("referrer-policy")).contains("same-origin");
        assertThat(model.headers().firstValue("cache-control")).contains("no-store");
        for (String link : List.of(used, made.at("link").text(), expired, server.address() + "/forms/x", server.address() + "/forms/" + "a".repeat(5_000))) {
            for (HttpResponse<String> answer : List.of(Browser.get(link), Browser.post(link, good()), Browser.get(link + "/files/" + "0".repeat(64)))) {
                assertThat(answer.statusCode()).as(link).isEqualTo(404);
                assertThat(answer.body()).isEqualTo(model.body());
            }
        }
        assertThat(other.work()).hasSize(1);
    }

    @Test
    void a_link_is_listed_without_its_secret_and_stored_as_a_hash() throws Exception {
        Case started = started();
        Data made = ann.post(path(started, 1), Data.fields()).good();
        String secret = made.at("link").text().replaceFirst(".*/", "");
        Caller.Answered listed = ann.get(path(started, 1) + "s");
        assertThat(listed.text()).contains(made.at("id").text(), "\"state\":\"open\"").doesNotContain(secret);
        assertThat(caller("bob", "main").get(path(started, 1) + "s").good().at("items")).isEqualTo(Data.items());
        assertThat(operator.get(path(started, 1) + "s").good().at("items").at(0).at("for").text()).isEqualTo("ann");
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)).as(file.toString()).doesNotContain(secret);
            }
        }
        assertThat(directory.resolve("journal-server/links.jsonl")).isNotEmptyFile();
    }

    @Test
    void links_survive_a_restart() throws Exception {
        Case started = started();
        String link = link(started);
        String token = link.replaceFirst(".*/", "");
        server.close();
        open();
        assertThat(Browser.post(server.address() + "/forms/" + token, good()).statusCode()).isEqualTo(200);
        server.close();
        open();
        assertThat(Browser.get(server.address() + "/forms/" + token).statusCode()).isEqualTo(404);
    }

    @Test
    void only_those_make_links_who_may_do_the_work_or_operate() throws Exception {
        Case started = started();
        assertThat(caller("eve", "main").post(path(started, 1), Data.fields()).code()).isEqualTo("MR-8012");
        assertThat(ann.post(path(started, 1), Data.fields("for", "bob")).code()).isEqualTo("MR-8005");
        assertThat(operator.post(path(started, 1), Data.fields("for", "eve")).code()).isEqualTo("MR-8040");
        assertThat(operator.post(path(started, 1), Data.fields("for", "ann", "lasts", "P1000D")).code()).isEqualTo("MR-8040");
        assertThat(caller("ann", "other").post(path(started, 1), Data.fields()).code()).isEqualTo("MR-8012");
        Caller stranger = Caller.of(server).as(keys.add(ApiKey.Wanted.of("olga", "other", Role.OPERATOR)).secret());
        assertThat(stranger.post(path(started, 1), Data.fields("for", "ann")).code()).isEqualTo("MR-8012");
        Data made = ann.post(path(started, 1), Data.fields()).good();
        assertThat(stranger.get(path(started, 1) + "s").good().at("items")).isEqualTo(Data.items());
        assertThat(stranger.delete(path(started, 1) + "s/" + made.at("id").text()).code()).isEqualTo("MR-8041");
        assertThat(Caller.of(server).post(path(started, 1), Data.fields()).status()).isEqualTo(401);
    }

    @Test
    void a_form_is_bound_by_the_rights_of_its_person() throws Exception {
        Case started = started();
        String link = link(started);
        server.mill().as("bob").claim(started.work().getFirst().id());
        HttpResponse<String> looked = Browser.get(link);
        assertThat(looked.statusCode()).isEqualTo(409);
        assertThat(looked.body()).contains("This is not yours at present").doesNotContain("Zoë");
        HttpResponse<String> held = Browser.post(link, good());
        assertThat(held.statusCode()).isEqualTo(409);
        assertThat(held.body()).contains("MR-1022").contains("value=\"12.50\"").doesNotContain("Zoë");
        server.mill().as("bob").release(started.work().getFirst().id());
        String second = ann.post(path(started, 1), Data.fields()).good().at("link").text();
        assertThat(Browser.post(second, good()).statusCode()).isEqualTo(200);
        // Ann did the first task, so the second is not hers, whoever makes the link.
        assertThat(operator.post(path(started, 2), Data.fields("for", "ann")).code()).isEqualTo("MR-8040");
        String bobs = operator.post(path(started, 2), Data.fields("for", "bob")).good().at("link").text();
        assertThat(Browser.get(bobs).statusCode()).isEqualTo(200);
        server.mill().participant("bob");
        assertThat(Browser.get(bobs).statusCode()).isEqualTo(409);
        HttpResponse<String> refused = Browser.post(bobs, Map.of("answer", "done"));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("MR-1023");
        server.mill().participant("bob", "clerk");
        assertThat(Browser.post(bobs, Map.of("answer", "done")).statusCode()).isEqualTo(200);
        assertThat(started.status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void work_that_is_over_is_said_to_be_so() throws Exception {
        Case started = started();
        String link = link(started);
        server.mill().operator().cancel(started.id());
        HttpResponse<String> page = Browser.get(link);
        assertThat(page.statusCode()).isEqualTo(410);
        assertThat(page.body()).contains("no longer needed");
        assertThat(Browser.post(link, good()).statusCode()).isEqualTo(410);
    }

    @Test
    void files_are_stored_with_the_case_and_given_back_only_by_the_work() throws Exception {
        Case started = started();
        String link = link(started);
        byte[] photo = {0, 1, 2, 13, 10, 45, 45, (byte) 200};
        Map<String, byte[]> fields = new LinkedHashMap<>();
        good().forEach((name, value) -> fields.put(name, value.getBytes(StandardCharsets.UTF_8)));
        fields.put("amount", "x".getBytes(StandardCharsets.UTF_8));
        fields.put("photo|../../etc/pass\u0001wd.png", photo);
        assertThat(Browser.upload(link, fields).statusCode()).isEqualTo(422);
        assertThat(server.mill().files().of("main", started.id())).isEmpty();
        fields.put("amount", "1".getBytes(StandardCharsets.UTF_8));
        assertThat(Browser.upload(link, fields).statusCode()).isEqualTo(200);
        Data file = started.data().at("checked").at("photo");
        assertThat(file.at("name").text()).isEqualTo("passwd.png");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        server.mill().files().read("main", started.id(), file, out);
        assertThat(out.toByteArray()).isEqualTo(photo);
        assertThat(Browser.get(link + "/files/" + file.at("file").text()).statusCode()).isEqualTo(404);
    }

    @Test
    void a_file_of_the_input_can_be_fetched() throws Exception {
        Case first = started();
        Data other = server.mill().files().attach("main", first.id(), "secret.txt", new ByteArrayInputStream("no".getBytes(StandardCharsets.UTF_8)));
        Case started = server.mill().start("claim", Data.fields("claimant", "Max", "amount", 1));
        Data letter = server.mill().files().attach("main", started.id(), "letter.txt", new ByteArrayInputStream("Dear all".getBytes(StandardCharsets.UTF_8)));
        server.mill().operator().changeData(started.id(), "letter", letter);
        server.mill().operator().redo(started.id(), "check");
        String link = ann.post(path(started, started.work().getFirst().id().number()), Data.fields()).good().at("link").text();
        String token = link.replaceFirst(".*/", "");
        assertThat(Browser.get(link).body()).contains("href=\"" + token + "/files/" + letter.at("file").text() + "\"", "letter.txt");
        HttpResponse<String> content = Browser.get(link + "/files/" + letter.at("file").text());
        assertThat(content.body()).isEqualTo("Dear all");
        assertThat(content.headers().firstValue("content-disposition")).contains("attachment; filename=\"letter.txt\"");
        assertThat(Browser.get(link + "/files/" + other.at("file").text()).statusCode()).isEqualTo(404);
    }

    @Test
    void the_input_is_shown_as_people_read_it() throws Exception {
        List<Data> parts = List.of(Data.fields("part", "<wheel>", "price", 3), Data.fields("part", "door", "isNew", true));
        Case started = server.mill().start("claim", Data.fields("claimant", Data.fields("name", "Zoë", "lines", List.of("a", "b")), "letter", parts));
        assertThat(Browser.get(link(started)).body())
                .contains("<dt>Name</dt>", "<li><span class=\"text\">b</span></li>", "<th scope=\"col\">Is new</th>", "<td><span class=\"text\">&lt;wheel&gt;</span></td>")
                .doesNotContain("&quot;part&quot;");
    }

    @Test
    void a_form_that_is_sent_twice_at_once_counts_once() throws Exception {
        Case started = started();
        String link = link(started);
        List<CompletableFuture<Integer>> sent = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                sent.add(CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return Browser.post(link, good()).statusCode();
                            } catch (IOException | InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        threads));
            }
            List<Integer> statuses = sent.stream().map(CompletableFuture::join).toList();
            assertThat(statuses).containsOnlyOnce(200);
            assertThat(statuses.stream().filter(status -> status != 200)).allMatch(status -> status == 404 || status == 410);
        }
        assertThat(history(started).stream().filter(event -> event.kind().equals("WorkCompleted"))).hasSize(1);
    }

    @Test
    void hostile_forms_are_refused_and_change_nothing() throws Exception {
        Case started = started();
        String link = link(started);
        assertThat(Browser.post(link, "application/json", "{}".getBytes(StandardCharsets.UTF_8)).statusCode()).isEqualTo(400);
        assertThat(Browser.post(link, "multipart/form-data", new byte[10]).statusCode()).isEqualTo(400);
        assertThat(Browser.post(link, "multipart/form-data; boundary=x", "--x\r\nno".getBytes(StandardCharsets.UTF_8)).statusCode()).isEqualTo(400);
        assertThat(Browser.post(link, "multipart/form-data; boundary=x", "--x\r\n\r\n--x".getBytes(StandardCharsets.UTF_8)).statusCode()).isEqualTo(400);
        assertThat(Browser.post(link, "application/x-www-form-urlencoded", "a=%zz".getBytes(StandardCharsets.UTF_8)).statusCode()).isEqualTo(400);
        assertThat(Browser.post(link, "application/x-www-form-urlencoded", "a=b&".repeat(3_000).getBytes(StandardCharsets.UTF_8)).statusCode()).isEqualTo(400);
        assertThat(Browser.post(link, "application/x-www-form-urlencoded", "decision=approve&amount=1&paid=no".getBytes(StandardCharsets.UTF_8), "Origin", "https://evil.example").statusCode())
                .isEqualTo(400);
        Map<String, String> rows = good();
        rows.put("items.999.what", "far");
        rows.put("amount", "9".repeat(200));
        assertThat(Browser.post(link, rows).statusCode()).isEqualTo(422);
        assertThat(started.work()).hasSize(1);
    }

    @Test
    void a_server_that_people_reach_from_outside_needs_security() {
        ChannelSettings channels = ChannelSettings.of(Section.of(Data.fields("address", "https://mill.example.org")));
        assertThatThrownBy(() -> Server.open(ServerSettings.of(directory.resolve("open")).port(0).channels(channels)))
                .hasMessageContaining("MR-8013")
                .hasMessageContaining("https://mill.example.org");
    }

    @Test
    void a_channel_says_what_a_form_asks_where_the_task_does_not() throws Exception {
        server.close();
        ChannelSettings channels = ChannelSettings.of(Section.of(Data.parse("""
                {"address": "https://mill.example.org/", "channels": [{"task": "ask", "kind": "form", "title": "About {who}", "text": "Dear {@person}",
                "fields": {"size": {"type": "choice", "options": ["S", "M"], "label": "Your size", "hint": "as usual"}, "why": {"type": "text", "required": false}}}]}""")));
        server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0).channels(channels));
        server.mill().deploy(ActivityProcess.named("survey", work("ask").role("clerk").input("who").result("answer")));
        Case started = server.mill().start("survey", Data.fields("who", "shirts"));
        Caller caller = Caller.of(server).as(keys.add(ApiKey.Wanted.of("ann", "main", Role.PARTICIPANT)).secret());
        String link = caller.post(path(started, 1), Data.fields()).good().at("link").text();
        assertThat(link).startsWith("https://mill.example.org/forms/");
        String here = server.address() + link.substring("https://mill.example.org".length());
        assertThat(Browser.get(here).body()).contains("About shirts", "Dear ann", "Your size", "as usual", "Why (optional)");
        String path = here.substring(server.address().length());
        assertThat(Browser.proxied(server.port(), path, "mill.example.org", "https://mill.example.org", "size=L")).isEqualTo(422);
        assertThat(Browser.proxied(server.port(), path, "evil.example.org", "https://evil.example.org", "size=M")).isEqualTo(400);
        assertThat(Browser.post(here, Map.of("size", "XL")).statusCode()).isEqualTo(422);
        assertThat(Browser.post(here, Map.of("size", "M")).statusCode()).isEqualTo(200);
        assertThat(started.data().at("answer")).isEqualTo(Data.fields("size", "M"));
    }

    @Test
    void a_form_with_a_file_that_is_sent_twice_at_once_keeps_the_file() throws Exception {
        for (int round = 0; round < 20; round++) {
            byte[] content = ("scan " + round).getBytes(StandardCharsets.UTF_8);
            Case started = started();
            String link = link(started);
            Map<String, byte[]> fields = new LinkedHashMap<>();
            good().forEach((name, value) -> fields.put(name, value.getBytes(StandardCharsets.UTF_8)));
            fields.put("photo|scan.txt", content);
            List<Integer> answers = new ArrayList<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (var each : Stream.generate(() -> threads.submit(() -> Browser.upload(link, fields).statusCode())).limit(4).toList()) {
                    answers.add(each.get());
                }
            }
            assertThat(answers).containsOnlyOnce(200);
            Data photo = started.data().at("checked").at("photo");
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            server.mill().files().read("main", started.id(), photo, read);
            assertThat(read.toByteArray()).isEqualTo(content);
        }
    }

    @Test
    void rows_that_have_only_files_count() throws Exception {
        server.mill().deploy(ActivityProcess.named("scans", work("scan").role("clerk")
                .output(Shape.fields(Shape.field("pages", Shape.listOf(Shape.fields(Shape.field("page", FILE))))))
                .result("scanned")));
        Case started = server.mill().start("scans", Data.fields());
        String link = link(started);
        Map<String, byte[]> fields = new LinkedHashMap<>();
        fields.put("pages.0.page|one.txt", "1".getBytes(StandardCharsets.UTF_8));
        fields.put("pages.1.page|two.txt", "2".getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> sent = Browser.upload(link, fields);
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
        assertThat(started.data().at("scanned").at("pages").asList(Data.class)).extracting(row -> row.at("page").at("name").text()).containsExactly("one.txt", "two.txt");
    }

    @Test
    void names_of_fields_and_files_come_as_browsers_write_them() throws Exception {
        server.mill().deploy(ActivityProcess.named("odd", work("odd").role("clerk")
                .output(Shape.fields(Shape.field("say \"why\"", Shape.text()), Shape.field("proof", FILE)))
                .result("said")));
        Case started = server.mill().start("odd", Data.fields());
        String link = link(started);
        assertThat(Browser.get(link).body()).contains("name=\"say &quot;why&quot;\"");
        Map<String, byte[]> fields = new LinkedHashMap<>();
        // A browser writes a quotation mark in a name as %22 and nothing else in this way.
        fields.put("say %22why%22", "because".getBytes(StandardCharsets.UTF_8));
        fields.put("proof|100%25 a%22b.txt", "x".getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> sent = Browser.upload(link, fields);
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
        assertThat(started.data().at("said").at("say \"why\"")).isEqualTo(Data.of("because"));
        assertThat(started.data().at("said").at("proof").at("name")).isEqualTo(Data.of("100%25 ab.txt"));
    }

    @Test
    void what_is_sent_by_a_form_stands_in_the_log_of_acts() throws Exception {
        Caller auditor = Caller.of(server).as(keys.add(ApiKey.Wanted.of("otto", "main", Role.AUDITOR)).secret());
        Case started = started();
        String link = link(started);
        assertThat(Browser.post(link, Map.of("decision", "nonsense")).statusCode()).isEqualTo(422);
        assertThat(Browser.post(link, good()).statusCode()).isEqualTo(200);
        List<Data> acts = auditor.get("/audit?endpoint=sendForm").good().at("items").asList(Data.class);
        assertThat(acts).hasSize(1);
        assertThat(acts.getFirst().at("actor").text()).isEqualTo("ann");
        assertThat(acts.getFirst().at("status").asInt()).isEqualTo(200);
        assertThat(acts.getFirst().at("ids").at("work").text()).isEqualTo(started.id() + "#1");
        assertThat(acts.getFirst().json()).doesNotContain(link.substring(link.lastIndexOf('/') + 1));
    }
}
