package io.millrace.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Listener;
import io.millrace.server.http.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The protocol over two streams, with a client that wants more than it should. */
@Timeout(value = 40, unit = TimeUnit.SECONDS)
class McpLinesTest {
    @TempDir
    Path directory;

    private static final class Quiet implements Listener.Watch {
        @Override
        public void answered(Endpoint endpoint, Identity identity, int status, long nanos) {}

        @Override
        public void failed(long number, Throwable failure) {}
    }

    /** A client's side of two streams, and somebody who serves them. */
    private static final class Lines implements AutoCloseable {
        private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final Socket client = new Socket(listening.getInetAddress(), listening.getLocalPort());
        private final Socket accepted = listening.accept();
        private final OutputStream to = client.getOutputStream();
        private final BufferedReader lines = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        private final Thread serving;

        Lines(Server server, Role... roles) throws IOException {
            Desk desk = new OwnDesk.Room(server.endpoints(), new Quiet()).desk(new Identity("robot", "main", Set.of(roles), null), "here");
            serving = Thread.ofPlatform().start(() -> {
                try {
                    new McpLines(desk, accepted.getInputStream(), accepted.getOutputStream()).serve();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            send(to, "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
                    + "\"clientInfo\":{\"name\":\"x\",\"version\":\"1\"}}}");
            assertThat(lines.readLine()).contains("serverInfo");
            send(to, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        }

        void call(int id, String tool, String arguments) throws IOException {
            send(to, "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}}");
        }

        void cancel(int id) throws IOException {
            send(to, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}");
        }

        Data next() throws IOException {
            return Data.parse(lines.readLine());
        }

        @Override
        public void close() throws IOException {
            client.shutdownOutput();
            try {
                serving.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            client.close();
            accepted.close();
            listening.close();
        }
    }

    @Test
    void a_client_with_many_requests_can_still_cancel_them() throws Exception {
        try (Server server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0));
                Lines lines = new Lines(server, Role.PARTICIPANT)) {
            for (int id = 1; id <= 40; id++) {
                lines.call(id, "wait_for_work", "{\"seconds\":60}");
            }
            for (int id = 1; id <= 40; id++) {
                lines.cancel(id);
            }
            Set<String> answered = new TreeSet<>();
            while (answered.size() < 40) {
                answered.add(lines.next().at("id").json());
            }
        }
    }

    /** Four searches run at once, others wait: all end long before their limit of 30 seconds when the client cancels them. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void a_question_that_never_ends_ends_when_it_is_cancelled() throws Exception {
        try (Server server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0));
                Lines lines = new Lines(server, Role.PARTICIPANT)) {
            for (int id = 1; id <= 6; id++) {
                lines.call(id, "query_history", "{\"goal\":\"(repeat, fail)\"}");
            }
            for (int id = 1; id <= 6; id++) {
                lines.cancel(id);
            }
            Set<String> answered = new TreeSet<>();
            while (answered.size() < 6) {
                Data answer = lines.next();
                answered.add(answer.at("id").json());
                assertThat(answer.at("result").at("structuredContent").at("code").text()).isEqualTo("MR-8085");
            }
            // The places are free again.
            lines.call(7, "query_history", "{\"goal\":\"X = 1\"}");
            assertThat(lines.next().at("result").at("structuredContent").at("holds").truth()).isTrue();
        }
    }

    private static void send(OutputStream to, String line) throws IOException {
        to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        to.flush();
    }
}
