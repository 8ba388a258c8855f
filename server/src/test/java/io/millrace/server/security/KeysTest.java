package io.millrace.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of API keys. */
class KeysTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    @TempDir
    Path directory;

    private Keys open() {
        return Keys.in(directory, InstantSource.fixed(NOW));
    }

    private Path file() {
        return directory.resolve("keys.json");
    }

    @Test
    void a_secret_is_shown_once_and_stored_as_a_hash() throws IOException {
        Keys.Created created = open().add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR));
        assertThat(created.secret()).matches("mk_[0-9a-f]{12}_[A-Za-z0-9_-]{43}");
        assertThat(created.toString()).doesNotContain(created.secret());
        assertThat(created.key().toString()).doesNotContain(created.secret());
        assertThat(Files.readString(file())).contains(Keys.sha256(created.secret())).doesNotContain(created.secret());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file()))).isEqualTo("rw-------");
        assertThat(open().find(created.secret())).contains(created.key());
    }

    @Test
    void two_secrets_are_never_the_same_and_a_changed_one_is_unknown() {
        Keys keys = open();
        String one = keys.add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR)).secret();
        String other = keys.add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR)).secret();
        assertThat(one).isNotEqualTo(other);
        for (int i = 0; i < one.length(); i++) {
            String changed = one.substring(0, i) + (one.charAt(i) == 'x' ? 'y' : 'x') + one.substring(i + 1);
            assertThat(keys.find(changed)).as(changed).isEmpty();
        }
        assertThat(keys.find(one.substring(0, 15) + other.substring(15))).isEmpty();
        assertThat(keys.find("")).isEmpty();
        assertThat(keys.find(one + "A")).isEmpty();
    }

    @Test
    void everything_about_a_key_is_there_after_a_restart() {
        ApiKey.Wanted wanted = ApiKey.Wanted.of("pay", "acme", Role.WORKER)
                .actingForOthers()
                .within(new Identity.Scope(Set.of("pay", "refund"), Set.of("order")))
                .until(NOW.plusSeconds(60));
        ApiKey key = open().add(wanted).key();
        open().revoke("acme", key.id());
        ApiKey after = open().all().getFirst();
        assertThat(after).isEqualTo(key.revokedAt(NOW));
        assertThat(after.created()).isEqualTo(NOW);
        assertThat(after.isUsable(NOW)).isFalse();
    }

    @Test
    void a_key_ends_at_its_instant() {
        ApiKey key = open().add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR).until(NOW.plusSeconds(60))).key();
        assertThat(key.isUsable(NOW.plusSeconds(59))).isTrue();
        assertThat(key.isUsable(NOW.plusSeconds(60))).isFalse();
    }

    @Test
    void a_damaged_file_is_refused_and_not_changed() throws IOException {
        Keys keys = open();
        keys.add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR));
        List<ApiKey> known = keys.all();
        byte[] whole = Files.readAllBytes(file());
        for (int i = 0; i < whole.length - 1; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 1;
            Files.write(file(), damaged);
            assertRefused(damaged);
            Files.write(file(), Arrays.copyOf(whole, i));
            assertRefused(Arrays.copyOf(whole, i));
        }
        // A server that runs keeps the keys that it knows, and does not write over the file.
        assertThat(keys.all()).isEqualTo(known);
        byte[] found = Files.readAllBytes(file());
        assertThatThrownBy(() -> keys.add(ApiKey.Wanted.of("ben", "main", Role.OPERATOR))).isInstanceOf(RefusedException.class);
        assertThat(Files.readAllBytes(file())).isEqualTo(found);
    }

    private void assertRefused(byte[] content) throws IOException {
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.code()).isEqualTo(Code.KEYS_DAMAGED))
                .hasMessageContaining("keys.json");
        assertThat(Files.readAllBytes(file())).isEqualTo(content);
    }

    @Test
    void a_crash_while_writing_leaves_the_keys_as_they_were() throws IOException {
        Keys.Created created = open().add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR));
        Files.writeString(directory.resolve("keys.json.next"), "{\"format\":1,");
        Keys keys = open();
        assertThat(keys.find(created.secret())).isPresent();
        keys.add(ApiKey.Wanted.of("ben", "main", Role.OPERATOR));
        assertThat(open().all()).extracting(ApiKey::name).containsExactly("anna", "ben");
    }

    @Test
    void keys_that_several_make_at_once_are_all_there() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Keys own = open();
            threads.add(Thread.ofPlatform().start(() -> {
                for (int j = 0; j < 10; j++) {
                    own.add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR));
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(open().all()).extracting(ApiKey::id).hasSize(40).doesNotHaveDuplicates();
    }

    @Test
    void what_another_process_changes_counts_at_once() {
        Keys server = open();
        Keys command = open();
        Keys.Created created = command.add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR));
        assertThat(server.find(created.secret())).isPresent();
        command.revoke(null, "anna");
        assertThat(server.find(created.secret()).orElseThrow().revoked()).isEqualTo(NOW);
    }

    @Test
    void a_name_revokes_all_its_keys_in_one_tenant() {
        Keys keys = open();
        keys.add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR));
        keys.add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR));
        ApiKey foreign = keys.add(ApiKey.Wanted.of("anna", "acme", Role.OPERATOR)).key();
        assertThat(keys.revoke("main", "anna")).hasSize(2);
        assertThat(keys.all()).filteredOn(key -> key.revoked() == null).containsExactly(foreign);
        assertThatThrownBy(() -> keys.revoke("main", foreign.id())).hasMessageContaining("MR-8031");
    }

    @Test
    void keys_that_make_no_sense_are_refused() {
        Keys keys = open();
        List<ApiKey.Wanted> wrong = List.of(
                ApiKey.Wanted.of(" ", "main", Role.OPERATOR),
                ApiKey.Wanted.of("a\nb", "main", Role.OPERATOR),
                ApiKey.Wanted.of("a".repeat(101), "main", Role.OPERATOR),
                ApiKey.Wanted.of("anna", "", Role.OPERATOR),
                ApiKey.Wanted.of("anna", "main"),
                ApiKey.Wanted.of("anna", "main", Role.OPERATOR).until(NOW),
                ApiKey.Wanted.of("anna", "main", Role.WORKER, Role.OPERATOR).within(new Identity.Scope(Set.of("pay"), Set.of())));
        for (ApiKey.Wanted each : wrong) {
            assertThatThrownBy(() -> keys.add(each)).hasMessageContaining("MR-8032");
        }
        assertThat(file()).doesNotExist();
    }
}
