package io.millrace.store.rocksdb;

import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.journal.StoreException;
import io.millrace.command.Effect;
import io.millrace.kernel.Steps;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an engine makes of a disk that is full or that has damaged its journal. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class EngineOnBadDiskTest {
    private static final Steps PROCESS = Steps.of("order", handler("pay"));

    @TempDir
    Path temporary = Path.of("");

    @Test
    void a_full_disk_refuses_commands_and_loses_nothing_and_the_engine_goes_on_when_there_is_room() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(temporary.resolve("disk"))) {
            fillAndGoOn(disk.root());
        }
    }

    private static Millrace open(Path journal) {
        RocksSettings settings = RocksSettings.standard().withReserveBytes(0).withWriteBufferBytes(4 << 20);
        return Millrace.builder().everything().store(RocksStore.open(journal, settings)).open();
    }

    private static void fillAndGoOn(Path disk) throws IOException, InterruptedException {
        Path ballast = Files.write(disk.resolve("ballast"), new byte[18 << 20]);
        Path journal = disk.resolve("journal");
        List<CaseId> acknowledged = new ArrayList<>();
        CountDownLatch full = new CountDownLatch(1);
        Semaphore ended = new Semaphore(0);
        try (Millrace mill = open(journal)) {
            mill.deploy(PROCESS);
            // No work is done before the disk is full, so none of its results can be recorded then.
            mill.on("pay", work -> {
                full.await();
                return Data.fields("paid", true);
            });
            mill.listen(effect -> {
                if (effect instanceof Effect.AnnounceEnd) {
                    ended.release();
                }
            });
            for (int refused = 0; refused < 5; ) {
                refused += start(mill, acknowledged) ? 0 : 1;
            }
            assertThat(mill.find(acknowledged.getFirst()).status().isOpen()).isTrue();
            full.countDown();
            assertThat(mill.cases(CaseQuery.ALL, null, 1_000_000).items()).hasSameSizeAs(acknowledged);

            Files.delete(ballast);
            ended.acquire(acknowledged.size());
            assertThat(start(mill, acknowledged)).isTrue();
            assertThat(mill.find(acknowledged.getLast()).result().at("paid")).isEqualTo(Data.of(true));
        }
        try (Millrace mill = open(journal)) {
            assertThat(mill.cases(CaseQuery.ALL.inState(CaseStatus.COMPLETED), null, 1_000_000).items())
                    .allSatisfy(info -> assertThat(info.outcome().at("paid")).isEqualTo(Data.of(true)))
                    .extracting(info -> info.id())
                    .containsExactlyElementsOf(acknowledged);
        }
    }

    private static boolean start(Millrace mill, List<CaseId> acknowledged) {
        try {
            Case started = mill.start("order", Data.fields("letter", "x".repeat(30_000)));
            acknowledged.add(started.id());
            return true;
        } catch (RefusedException e) {
            assertThat(e.problem().code()).isEqualTo(Code.DISK_FULL);
            return false;
        }
    }

    @Test
    void a_damaged_journal_is_refused_with_the_place_and_a_way_out() throws IOException {
        Path journal = temporary.resolve("journal");
        try (Millrace mill = Millrace.open(journal)) {
            mill.deploy(Steps.of("review", people("check")));
            for (int i = 0; i < 50; i++) {
                mill.start("review");
            }
        }
        Path log;
        try (Stream<Path> files = Files.walk(journal)) {
            log = files.filter(file -> file.toString().endsWith(".log")).findFirst().orElseThrow();
        }
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
            file.seek(file.length() / 2);
            int damaged = file.read() ^ 0x10;
            file.seek(file.length() / 2);
            file.write(damaged);
        }
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> Millrace.open(journal).close())
                .withMessageContaining("The journal is damaged at ")
                .withMessageContaining(log.getFileName().toString())
                .withMessageContaining("Restore the directory from a backup; nothing was changed. (MR-7002)");
    }
}
