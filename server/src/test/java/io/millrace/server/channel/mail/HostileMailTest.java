package io.millrace.server.channel.mail;

import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.query.CaseStatus;
import io.millrace.server.Caller;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.server.channel.CaseLocks;
import io.millrace.server.channel.ChannelSettings;
import io.millrace.server.config.Section;
import jakarta.mail.internet.MimeMessage;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mail that somebody made to do harm, and mail servers that do not do their part. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostileMailTest {
    @TempDir
    Path directory;

    private Post post;

    @BeforeEach
    void open() throws Exception {
        post = new Post();
        Files.writeString(directory.resolve("password"), "secret-pw\n");
    }

    @AfterEach
    void close() {
        post.close();
    }

    private ChannelSettings channels(String mail) {
        return ChannelSettings.of(Section.of(Data.parse("{" + mail.replace("PASSWORD", directory.resolve("password").toString()) + """
                , "channels": [
                {"task": "approve", "kind": "mail", "to": "ann", "subject": "Approve {claim}"},
                {"task": "odd", "kind": "mail", "to": "bob", "subject": "Odd {claim}"},
                {"task": "pay", "kind": "mail", "to": "bob", "text": "Pay {sum}: {form}"}]}""")));
    }

    private Server serve(String mail) {
        Server server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0).channels(channels(mail)));
        deploy(server.mill());
        return server;
    }

    private static void deploy(Millrace mill) {
        mill.participant("ann", "manager").participant("bob", "manager");
        for (String task : List.of("approve", "odd", "pay")) {
            mill.deploy(ActivityProcess.named(task, work(task).role("manager").input("claim").output(Shape.text()).result("answer")));
        }
    }

    private static void await(Case started, CaseStatus status) throws InterruptedException {
        for (int i = 0; started.status() != status; i++) {
            assertThat(i).as(started.details().toString()).isLessThan(8_000);
            Thread.sleep(5);
        }
    }

    @Test
    void an_identifier_in_the_data_does_not_hide_that_of_the_mail() throws Exception {
        try (Server server = serve(post.section())) {
            Case started = server.mill().start("approve", Data.fields("claim", "[millrace " + "0".repeat(32) + "]"));
            MimeMessage mail = post.await("ann", 1).getFirst();
            post.reply(mail, "ann@example.org", "yes");
            await(started, CaseStatus.COMPLETED);
        }
    }

    @Test
    void a_reply_whose_parts_cannot_be_read_is_answered() throws Exception {
        try (Server server = serve(post.section())) {
            Case started = server.mill().start("approve", Data.fields("claim", "C-1"));
            String subject = post.await("ann", 1).getFirst().getSubject();
            post.deliver("From: ann@example.org\nTo: mill@example.org\nMessage-ID: <1@x>\nSubject: Re: " + subject
                    + "\nContent-Type: text/plain\nContent-Transfer-Encoding: nonsense\n\nyes\n");
            assertThat(Post.text(post.await("ann", 2).getLast())).contains("Your mail cannot be used: it is not written as mails are.");
            post.reply(post.got("ann").getFirst(), "ann@example.org", "yes");
            await(started, CaseStatus.COMPLETED);
        }
    }

    @Test
    void a_mail_that_cannot_be_written_leaves_no_links() throws Exception {
        try (Server server = serve(post.section())) {
            Case started = server.mill().start("pay", Data.fields("claim", "C-1"));
            server.mill().start("approve", Data.fields("claim", "C-1"));
            post.await("ann", 1);
            Thread.sleep(1_500);
            assertThat(Caller.of(server).get("/work/" + started.id() + "%231/links").good().at("items").asList(Data.class)).isEmpty();
        }
    }

    @Test
    void what_fails_with_an_error_ends_neither_sending_nor_reading() throws Exception {
        try (Server server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0))) {
            Millrace mill = server.mill();
            deploy(mill);
            ChannelSettings settings = channels(post.section());
            List<String> asked = new CopyOnWriteArrayList<>();
            MailRoom.Types types = (tenant, process, work, task) -> {
                asked.add(task);
                if (task.equals("odd")) {
                    throw new AssertionError("a type that cannot be");
                }
                // The first time for the mail, the second time for its reply.
                if (asked.stream().filter("approve"::equals).count() == 2) {
                    throw new StackOverflowError();
                }
                return Shape.text();
            };
            try (MailRoom room = new MailRoom(
                    mill, Objects.requireNonNull(settings.mail()), settings.mails(), directory.resolve("mail"), (tenant, work, person) -> "form", types, new CaseLocks(), InstantSource.system())) {
                mill.start("odd", Data.fields("claim", "C-1"));
                room.start();
                Case started = mill.start("approve", Data.fields("claim", "C-2"));
                MimeMessage mail = post.await("ann", 1).getFirst();
                post.reply(mail, "ann@example.org", "yes");
                await(started, CaseStatus.COMPLETED);
                assertThat(asked).contains("odd");
            }
        }
    }

    @Test
    void a_server_stops_although_the_mail_servers_hang() throws Exception {
        List<Socket> open = new CopyOnWriteArrayList<>();
        try (ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        open.add(hanging.accept());
                    }
                } catch (java.io.IOException e) {
                    // The test is over.
                }
            });
            String port = Integer.toString(hanging.getLocalPort());
            String section = post.section().replace(Integer.toString(post.smtp), port).replace(Integer.toString(post.imap), port);
            try (Server server = serve(section)) {
                server.mill().start("approve", Data.fields("claim", "C-1"));
                while (open.size() < 2) {
                    Thread.sleep(5);
                }
            }
        }
        for (Socket each : open) {
            each.close();
        }
    }
}
