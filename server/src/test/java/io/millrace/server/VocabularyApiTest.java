package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class VocabularyApiTest {
    @TempDir
    Path directory;

    @Test
    void every_example_can_be_asked_also_those_of_deployed_rules() throws Exception {
        try (Server server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0))) {
            DocumentClient client = new DocumentClient(server.address(), Map.of());
            String rules = ":- language(history).\ninitiates(start(_, Who, _), on_duty(Who)).\nterminates(end(_, Who, _), on_duty(Who)).\nboth(A, B) :- did(A, _, C), did(B, _, C), A @< B.\n";
            client.call("deployProcess", Data.fields("file", "duty.pl", "source", rules)).good();
            client.call("deployProcess", Data.fields("file", "claim.pl", "source", Secured.CLAIM)).good();
            client.call("startCase", Data.fields("process", "claim")).good();
            List<Data> words = client.call("getVocabulary").good().at("words").asList(Data.class);
            assertThat(words).extracting(word -> word.at("name").text()).contains("holds_at", "late", "waiting", "end", "on_duty", "both");
            assertThat(words).filteredOn(word -> word.has("process")).allMatch(word -> word.at("process").text().equals("duty")).hasSize(2);
            for (Data word : words) {
                client.call("askHistory", Data.fields("goal", word.at("example").text(), "most", 1)).good();
            }
            assertThat(Caller.of(server).with("Millrace-Tenant", "other").get("/questions/vocabulary").good().at("words").asList(Data.class))
                    .noneMatch(word -> word.has("process"));
            assertThat(Caller.of(server).get("/questions/vocabulary?x=1").code()).isEqualTo("MR-8001");
        }
    }
}
