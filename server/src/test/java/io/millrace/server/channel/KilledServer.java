package io.millrace.server.channel;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;

import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.server.config.Section;
import io.millrace.work.RetryPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A server in a process of its own, which a test kills. */
public final class KilledServer {
    private KilledServer() {}

    /** The journal, and a file with the channels. */
    @SuppressWarnings("resource") // It is killed.
    public static void main(String[] arguments) throws Exception {
        ChannelSettings channels = ChannelSettings.of(Section.of(Data.parse(Files.readString(Path.of(arguments[1])))));
        Server server = Server.open(ServerSettings.of(Path.of(arguments[0])).port(0).channels(channels));
        server.mill().participant("ann", "manager");
        RetryPolicy often = RetryPolicy.attempts(50).backoff(Duration.ofMillis(50), 1, Duration.ofMillis(50));
        server.mill()
                .deploy(ActivityProcess.named(
                        "claim",
                        sequence(
                                work("approve").role("manager").input("number").output(Shape.fields(Shape.field("words", Shape.text()))).result("approved"),
                                call("ask").input("number").retry(often).result("asked"),
                                call("rate").input("number").retry(often).result("rated"))));
        System.out.println("ready " + server.address());
        Thread.sleep(Duration.ofMinutes(10));
    }
}
