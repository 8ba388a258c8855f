package io.millrace.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that are sent again under the same id. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RepeatsTest {
    private final AtomicInteger made = new AtomicInteger();
    private final Endpoint endpoint = making(exchange -> Reply.created(Data.fields("made", made.incrementAndGet())));

    private static Endpoint making(Endpoint.Action action) {
        return Endpoint.post("/things", "makeThing")
                .access(Access.KEYS)
                .body(Schema.object(null, "", Schema.may("name", Schema.text(""))))
                .once()
                .does(action);
    }

    private static Reply send(Endpoint endpoint, String who, Map<String, String> headers, String content) throws Exception {
        Identity identity = new Identity(who, "main", Set.of(Role.ADMINISTRATOR), null);
        return endpoint.action().answer(new Exchange(endpoint, Map.of(), headers, content.getBytes(StandardCharsets.UTF_8), identity));
    }

    private int number(String who, String request, String content) throws Exception {
        return ((Reply.Json) send(endpoint, who, Map.of("idempotency-key", request), content)).body().at("made").asInt();
    }

    @Test
    void a_repeat_is_answered_as_the_first_was() throws Exception {
        assertThat(number("ann", "r1", "{}")).isEqualTo(1);
        assertThat(number("ann", "r1", "{}")).isEqualTo(1);
        assertThat(number("ann", "r2", "{}")).as("another id").isEqualTo(2);
        assertThat(number("bob", "r1", "{}")).as("somebody else").isEqualTo(3);
        assertThatThrownBy(() -> number("ann", "r1", "{\"name\":\"x\"}"))
                .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.code()).isEqualTo(Code.REQUEST_REUSED));
        send(endpoint, "ann", Map.of(), "{}");
        send(endpoint, "ann", Map.of(), "{}");
        assertThat(made).as("without an id each is carried out").hasValue(5);
    }

    @Test
    void an_empty_id_is_refused() {
        for (String empty : List.of("", "  ")) {
            assertThatThrownBy(() -> number("ann", empty, "{}"))
                    .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.code()).isEqualTo(Code.BAD_REQUEST));
        }
        assertThat(made).hasValue(0);
    }

    @Test
    void repeats_while_the_first_runs_wait_for_it() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch allowed = new CountDownLatch(1);
        Endpoint slow = making(exchange -> {
            running.countDown();
            allowed.await();
            return Reply.created(Data.fields("made", made.incrementAndGet()));
        });
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Reply>> replies = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                replies.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        return send(slow, "ann", Map.of("idempotency-key", "r"), "{}");
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                }, threads));
            }
            running.await();
            assertThat(replies).noneMatch(CompletableFuture::isDone);
            allowed.countDown();
            assertThat(replies).extracting(CompletableFuture::join).containsOnly(Reply.created(Data.fields("made", 1)));
        }
    }

    @Test
    void what_failed_is_tried_again() throws Exception {
        Endpoint weak = making(exchange -> {
            return switch (made.incrementAndGet()) {
                case 1 -> throw new RefusedException(Code.UNKNOWN_CASE.with("7"));
                case 2 -> throw new StackOverflowError();
                default -> Reply.done();
            };
        });
        Map<String, String> named = Map.of("idempotency-key", "r");
        assertThatThrownBy(() -> send(weak, "ann", named, "{}")).isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> send(weak, "ann", named, "{}")).isInstanceOf(StackOverflowError.class);
        assertThat(send(weak, "ann", named, "{}").status()).isEqualTo(204);
        assertThat(send(weak, "ann", named, "{}").status()).isEqualTo(204);
        assertThat(made).hasValue(3);
    }

    @Test
    void old_answers_are_forgotten_when_there_are_many() throws Exception {
        assertThat(number("ann", "first", "{}")).isEqualTo(1);
        for (int i = 0; i < 1_500; i++) {
            number("ann", "r" + i, "{}");
        }
        assertThat(number("ann", "r1499", "{}")).isEqualTo(1_501);
        assertThat(number("ann", "first", "{}")).as("carried out again").isEqualTo(1_502);
    }
}
