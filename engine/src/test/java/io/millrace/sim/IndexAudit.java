package io.millrace.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.calculus.HistoryIndex;
import io.millrace.calculus.Questions;
import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.logic.term.Writer;
import io.millrace.query.CaseDetails;
import io.millrace.work.Doer;
import io.millrace.work.WorkItem;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** Compares what the index of the history says with what cases show of themselves, and with an index that is built anew. */
public final class IndexAudit {
    private static final Writer WRITER = Writer.quoted();
    private static final int SMALL = 300;

    private final Rig rig;

    public IndexAudit(Rig rig) {
        this.rig = rig;
    }

    /** How all cases stood at an instant, as fluents and as the index answers. */
    public void compare(Instant at, Collection<CaseDetails> cases) {
        TreeSet<String> expected = new TreeSet<>();
        cases.forEach(each -> add(each, expected));
        String time = new BigDecimal(at.getEpochSecond()).add(BigDecimal.valueOf(at.getNano(), 9)).toPlainString();
        Questions questions = rig.mill().questions();
        TreeSet<String> found = new TreeSet<>();
        // waiting/5 has one answer for each who may begin it; here it counts once.
        for (String fluent : List.of(
                "waiting(T, C, I):waiting(T, _, C, _, I)",
                "active(T, W, C, I):active(T, W, C, I)",
                "suspended(T, C, I):suspended(T, _, C, I)",
                "running(C):running(C)",
                "suspended(C):suspended(C)",
                "done(C):done(C)",
                "failed(C):failed(C)",
                "cancelled(C):cancelled(C)",
                "goal(G, C):goal(G, C)",
                "token(P, C):token(P, C)",
                "data(C, N, V):data(C, N, V)")) {
            String[] parts = fluent.split(":", 2);
            questions.all("holds_at(" + parts[1] + ", " + time + "), Found = " + parts[0]).forEach(each -> {
                if (!each.text("Found").contains("large(")) {
                    found.add(each.text("Found"));
                }
            });
        }
        // The data of a case that has ended holds on; the case itself does not show it any more.
        cases.stream().filter(each -> !each.info().status().isOpen()).forEach(each ->
                found.removeIf(fluent -> fluent.startsWith("data(" + name(each.info().id()) + ",")));
        cases.stream().filter(each -> !each.data().at("goals").isNothing()).forEach(each ->
                found.removeIf(fluent -> fluent.startsWith("data(" + name(each.info().id()) + ",")));
        assertThat(found).as("what holds at %s", time).isEqualTo(expected);
    }

    private static void add(CaseDetails details, Set<String> fluents) {
        String id = name(details.info().id());
        fluents.add((switch (details.info().status()) {
            case RUNNING -> "running";
            case SUSPENDED -> "suspended";
            case COMPLETED -> "done";
            case FAILED -> "failed";
            case CANCELLED -> "cancelled";
        }) + "(" + id + ")");
        for (WorkItem item : details.work()) {
            String task = WRITER.write(Facts.term(Data.of(item.task())));
            int number = item.id().number();
            switch (item.state()) {
                case OFFERED, ALLOCATED -> fluents.add("waiting(" + task + "," + id + "," + number + ")");
                case STARTED -> fluents.add("active(" + task + "," + who(item) + "," + id + "," + number + ")");
                case SUSPENDED -> fluents.add("suspended(" + task + "," + id + "," + number + ")");
                default -> {}
            }
        }
        if (!details.info().status().isOpen()) {
            return;
        }
        if (details.data().at("goals") instanceof Data.Items goals && !details.data().at("variables").isNothing()) {
            // A program has goals and workflow variables instead.
            goals.asList().forEach(goal -> fluents.add("goal(" + goal.text() + "," + id + ")"));
            return;
        }
        if (details.standing().at("tokens") instanceof Data.Fields tokens) {
            tokens.asMap().keySet().stream()
                    .filter(place -> place.startsWith("c(") || !place.contains("("))
                    .forEach(place -> fluents.add("token(" + place + "," + id + ")"));
        }
        if (details.data() instanceof Data.Fields fields) {
            fields.asMap().forEach((name, value) -> {
                // A slot whose future is not there yet, or has failed, has no value.
                if (value.json().length() < SMALL && value.at("future").isNothing() && value.at("failed").isNothing()) {
                    fluents.add("data(" + id + "," + WRITER.write(Facts.term(Data.of(name))) + ","
                            + WRITER.write(Facts.term(value), 999) + ")");
                }
            });
        }
    }

    private static String who(WorkItem item) {
        String holder = item.holder();
        String name = holder != null
                ? holder
                : switch (item.doer()) {
                    case Doer.People people -> "nobody";
                    case Doer.Handler handler -> handler.name();
                    case Doer.Program program -> program.name();
                    case Doer.Process process -> process.name();
                };
        return WRITER.write(Facts.term(Data.of(name)));
    }

    private static String name(CaseId id) {
        return id.isRoot() ? id.toString() : "'" + id + "'";
    }

    /** What holds without an end is what holds now. */
    private void compareEnds() {
        Questions questions = rig.mill().questions();
        for (String fluent : List.of(
                "waiting(T, W, C, S, I)", "active(T, W, C, I)", "suspended(T, W, C, I)", "running(C)", "token(P, C)", "goal(G, C, I)",
                "at(P, C, I)", "idle(A)", "assigned(A, T, C)", "data(C, N, V)")) {
            TreeSet<String> now = new TreeSet<>();
            questions.all("X = " + fluent + ", holds_now(X)").forEach(each -> now.add(each.text("X")));
            TreeSet<String> endless = new TreeSet<>();
            questions.all("X = " + fluent + ", holds_for(X, _, inf)").forEach(each -> endless.add(each.text("X")));
            assertThat(endless).as("%s that holds without an end", fluent).isEqualTo(now);
        }
    }

    /** The rows that were kept up are those that are built anew. */
    public void compareRebuilt() {
        compareEnds();
        Map<String, String> keptUp = rows();
        CompletableFuture<Void> rebuilt = CompletableFuture.runAsync(
                () -> rig.mill().rebuild(HistoryIndex.INSTANCE, done -> {}), task -> Thread.ofVirtual().start(task));
        while (!rebuilt.isDone()) {
            rig.rest();
            Thread.onSpinWait();
        }
        rebuilt.join();
        Map<String, String> anew = rows();
        Map<String, String> missing = new TreeMap<>(keptUp);
        missing.entrySet().removeAll(anew.entrySet());
        anew.entrySet().removeAll(keptUp.entrySet());
        assertThat(anew).as("rows that are built anew and were not kept up so").isEqualTo(Map.of());
        assertThat(missing).as("rows that were kept up and are not built anew").isEqualTo(Map.of());
    }

    private Map<String, String> rows() {
        Map<String, String> rows = new TreeMap<>();
        rig.mill().rows(HistoryIndex.INSTANCE, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            rows.put(HexFormat.of().formatHex(key), HexFormat.of().formatHex(value));
            return true;
        });
        return rows;
    }
}
