package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Quick search, for those who may see everything and for those who may not. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SearchTest {
    @TempDir
    Path directory;

    private static List<String> found(Caller caller, String text) throws Exception {
        return caller.get("/search?text=" + URLEncoder.encode(text, StandardCharsets.UTF_8)).good().at("results").asList(Data.class).stream()
                .map(each -> each.at("kind").text() + " " + each.at("id").text())
                .toList();
    }

    @Test
    void everybody_finds_what_they_may_see() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Caller root = secured.caller("root", Role.ADMINISTRATOR);
            root.put("/participants/anna", Data.fields("roles", List.of("clerks"))).good();
            root.put("/participants/susanna", Data.fields("roles", List.of("bank"))).good();
            root.post("/processes", Data.fields("file", "claim.pl", "source", Secured.CLAIM)).good();
            root.post("/processes", Data.fields("file", "review.pl", "source", "initial_activity(read). final_activity(read).")).good();
            for (String key : List.of("K-1", "K-12", "Ä/#%", "L-1")) {
                root.post("/cases", Data.fields("process", "claim", "key", key)).good();
            }
            assertThat(found(root, "K-1")).containsExactly("case 1", "case 2");
            assertThat(found(root, "K-12")).containsExactly("case 2");
            assertThat(found(root, "Ä/#")).containsExactly("case 3");
            assertThat(found(root, "4")).containsExactly("case 4");
            assertThat(found(root, "4#1")).containsExactly("work 4#1");
            assertThat(found(root, "CLAI")).containsExactly("process claim");
            assertThat(found(root, "anna")).containsExactly("participant anna", "participant susanna");
            assertThat(found(root, "rea")).containsExactly("task read");
            assertThat(found(root, "")).isEmpty();
            Caller anna = secured.caller("anna", Role.PARTICIPANT);
            assertThat(found(anna, "K-1")).isEmpty();
            assertThat(found(anna, "4")).as("her own work of the case, and not the case").containsExactly("work 4#1");
            assertThat(found(anna, "anna")).isEmpty();
            assertThat(found(anna, "claim")).contains("process claim", "work 1#1");
            Caller susanna = secured.caller("susanna", Role.PARTICIPANT);
            assertThat(found(susanna, "4")).isEmpty();
            assertThat(found(susanna, "4#1")).isEmpty();
            Caller other = secured.caller(ApiKey.Wanted.of("eve", "other", Role.ADMINISTRATOR));
            for (String text : List.of("K-1", "4", "4#1", "claim", "anna", "rea")) {
                assertThat(found(other, text)).as(text).isEmpty();
            }
            assertThat(found(secured.caller("unknown", Role.PARTICIPANT), "4")).isEmpty();
            assertThat(found(secured.caller("robot", Role.WORKER), "K-1")).isEmpty();
        }
    }

    @Test
    void there_are_never_more_than_twenty_and_nonsense_finds_nothing() throws Exception {
        try (Server server = Server.open(ServerSettings.of(directory.resolve("open")).port(0))) {
            Caller caller = Caller.of(server);
            for (int i = 0; i < 30; i++) {
                caller.put("/participants/a" + i, Data.fields()).good();
                caller.post("/processes", Data.fields("file", "a" + i + ".pl", "source", "initial_activity(a). final_activity(a).")).good();
                caller.post("/cases", Data.fields("process", "a" + i, "key", "a" + i)).good();
            }
            assertThat(found(caller, "a")).hasSize(20).anyMatch(each -> each.startsWith("task")).anyMatch(each -> each.startsWith("case"));
            for (String nonsense : List.of("\u0000", "../..", "9".repeat(18) + ".1", "9".repeat(40), "1#", "#1", "1.0", "-1", "%", "'\"<script>", "😀", "\\", "1#999999999", "1#9999999999", "1.999999999#1")) {
                assertThat(found(caller, nonsense)).as(nonsense).isEmpty();
            }
            assertThat(caller.get("/search").code()).isEqualTo("MR-8001");
            assertThat(caller.get("/search?text=" + "x".repeat(201)).code()).isEqualTo("MR-8001");
            assertThat(caller.get("/search?text=a&text=b").code()).isEqualTo("MR-8001");
        }
    }
}
