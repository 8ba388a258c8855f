package io.millrace.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.journal.MemoryStore;
import io.millrace.query.CaseStatus;
import io.millrace.query.WorkQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class ClaimsTest {
    @TempDir
    private Path temporary;

    private final Millrace mill =
            Millrace.builder().everything().store(new MemoryStore()).open();

    private Path ledger = Path.of("");

    @BeforeEach
    void open() {
        ledger = temporary.resolve("ledger");
        mill.deploy(new Claims().process());
        Claims.equip(mill, ledger);
    }

    @AfterEach
    void close() {
        mill.close();
    }

    @Test
    void a_small_claim_is_paid_without_people() throws IOException {
        Case claim = start("P-1", 120, "DE-1");
        assertThat(claim.result().at("outcome").text()).isEqualTo("paid");
        assertThat(Files.readString(ledger)).isEqualTo(claim.id() + "#2 120 DE-1\n");
    }

    @Test
    void a_claim_that_is_not_small_waits_for_an_adjuster_and_a_large_one_for_the_manager() {
        Case claim = start("P-1", 9_000, "DE-1");
        complete(claim, "anna", Data.fields("approved", true));
        complete(claim, "carla", Data.fields("approved", true));
        assertThat(claim.result().at("outcome").text()).isEqualTo("paid");
    }

    @Test
    void a_claim_that_is_not_covered_is_explained_to_the_claimant() {
        Case claim = start("X-1", 120, "DE-1");
        complete(claim, "ben", Data.nothing());
        assertThat(claim.result().at("outcome").text()).isEqualTo("rejected");
    }

    @Test
    void a_register_and_a_bank_that_do_not_answer_are_asked_again() {
        Case claim = start("S-1", 120, "slow-1");
        assertThat(claim.result().at("payment").at("amount").asInt()).isEqualTo(120);
    }

    @Test
    void a_payment_that_never_works_waits_as_an_incident_until_someone_puts_it_right() {
        Case claim = start("P-1", 120, "closed-1");
        WorkId payment = awaitIncident();
        assertThat(claim.status()).isEqualTo(CaseStatus.RUNNING);
        mill.operator().because("paid by cheque").complete(payment, Data.fields("cheque", 7));
        assertThat(claim.result().at("payment").at("cheque").asInt()).isEqualTo(7);
    }

    private Case start(String policy, int amount, String account) {
        return mill.start(
                Claims.NAME, Data.of(new Claims.Claim(policy, "Ada", amount, account)), "claim-" + policy + account);
    }

    private void complete(Case claim, String who, Data output) {
        while (mill.worklist(who).isEmpty()) {
            mill.whenQuiet().join();
            Thread.onSpinWait();
        }
        assertThat(claim.work()).hasSize(1);
        mill.as(who).complete(mill.worklist(who).getFirst().id(), output);
    }

    private WorkId awaitIncident() {
        while (true) {
            var page = mill.work(WorkQuery.ALL.onlyIncidents(), null, 1);
            if (!page.items().isEmpty()) {
                return page.items().getFirst().item().id();
            }
            Thread.onSpinWait();
        }
    }
}
