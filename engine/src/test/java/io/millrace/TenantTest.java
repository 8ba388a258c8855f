package io.millrace;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.kernel.Steps;
import io.millrace.query.CaseQuery;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.TimerInfo;
import io.millrace.query.WorkQuery;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tenant sees all of its own and nothing of the others. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class TenantTest {
    private final Millrace mill = Millrace.builder().everything().store(new MemoryStore()).open();
    private final Tenant one = mill.tenant("one");
    private final Tenant two = mill.tenant("two");

    @AfterEach
    void close() {
        mill.close();
    }

    @Test
    void processes_people_cases_and_work_belong_to_one_tenant() {
        one.deploy(Steps.of("p", people("a")));
        one.participant("anna", "clerk");
        Case started = one.start("p", Data.fields("n", 1));
        assertThat(one.processes()).containsExactly("p");
        assertThat(one.participants()).singleElement().satisfies(anna -> assertThat(anna.name()).isEqualTo("anna"));
        assertThat(one.cases(CaseQuery.ALL, null, 10).items()).hasSize(1);
        assertThat(one.work(WorkQuery.ALL, null, 10).items()).hasSize(1);
        assertThat(one.worklist("anna")).hasSize(1);
        assertThat(two.processes()).isEmpty();
        assertThat(two.participants()).isEmpty();
        assertThat(two.cases(CaseQuery.ALL, null, 10).items()).isEmpty();
        assertThat(two.worklist("anna")).isEmpty();
        assertThat(mill.cases(CaseQuery.ALL, null, 10).items()).isEmpty();
        assertThatThrownBy(() -> two.find(started.id()).details()).hasMessageContaining("MR-1003");
        one.as("anna").complete(one.worklist("anna").getFirst().id(), Data.fields("m", 2));
        assertThat(one.find("1").result()).isEqualTo(Data.fields("m", 2, "n", 1));
    }

    @Test
    void timers_do_not_leak_between_tenants() {
        for (Tenant tenant : List.of(one, two)) {
            tenant.deploy(Steps.of("w", new Steps.Step.Wait(Duration.ofDays(1))));
            tenant.start("w");
        }
        two.start("w");
        assertThat(one.timers(null, 10).items()).extracting(TimerInfo::tenant).containsExactly("one");
        assertThat(two.timers(null, 10).items()).extracting(TimerInfo::tenant).containsExactly("two", "two");
        assertThat(mill.timers(null, 10).items()).isEmpty();
        var page = two.timers(null, 1);
        assertThat(page.items()).hasSize(1);
        assertThat(two.timers(page.cursor(), 1).items()).hasSize(1);
    }

    @Test
    void signals_reach_the_cases_of_their_tenant() {
        for (Tenant tenant : List.of(one, two)) {
            tenant.deploy(io.millrace.activity.ActivityProcess.named(
                    "s", io.millrace.activity.Activities.signal("go").result("got")));
        }
        Case first = one.start("s");
        Case second = two.start("s");
        one.signal("go", Data.of(1));
        assertThat(first.result().at("got")).isEqualTo(Data.of(1));
        assertThat(second.status().isOpen()).isTrue();
    }

    @Test
    void the_history_of_a_tenant_has_its_own_events_only() throws InterruptedException {
        LinkedBlockingQueue<HistoryEvent> followed = new LinkedBlockingQueue<>();
        two.history().follow(null, followed::add);
        for (Tenant tenant : List.of(one, two)) {
            tenant.deploy(Steps.of("p", people("a")));
            tenant.start("p");
        }
        List<HistoryEvent> events = two.history().all(null, 1_000, History.Order.OLDEST_FIRST).items();
        assertThat(events).isNotEmpty().allSatisfy(event -> assertThat(event.tenant()).isEqualTo("two"));
        assertThat(events).containsAll(two.history().ofCase(CaseId.root(1), null, 1_000, History.Order.OLDEST_FIRST).items());
        for (HistoryEvent event : events) {
            assertThat(followed.take()).isEqualTo(event);
        }
        assertThat(mill.history().all(null, 1_000, History.Order.OLDEST_FIRST).items())
                .as("the engine's history has every tenant")
                .extracting(HistoryEvent::tenant)
                .contains("one", "two");
    }
}
