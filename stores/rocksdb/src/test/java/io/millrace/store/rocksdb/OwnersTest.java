package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.millrace.OwnedCalls;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnersTest {
    @Test
    void a_store_reads_no_clock_waits_for_no_time_makes_no_threads_and_draws_no_lots() {
        assertThat(OwnedCalls.violations(
                        new ClassFileImporter().importUrl(RocksProvider.class.getProtectionDomain().getCodeSource().getLocation()),
                        List.of(OwnedCalls.Owner.of(RocksOnlooker.class.getName(), "Another process writes what it waits for.", OwnedCalls.Kind.WAIT))))
                .isEmpty();
    }
}
