package io.millrace.server.channel.hook;

import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.server.channel.Service;
import io.millrace.server.channel.call.AllowList;
import io.millrace.server.channel.call.Outgoing;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks of a server that is itself in trouble. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HookTroubleTest {
    @TempDir
    Path directory;

    @Test
    void an_error_is_shown_and_the_webhook_goes_on() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch shown = new CountDownLatch(1);
        InstantSource clock = () -> {
            int time = asked.incrementAndGet();
            // The first time is for the webhook itself.
            if (time == 2) {
                throw new AssertionError("no time");
            }
            if (time > 2) {
                try {
                    shown.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return Instant.now();
        };
        HookSettings settings = new HookSettings(Duration.ofSeconds(1), 3, Duration.ofMillis(10), Duration.ofSeconds(1));
        try (Service service = new Service();
                Server server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0));
                Hooks hooks = new Hooks(
                        server.mill(), new Outgoing(AllowList.NONE.and(service.address() + "/", List.of())), settings, directory.resolve("hooks"), clock)) {
            hooks.start();
            hooks.add("main", service.address() + "/hook", null, null, List.of("CaseStarted"));
            server.mill().deploy(ActivityProcess.named("a", work("first").result("one")));
            server.mill().start("a", Data.fields());
            while (hooks.of("main").getFirst().trouble() == null) {
                Thread.sleep(5);
            }
            assertThat(hooks.of("main").getFirst().trouble()).contains("no time");
            shown.countDown();
            assertThat(service.seen.poll(20, TimeUnit.SECONDS)).isNotNull();
            while (hooks.of("main").getFirst().trouble() != null) {
                Thread.sleep(5);
            }
        }
    }
}
