package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Millrace;
import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseQuery;
import io.millrace.query.WorkQuery;
import io.millrace.server.backup.Backup;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import io.millrace.server.security.Keys;
import io.millrace.store.rocksdb.RocksSettings;
import io.millrace.store.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class BackupTest {
    @TempDir
    Path directory;

    private static void deploy(Caller caller) throws Exception {
        caller.post("/processes", Data.fields("file", "claim.pl", "source", Secured.CLAIM)).good();
    }

    @Test
    void a_backup_under_load_holds_everything_that_was_acknowledged_before_and_goes_on() throws Exception {
        Path copy = directory.resolve("copies/one");
        TreeSet<String> before;
        String admin;
        try (Secured secured = new Secured(directory)) {
            admin = secured.keys.add(ApiKey.Wanted.of("root", "main", Role.ADMINISTRATOR)).secret();
            Caller caller = secured.nobody().as(admin);
            deploy(caller);
            ConcurrentSkipListSet<String> acknowledged = new ConcurrentSkipListSet<>();
            AtomicBoolean over = new AtomicBoolean();
            List<Thread> clients = IntStream.range(0, 4)
                    .mapToObj(i -> Thread.ofVirtual().start(() -> {
                        try {
                            while (!over.get()) {
                                acknowledged.add(caller.post("/cases", Data.fields("process", "claim")).good().at("case").text());
                            }
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    }))
                    .toList();
            while (acknowledged.size() < 300) {
                Thread.onSpinWait();
            }
            before = new TreeSet<>(acknowledged);
            Backup.Made made = Backup.make(secured.journal, copy, true, rows -> {});
            assertThat(made.rows()).isGreaterThan(300);
            over.set(true);
            for (Thread client : clients) {
                client.join();
            }
        }
        // The copy takes the place of a journal that is lost.
        Path restored = directory.resolve("restored");
        Backup.restore(copy, restored, true, rows -> {});
        try (Server server = Server.open(ServerSettings.of(restored).port(0))) {
            Caller caller = Caller.of(server);
            assertThat(caller.get("/cases").code()).as("its keys are there, so security is on").isEqualTo("MR-8004");
            Caller root = caller.as(admin);
            TreeSet<String> found = new TreeSet<>();
            server.mill().cases(CaseQuery.ALL).forEach(each -> found.add(each.id().toString()));
            assertThat(found).containsAll(before);
            String some = before.first();
            root.post("/work/" + some + "%231/complete", Data.fields("output", "no")).good();
            assertThat(root.get("/cases/" + some).good().at("state").text()).isEqualTo("completed");
            assertThat(root.post("/cases", Data.fields("process", "claim")).good().at("case").text()).isNotIn(found);
        }
    }

    @Test
    void a_server_makes_backups_when_an_administrator_asks() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Caller admin = secured.caller("root", Role.ADMINISTRATOR);
            deploy(admin);
            Data made = admin.post("/backups", Data.fields("replay", true)).good();
            assertThat(made.at("rows").asInt()).isPositive();
            assertThat(admin.get("/backups").good().at("items").asList(Data.class)).containsExactly(Data.fields("backup", made.at("backup").text()));
            Path copy = directory.resolve("journal-backups").resolve(made.at("backup").text());
            assertThat(copy).isDirectory();
            assertThat(Keys.directory(copy).resolve("keys.json")).exists();
            assertThat(secured.caller("op", Role.OPERATOR).post("/backups", Data.fields()).code()).isEqualTo("MR-8005");
            Caller other = secured.nobody().as(secured.keys.add(ApiKey.Wanted.of("eve", "other", Role.ADMINISTRATOR)).secret());
            assertThat(other.post("/backups", Data.fields()).code()).isEqualTo("MR-8034");
            assertThat(other.get("/backups").code()).isEqualTo("MR-8034");
        }
    }

    @Test
    void what_is_there_is_never_overwritten_and_what_is_unfinished_is_no_backup() throws Exception {
        Path journal = directory.resolve("journal");
        try (Server server = Server.open(ServerSettings.of(journal).port(0))) {
            deploy(Caller.of(server));
        }
        Path taken = directory.resolve("taken");
        Files.createDirectories(taken);
        assertThatThrownBy(() -> Backup.make(journal, taken, false, rows -> {}))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("MR-8016")
                .hasMessageContaining("is there already");
        assertThatThrownBy(() -> Backup.make(journal, journal.resolve("within"), false, rows -> {})).hasMessageContaining("within the journal");
        assertThatThrownBy(() -> Backup.make(directory.resolve("none"), directory.resolve("copy"), false, rows -> {}))
                .hasMessageContaining("none");
        assertThat(directory.resolve("copy")).doesNotExist();
        // A crash in the middle leaves a directory of another name, which the next attempt removes.
        Files.createDirectories(directory.resolve("copy.unfinished"));
        Files.writeString(directory.resolve("copy.unfinished/FORMAT"), "nonsense");
        Backup.make(journal, directory.resolve("copy"), true, rows -> {});
        assertThat(directory.resolve("copy.unfinished")).doesNotExist();
        assertThat(directory.resolve("copy")).isDirectory();
    }

    @Test
    void a_journal_without_one_of_its_files_is_not_copied() throws Exception {
        Path journal = directory.resolve("journal");
        try (Server server = Server.open(ServerSettings.of(journal).port(0))) {
            deploy(Caller.of(server));
            Caller.of(server).post("/cases", Data.fields("process", "claim")).good();
        }
        // Opening moves what is in the log to tables.
        try (Server server = Server.open(ServerSettings.of(journal).port(0))) {
            Caller.of(server).post("/cases", Data.fields("process", "claim")).good();
        }
        List<Path> files = files(journal);
        assertThat(files).hasSizeGreaterThan(4);
        for (Path file : files) {
            byte[] whole = Files.readAllBytes(file);
            Files.delete(file);
            assertThatThrownBy(() -> Backup.restore(journal, directory.resolve("copy"), false, rows -> {}))
                    .as("%s", file)
                    .hasMessageContaining("MR-7002")
                    .hasMessageMatching(file.toString().endsWith(".sst") ? ".*" + file.getFileName() + ": the file is missing.*" : ".* are missing.*");
            assertThat(directory.resolve("copy")).doesNotExist();
            assertThat(directory.resolve("copy.unfinished")).doesNotExist();
            Files.write(file, whole);
        }
        Backup.restore(journal, directory.resolve("copy"), true, rows -> {});
        // The engine has its tables open and does not notice; whoever copies them does.
        try (Server server = Server.open(ServerSettings.of(journal).port(0))) {
            Files.delete(files(journal).stream().filter(file -> file.toString().endsWith(".sst")).findFirst().orElseThrow());
            Caller.Answered answered = Caller.of(server).post("/backups", Data.fields());
            assertThat(answered.code()).isEqualTo("MR-7002");
            assertThat(answered.status()).isEqualTo(503);
            assertThat(directory.resolve("journal-backups")).isEmptyDirectory();
        }
    }

    /** The tables, and the log if it has commits. */
    private static List<Path> files(Path journal) throws IOException {
        try (Stream<Path> files = Files.list(journal.resolve("data"))) {
            return files.filter(file -> file.toString().endsWith(".sst") || file.toString().endsWith(".log") && file.toFile().length() > 0)
                    .sorted()
                    .toList();
        }
    }

    @Test
    void backups_lose_nothing_while_the_engine_rewrites_its_tables() throws Exception {
        Path journal = directory.resolve("journal");
        RocksStore store = RocksStore.open(journal, RocksSettings.standard().withWriteBufferBytes(4 << 20));
        AtomicInteger started = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        try (Millrace mill = Millrace.builder().everything().store(store).open()) {
            mill.deploy(ActivityProcess.named("order", Activities.work("pack").role("clerk")));
            Data letter = Data.fields("letter", "x".repeat(2_000));
            List<Thread> writers = IntStream.range(0, 8)
                    .mapToObj(i -> Thread.ofVirtual().start(() -> {
                        while (!over.get()) {
                            mill.start("order", letter);
                            started.incrementAndGet();
                        }
                    }))
                    .toList();
            try {
                for (int i = 0; i < 8; i++) {
                    Path copy = directory.resolve("copy" + i);
                    int before = started.get();
                    Backup.make(journal, copy, i % 4 == 0, rows -> {});
                    try (Millrace copied = Millrace.open(copy)) {
                        long cases = copied.cases(CaseQuery.ALL).count();
                        assertThat(cases).isGreaterThanOrEqualTo(before);
                        assertThat(copied.work(WorkQuery.ALL).count()).isEqualTo(cases);
                    }
                }
            } finally {
                over.set(true);
                for (Thread writer : writers) {
                    writer.join();
                }
            }
        }
    }
}
