package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.command.Retention;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.language.Contract;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.query.WorkQuery;
import io.millrace.runtime.PayloadCodec;
import io.millrace.sim.Rig;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ListsTest {
    private static final Steps PROCESS =
            Steps.of(new Contract("p", Shape.any(), false, List.of("city")), people("a"), people("b"));
    private final Rig rig = Rig.with(PROCESS);

    private static <T> List<T> all(Function<String, Page<T>> list) {
        List<T> all = new ArrayList<>();
        String cursor = "";
        do {
            Page<T> page = list.apply(cursor);
            all.addAll(page.items());
            cursor = page.cursor();
        } while (cursor != null);
        return all;
    }

    private static @Nullable String orNull(String cursor) {
        return cursor.isEmpty() ? null : cursor;
    }

    @Test
    void lists_are_paged_by_cursor_forwards_and_backwards() {
        for (int i = 0; i < 7; i++) {
            rig.start("p", Data.fields("n", i));
        }
        List<CaseId> forwards = all(cursor -> rig.mill().cases(CaseQuery.ALL, orNull(cursor), 3)).stream().map(CaseInfo::id).toList();
        List<CaseId> backwards = all(cursor -> rig.mill().cases(CaseQuery.ALL.newestFirst(true), orNull(cursor), 3)).stream().map(CaseInfo::id).toList();
        assertThat(forwards).hasSize(7).isSorted();
        assertThat(backwards).isEqualTo(forwards.reversed());
        assertThat(all(cursor -> rig.mill().work(WorkQuery.ALL, orNull(cursor), 2))).hasSize(7).doesNotHaveDuplicates();
        assertThat(catchThrowable(() -> rig.mill().cases(CaseQuery.ALL, "not a cursor", 3)))
                .hasMessage("'not a cursor' is not a cursor of this list. Use the cursor that the last page gave, or none. (MR-2008)");
    }

    @Test
    void the_history_reads_the_same_in_both_directions_and_page_by_page() {
        CaseId id = rig.start("p");
        rig.done(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0));
        rig.done(new Command.Complete(new WorkId(id, 2), Data.nothing(), 0));
        List<String> whole = rig.history(id).stream().map(HistoryEvent::id).toList();
        List<String> paged = all(cursor -> rig.mill().find(id).history(orNull(cursor), 1)).stream().map(HistoryEvent::id).toList();
        List<String> back = all(cursor -> rig.mill().history().ofCase("main", id, orNull(cursor), 1, History.Order.NEWEST_FIRST))
                .stream().map(HistoryEvent::id).toList();
        assertThat(paged).isEqualTo(whole);
        assertThat(back).isEqualTo(whole.reversed());
        List<HistoryEvent> engine = all(cursor -> rig.mill().history().all(orNull(cursor), 1, History.Order.OLDEST_FIRST));
        assertThat(engine).extracting(HistoryEvent::id).containsSubsequence(whole);
    }

    @Test
    void a_page_of_the_history_has_no_more_events_than_asked_for() {
        CaseId id = rig.start("p");
        rig.done(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0));
        History history = rig.mill().history();
        for (History.Order order : History.Order.values()) {
            List<String> whole = history.all(null, 1_000, order).items().stream().map(HistoryEvent::id).toList();
            for (int limit = 1; limit <= whole.size() + 1; limit++) {
                int most = limit;
                assertThat(all(cursor -> atMost(most, history.all(orNull(cursor), most, order)))).extracting(HistoryEvent::id).isEqualTo(whole);
                assertThat(all(cursor -> atMost(most, history.ofCase("main", id, orNull(cursor), most, order))))
                        .extracting(HistoryEvent::id)
                        .isEqualTo(history.ofCase("main", id, null, 1_000, order).items().stream().map(HistoryEvent::id).toList());
            }
        }
        assertThat(history.ofCase("main", id, null, 1, History.Order.OLDEST_FIRST).cursor()).as("the page ends inside of a turn").contains(".");
        assertThat(catchThrowable(() -> history.all("1.2.3.4", 1, History.Order.OLDEST_FIRST))).hasMessageContaining("MR-2008");
        assertThat(catchThrowable(() -> history.all("1.x", 1, History.Order.OLDEST_FIRST))).hasMessageContaining("MR-2008");
    }

    private static <T> Page<T> atMost(int limit, Page<T> page) {
        assertThat(page.items().size()).isLessThanOrEqualTo(limit);
        return page;
    }

    @Test
    void cases_are_found_by_their_attributes_as_they_are_now() {
        CaseId id = rig.start("p", Data.fields("city", "Ulm"));
        rig.start("p", Data.fields("city", "Bonn"));
        assertThat(rig.mill().cases(CaseQuery.ofProcess("p").where("city", "Ulm"), null, 9).items()).extracting(CaseInfo::id).containsExactly(id);
        rig.done(new Command.Complete(new WorkId(id, 1), Data.fields("city", "Jena"), 0));
        assertThat(rig.mill().cases(CaseQuery.ofProcess("p").where("city", "Ulm"), null, 9).items()).isEmpty();
        assertThat(rig.mill().cases(CaseQuery.ofProcess("p").where("city", "Jena"), null, 9).items()).hasSize(1);
    }

    @Test
    void an_erased_case_is_gone_from_the_store_and_the_heap_and_its_number_is_not_used_again() {
        CaseId first = rig.start("p");
        CaseId last = rig.start("p");
        assertThat(catchThrowable(() -> rig.mill().retention().erasing("main", last)))
                .hasMessage("Cannot erase case '2': it has not ended. Cancel it, or wait for its end. (MR-1045)");
        rig.done(new Command.CancelCase(last, "enough"));
        StringWriter archive = new StringWriter();
        rig.mill().retention().archive("main", last, new Retention.Archive() {
            @Override
            public OutputStream file(Data reference) {
                throw new AssertionError("the case has no files");
            }

            @Override
            public Writer history() {
                return archive;
            }
        });
        assertThat(archive.toString()).contains("CaseStarted", "CaseCancelled");
        var erased = rig.mill().retention().erasing("main", last);
        rig.rest();
        assertThat(erased).isCompleted();
        assertThat(rig.refused(new Command.CancelCase(last, "again")).message()).startsWith("There is no case '2'.");
        assertThat(rig.history(last)).isEmpty();
        rig.restart(PROCESS);
        assertThat(rig.start("p")).isEqualTo(CaseId.root(3));
        assertThat(rig.work(first)).hasSize(1);
    }

    @Test
    void tenants_see_nothing_of_each_other() {
        CaseId mine = rig.start("p");
        assertThat(rig.ask(operator -> rig.mill().tenant("other").operator().ask(new Command.CancelCase(mine, "x"))))
                .isInstanceOf(Answer.Refused.class);
        assertThat(rig.ask(operator -> rig.mill().tenant("other").operator().ask(new Command.Start("p", 0, Data.fields(), null))))
                .isInstanceOf(Answer.Refused.class);
        rig.ask(operator -> rig.mill().tenant("other").operator().ask(new Command.Deploy(PROCESS)));
        assertThat(rig.ask(operator -> rig.mill().tenant("other").operator().ask(new Command.Start("p", 0, Data.fields(), null))))
                .isEqualTo(new Answer.Done(Data.of(1)));
        assertThat(rig.mill().cases(CaseQuery.ALL, null, 10).items()).hasSize(1);
    }

    @Test
    void the_history_reads_cases_of_one_number_in_two_tenants_each_in_its_own_language() {
        CaseId mine = rig.start("p");
        ActivityProcess process = ActivityProcess.named("q", Activities.work("review").result("review"));
        rig.ask(operator -> rig.mill().tenant("other").operator().ask(new Command.Deploy(process)));
        assertThat(rig.ask(operator -> rig.mill().tenant("other").operator().ask(new Command.Start("q", 0, Data.fields(), null))))
                .isEqualTo(new Answer.Done(Data.of(mine.root())));
        rig.done(new Command.Complete(new WorkId(mine, 1), Data.fields("n", 1), 0));
        rig.ask(operator ->
                rig.mill().tenant("other").operator().ask(new Command.Complete(new WorkId(mine, 1), Data.fields("n", 2), 0)));
        List<HistoryEvent> all = rig.mill().history().all(null, 1_000, History.Order.OLDEST_FIRST).items();
        for (String tenant : List.of("main", "other")) {
            assertThat(all.stream().filter(event -> event.tenant().equals(tenant) && mine.equals(event.caseId())))
                    .containsExactlyElementsOf(rig.mill()
                            .history()
                            .ofCase(tenant, mine, null, 1_000, History.Order.OLDEST_FIRST)
                            .items());
        }
        assertThat(all.stream().map(HistoryEvent::kind)).contains("Given", "SlotSet");
    }

    @Test
    void with_a_codec_no_value_in_the_store_is_readable() {
        PayloadCodec turned = new PayloadCodec() {
            @Override
            public byte[] encode(byte[] plain) {
                byte[] bytes = plain.clone();
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] ^= 0x5a;
                }
                return bytes;
            }

            @Override
            public byte[] decode(byte[] stored) {
                return encode(stored);
            }
        };
        Rig secret = Rig.with(turned, Steps.of("p", people("a"), new Steps.Step.Await("paid", "k")));
        CaseId id = secret.start("p", Data.fields("iban", "SECRETDATA"));
        secret.ask(operator -> operator.request("r").ask(new Command.Complete(new WorkId(id, 1), Data.fields("x", "SECRETDATA"), 0)));
        secret.done(new Command.Signal("other", "", Data.of("SECRETDATA")));
        for (Table table : Table.values()) {
            secret.store().scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
                assertThat(new String(value, StandardCharsets.ISO_8859_1)).as("table %s", table).doesNotContain("SECRETDATA");
                return true;
            });
        }
        assertThat(secret.look(id).data().at("iban")).isEqualTo(Data.of("SECRETDATA"));
    }
}
