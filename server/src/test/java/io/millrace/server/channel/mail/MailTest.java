package io.millrace.server.channel.mail;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

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
import io.millrace.server.channel.ChannelSettings;
import io.millrace.server.config.Section;
import io.millrace.work.RetryPolicy;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Work by mail, with a real mail server. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class MailTest {
    private static final Shape FILE = Shape.fields(
            Shape.field("file", Shape.text()), Shape.field("name", Shape.text()), Shape.field("bytes", Shape.integer()));
    private static final Shape DECISION = Shape.fields(
            Shape.field("decision", Shape.oneOf("approve", "reject")),
            Shape.field("amount", Shape.number()),
            Shape.optional("note", Shape.text()),
            Shape.optional("photos", Shape.listOf(FILE)));

    @TempDir
    Path directory;

    private Post post;
    private Server server;

    @BeforeEach
    void open() throws Exception {
        post = new Post();
        Files.writeString(directory.resolve("password"), "secret-pw\n");
        serve(true);
    }

    @AfterEach
    void close() {
        server.close();
        post.close();
    }

    private ChannelSettings channels() {
        return ChannelSettings.of(Section.of(Data.parse("{" + post.section().replace("PASSWORD", directory.resolve("password").toString()) + """
                , "channels": [
                {"task": "approve", "kind": "mail", "to": "{manager}", "subject": "Approve {claim}", "text": "Claim {claim} of {{{amount}}}.\\nForm: {form}"},
                {"task": "review", "kind": "mail", "subject": "Review {claim}", "text": "{@person}, please review {claim}."},
                {"task": "ask", "kind": "mail", "to": "{manager}", "subject": "Ask {claim}"}]}""")));
    }

    private void serve(boolean whole) {
        server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0).channels(channels()));
        server.mill().participant("ann", "manager").participant("bob", "manager").participant("eve");
        RetryPolicy retry = RetryPolicy.attempts(2).backoff(Duration.ofMillis(20), 1, Duration.ofMillis(20));
        server.mill().deploy(ActivityProcess.named("approval", work("approve").role("manager").input("manager", "claim", "amount").output(DECISION).result("answer")));
        server.mill().deploy(ActivityProcess.named("reviewing", work("review").role("manager").input("claim").output(Shape.fields(Shape.field("words", Shape.text()))).result("answer")));
        if (whole) {
            deployAsking(retry);
        }
    }

    private void deployAsking(RetryPolicy retry) {
        server.mill().deploy(ActivityProcess.named("asking", call("ask").input("manager", "claim").retry(retry).result("answer")));
    }

    private Case approval(String manager) {
        return server.mill().start("approval", Data.fields("manager", manager, "claim", "C-1", "amount", 12));
    }

    private static void await(Case started, CaseStatus status) throws InterruptedException {
        for (int i = 0; started.status() != status; i++) {
            assertThat(i).as(started.details().toString()).isLessThan(8_000);
            Thread.sleep(5);
        }
    }

    private List<HistoryEvent> completions(Case of) {
        return server.mill().history().ofCase("main", of.id(), null, 1_000, History.Order.OLDEST_FIRST).items().stream()
                .filter(event -> event.kind().equals("WorkCompleted"))
                .toList();
    }

    @Test
    void a_person_gets_one_mail_and_their_reply_completes_the_work() throws Exception {
        Case started = approval("ann");
        MimeMessage mail = post.await("ann", 1).getFirst();
        assertThat(mail.getSubject()).matches("Approve C-1 \\[millrace [0-9a-f]{32}]");
        assertThat(mail.getMessageID()).matches("<millrace\\.[0-9a-f]{32}@example\\.org>");
        assertThat(mail.getFrom()[0]).hasToString(Post.MILL);
        assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
        assertThat(Post.text(mail)).contains("Claim C-1 of {12}.", "decision: (approve | reject)", "note: (text, optional)", "Attach files as photos", server.address() + "/forms/");
        post.reply(mail, "Ann <ANN@example.org>", "Decision:  Approve\namount: 12.50\nnote: two\nlines: of text\n\nAnn\n");
        await(started, CaseStatus.COMPLETED);
        assertThat(started.data().at("answer")).isEqualTo(Data.parse("{\"decision\":\"approve\",\"amount\":12.5,\"note\":\"two\\nlines: of text\\n\\nAnn\"}"));
        assertThat(completions(started).getFirst().actor()).isEqualTo("ann");
        assertThat(completions(started).getFirst().requestId()).startsWith("mail ");
        post.awaitHandled();
        Thread.sleep(500);
        assertThat(post.got("ann")).hasSize(1);
        assertThat(post.got("bob")).isEmpty();
        post.reply(mail, "ann@example.org", "decision: reject\namount: 1");
        MimeMessage late = post.await("ann", 2).getLast();
        assertThat(Post.text(late)).contains("done already or no longer needed");
        assertThat(late.getHeader("Auto-Submitted")).containsExactly("auto-replied");
        assertThat(completions(started)).hasSize(1);
    }

    /** Returns when the server knows that its mails have gone out: the mail is there a little before. */
    private void awaitSent() throws Exception {
        for (int i = 0; !Caller.of(server).get("/channels").good().at("letters").at(0).at("state").text().equals("sent"); i++) {
            assertThat(i).isLessThan(8_000);
            Thread.sleep(5);
        }
    }

    @Test
    void a_reply_that_does_not_fit_is_answered_and_changes_nothing() throws Exception {
        Case started = approval("ann@example.org");
        MimeMessage mail = post.await("ann", 1).getFirst();
        post.reply(mail, "ann@example.org", "decision: perhaps\namount: much", Map.of("a.txt", "x".getBytes(StandardCharsets.UTF_8)));
        MimeMessage answer = post.await("ann", 2).getLast();
        assertThat(answer.getSubject()).startsWith("Re: Approve C-1 [millrace ");
        assertThat(Post.text(answer)).contains("'decision' must be one of approve, reject.", "'amount' must be a number", "nothing was changed");
        assertThat(answer.getHeader("In-Reply-To")).isNotEmpty();
        assertThat(Caller.of(server).get("/channels").good().at("letters").at(0).at("trouble").text())
                .startsWith("The answer to task 'approve' cannot be used: 'decision' must be one of approve, reject; 'amount'")
                .endsWith("(MR-8049)");
        assertThat(started.work()).hasSize(1);
        assertThat(server.mill().files().of("main", started.id())).isEmpty();
        post.reply(answer, "ann@example.org", "decision: reject\namount: 0");
        await(started, CaseStatus.COMPLETED);
        assertThat(started.data().at("answer").at("decision").text()).isEqualTo("reject");
    }

    @Test
    void attachments_become_files_of_the_case() throws Exception {
        Case started = approval("ann");
        MimeMessage mail = post.await("ann", 1).getFirst();
        byte[] photo = {1, 2, 3, 0, (byte) 255};
        post.reply(mail, "ann@example.org", "decision: approve\namount: 1", Map.of("../../evil\u0007.png", photo));
        await(started, CaseStatus.COMPLETED);
        Data file = started.data().at("answer").at("photos").at(0);
        assertThat(file.at("name").text()).isEqualTo("evil.png");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        server.mill().files().read("main", started.id(), file, out);
        assertThat(out.toByteArray()).isEqualTo(photo);
    }

    @Test
    void only_the_addressee_can_answer_and_programs_are_not_answered() throws Exception {
        Case started = approval("ann");
        MimeMessage mail = post.await("ann", 1).getFirst();
        String good = "decision: approve\namount: 1";
        post.reply(mail, "eve@example.org", good);
        post.reply(mail, "ann@example.org", good, Map.of(), "Auto-Submitted", "auto-replied");
        post.reply(mail, "ann@example.org", "I am away", Map.of(), "Precedence", "bulk");
        post.reply(mail, "ann@example.org", "I am away", Map.of(), "X-Autoreply", "yes");
        post.reply(mail, "mailer-daemon@example.org", good);
        post.reply(mail, "ann@example.org", good, Map.of(), "From", "ann@example.org, eve@example.org");
        String wrong = mail.getSubject().replaceFirst("[0-9a-f]{32}", "0123456789abcdef0123456789abcdef");
        post.deliver("From: ann@example.org\nTo: mill@example.org\nSubject: Re: " + wrong + "\nMessage-ID: <1@x>\n\n" + good);
        post.deliver("From: ann@example.org\nTo: mill@example.org\nSubject: hello\n\n" + good);
        post.deliver("Subject: =?broken?Q?" + mail.getSubject() + "\nContent-Type: multipart/mixed\n\nnothing");
        post.awaitHandled();
        assertThat(started.work()).hasSize(1);
        assertThat(post.got("ann")).hasSize(1);
        assertThat(post.got("eve")).isEmpty();
        Data letters = Caller.of(server).get("/channels").good().at("letters");
        assertThat(letters.at(0).at("trouble").text()).contains("was not taken", "ann@example.org");
        assertThat(letters.json()).doesNotContain(mail.getSubject().replaceFirst(".*\\[millrace ", "").replace("]", ""));
        post.reply(mail, "ann@example.org", good);
        await(started, CaseStatus.COMPLETED);
    }

    @Test
    void work_for_a_role_goes_to_everybody_who_has_it_and_the_first_reply_counts() throws Exception {
        Case started = server.mill().start("reviewing", Data.fields("claim", "C-2"));
        MimeMessage anns = post.await("ann", 1).getFirst();
        MimeMessage bobs = post.await("bob", 1).getFirst();
        assertThat(anns.getSubject()).isNotEqualTo(bobs.getSubject());
        assertThat(Post.text(anns)).contains("ann, please review C-2.", "Answer with text.");
        post.reply(bobs, "bob@example.org", "Looks fine.\nReally.");
        await(started, CaseStatus.COMPLETED);
        assertThat(started.data().at("answer").at("words").text()).isEqualTo("Looks fine.\nReally.");
        assertThat(completions(started).getFirst().actor()).isEqualTo("bob");
        post.reply(anns, "ann@example.org", "Me too");
        assertThat(Post.text(post.await("ann", 2).getLast())).contains("no longer needed");
        Case other = server.mill().start("reviewing", Data.fields("claim", "C-3"));
        MimeMessage mail = post.await("bob", 2).getLast();
        server.mill().participant("bob");
        post.reply(mail, "bob@example.org", "fine");
        assertThat(Post.text(post.await("bob", 3).getLast())).contains("MR-1023", "nothing was changed");
        assertThat(other.work()).hasSize(1);
    }

    @Test
    void the_form_in_a_mail_does_the_work_as_its_addressee() throws Exception {
        Case started = approval("bob");
        Matcher link = Pattern.compile("http://\\S+/forms/\\S+").matcher(Post.text(post.await("bob", 1).getFirst()));
        assertThat(link.find()).isTrue();
        HttpResponse<String> sent = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(link.group()))
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(HttpRequest.BodyPublishers.ofString("decision=approve&amount=3"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(sent.statusCode()).isEqualTo(200);
        assertThat(started.status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(completions(started).getFirst().actor()).isEqualTo("bob");
    }

    @Test
    void automatic_work_waits_for_the_reply_also_over_a_restart() throws Exception {
        Case started = server.mill().start("asking", Data.fields("manager", "ann", "claim", "C-4"));
        MimeMessage mail = post.await("ann", 1).getFirst();
        awaitSent();
        server.close();
        serve(true);
        Thread.sleep(500);
        assertThat(post.got("ann")).hasSize(1);
        post.reply(mail, "ann@example.org", "blue");
        Case again = server.mill().find(started.id());
        await(again, CaseStatus.COMPLETED);
        assertThat(again.data().at("answer").text()).isEqualTo("blue");
    }

    @Test
    void a_case_whose_code_is_missing_keeps_no_other_reply_waiting_and_nobody_is_asked_twice() throws Exception {
        Case asked = server.mill().start("asking", Data.fields("manager", "ann", "claim", "C-6"));
        MimeMessage mail = post.await("ann", 1).getFirst();
        awaitSent();
        server.close();
        serve(false);
        post.reply(mail, "ann@example.org", "blue");
        Case review = server.mill().start("reviewing", Data.fields("claim", "C-7"));
        post.reply(post.await("ann", 2).getLast(), "ann@example.org", "fine");
        await(review, CaseStatus.COMPLETED);
        deployAsking(RetryPolicy.attempts(2).backoff(Duration.ofMillis(20), 1, Duration.ofMillis(20)));
        Case again = server.mill().find(asked.id());
        await(again, CaseStatus.COMPLETED);
        assertThat(again.data().at("answer").text()).isEqualTo("blue");
        post.awaitHandled();
        assertThat(post.got("ann")).hasSize(2);
    }

    @Test
    void a_mail_server_that_is_away_makes_an_incident_of_automatic_work_and_delays_that_of_people() throws Exception {
        post.away();
        Case asked = server.mill().start("asking", Data.fields("manager", "ann", "claim", "C-5"));
        for (int i = 0; asked.info().incident() == null; i++) {
            assertThat(i).isLessThan(8_000);
            Thread.sleep(5);
        }
        assertThat(asked.info().incident()).contains("MR-8044").doesNotContain("secret-pw");
        Case waiting = approval("ann");
        for (int i = 0; !Caller.of(server).get("/channels").text().contains("\"state\":\"waiting\",\"created\""); i++) {
            assertThat(i).isLessThan(8_000);
            Thread.sleep(5);
        }
        post.back();
        MimeMessage mail = post.await("ann", 1).getFirst();
        post.reply(mail, "ann@example.org", "decision: approve\namount: 1");
        await(waiting, CaseStatus.COMPLETED);
        server.mill().operator().retry(asked.work().getFirst().id());
        MimeMessage second = post.await("ann", 2).getLast();
        post.reply(second, "ann@example.org", "green");
        await(asked, CaseStatus.COMPLETED);
    }

    @Test
    void a_reply_that_is_read_again_counts_once_and_is_not_answered() throws Exception {
        Case started = approval("ann");
        MimeMessage mail = post.await("ann", 1).getFirst();
        post.reply(mail, "ann@example.org", "decision: approve\namount: 1", Map.of("a.txt", "x".getBytes(StandardCharsets.UTF_8)));
        await(started, CaseStatus.COMPLETED);
        post.awaitHandled();
        server.close();
        post.forgetMarks();
        // As if the server had been killed after the commit: the letter does not know yet that a reply was taken.
        Path letters = directory.resolve("journal-server/letters.jsonl");
        List<String> lines = Files.readAllLines(letters);
        Files.write(letters, lines.subList(0, lines.size() - 1));
        serve(true);
        post.awaitHandled();
        assertThat(completions(server.mill().find(started.id()))).hasSize(1);
        assertThat(post.got("ann")).hasSize(1);
    }

    @Test
    void a_mail_that_may_not_have_been_sent_is_sent_again_with_the_same_id() throws Exception {
        approval("ann");
        MimeMessage first = post.await("ann", 1).getFirst();
        awaitSent();
        server.close();
        Path letters = directory.resolve("journal-server/letters.jsonl");
        List<String> lines = Files.readAllLines(letters);
        assertThat(lines.getLast()).contains("\"sent\"").doesNotContain("Claim C-1 of");
        Files.write(letters, lines.subList(0, lines.size() - 1));
        serve(true);
        MimeMessage second = post.await("ann", 2).getLast();
        assertThat(second.getMessageID()).isEqualTo(first.getMessageID());
        assertThat(second.getSubject()).isEqualTo(first.getSubject());
        assertThat(Post.text(second)).isEqualTo(Post.text(first));
    }

    @Test
    void values_cannot_add_lines_headers_or_recipients() throws Exception {
        for (String manager : List.of("ann@example.org, eve@example.org", "ann@example.org\r\nBcc: eve@example.org", "Ann <ann@example.org>", "nobody", "a@b@c", "eve@example.org\n")) {
            Case started = server.mill().start("asking", Data.fields("manager", manager, "claim", "x"));
            for (int i = 0; started.info().incident() == null && started.status() == CaseStatus.RUNNING; i++) {
                assertThat(i).as(manager).isLessThan(8_000);
                Thread.sleep(5);
            }
        }
        Case subject = server.mill().start("asking", Data.fields("manager", "ann", "claim", "x\r\nBcc: eve@example.org"));
        for (int i = 0; subject.info().incident() == null && subject.status() == CaseStatus.RUNNING; i++) {
            assertThat(i).isLessThan(8_000);
            Thread.sleep(5);
        }
        assertThat(post.got("eve")).isEmpty();
        assertThat(post.got("ann")).isEmpty();
    }

    @Test
    void a_reply_that_is_too_large_is_answered() throws Exception {
        Case started = approval("ann");
        MimeMessage mail = post.await("ann", 1).getFirst();
        post.reply(mail, "ann@example.org", "x".repeat(2 << 20));
        assertThat(Post.text(post.await("ann", 2).getLast())).contains("more than 1048576 bytes");
        assertThat(started.work()).hasSize(1);
    }
}
