package io.millrace.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.net.run.NetProcess;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseStatus;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Reason;
import io.millrace.sim.Rig;
import io.millrace.sim.Wanderer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What {@code why} says of cases in an engine: operators who remove a reason in a copy of the journal see that it was one. */
class WhyTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 40);

    private int begun;
    private int stopped;
    private int joined;

    @Test
    void interventions_that_remove_a_reason_change_what_it_was_given_for() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            NetProcess process = GeneratedCase.process(seed, 6);
            Wanderer wanderer = new Wanderer(seed, random -> Data.fields(Steering.LOT, random.nextInt(1_000_000)), process).careful();
            wanderer.input(Data.fields(Steering.LOT, seed)).wander(1, 12);
            NetGraph graph = new NetGraph(Objects.requireNonNull(process.specification().net(process.specification().root())));
            wanderer.seen().forEach((at, cases) -> {
                CaseDetails root = cases.get(CaseId.root(1));
                if (root != null && root.info().status() == CaseStatus.RUNNING && root.info().incident() == null) {
                    for (int task = 0; task < graph.tasks(); task++) {
                        intervene(wanderer, at, root, graph, task);
                    }
                }
            });
        }
        assertThat(begun).as("tasks that were given what they lacked").isGreaterThan(20);
        assertThat(stopped).as("tasks whose token was taken away").isGreaterThan(20);
        assertThat(joined).as("OR-joins that nothing could come to any more").isGreaterThan(3);
    }

    private void intervene(Wanderer wanderer, Instant at, CaseDetails root, NetGraph graph, int task) {
        String name = graph.task(task).name();
        Reason why = wanderer.rig().mill().at(at).why(root.info().id(), name);
        Reason now = now(why);
        List<String> marked = root.standing().at("tokens").asMap().keySet().stream().filter(place -> graph.conditionNamed(place) >= 0).toList();
        String where = name + " at " + at + " in " + root.standing() + ": " + why;
        boolean offered = root.work().stream().anyMatch(item -> item.task().equals(name) && item.state().word().equals("offered"));
        List<String> tokens = now.because().stream().filter(Reason::holds).flatMap(WhyTest::conditions).toList();
        List<String> lacking = now.because().stream().filter(reason -> !reason.holds()).flatMap(WhyTest::conditions).toList();
        if (offered && graph.pre(task).length == 1) {
            String from = graph.condition(graph.pre(task)[0]);
            String to = elsewhere(graph, task);
            if (to != null && root.standing().at("tokens").at(from).equals(Data.of(1))) {
                assertThat(why.words()).contains("is offered");
                Rig fork = wanderer.fork(at);
                fork.done(new Command.Move(root.info().id(), from, to));
                assertThat(fork.work(root.info().id())).as(where).noneMatch(item -> item.task().equals(name) && item.offered().isBefore(at));
                stopped++;
            }
        } else if (now.words().contains("is not enabled") && isOnlyTaker(graph, task)) {
            List<String> donors = marked.stream().filter(place -> isFree(graph, task, place)).toList();
            int needed = graph.join(task) == Junction.AND ? lacking.size() : 1;
            if (graph.join(task) != Junction.OR && donors.size() >= needed) {
                Rig fork = wanderer.fork(at);
                for (int i = 0; i < needed; i++) {
                    fork.ask(new Command.Move(root.info().id(), donors.get(i), lacking.get(i)));
                }
                assertThat(hasBegun(fork, at, name)).as(where).isTrue();
                begun++;
            }
        } else if (now.words().contains("it waits, because") && !now.because().toString().contains("elsewhere")) {
            List<String> blockers = tokens.subList(now.because().getFirst().because().isEmpty() ? 1 : 0, tokens.size());
            boolean all = now.because().stream().skip(1).allMatch(reason -> reason.claim().contains("(token("));
            if (all && graph.pre(task).length > 0) {
                Rig fork = wanderer.fork(at);
                String input = conditions(now.because().getFirst()).findFirst().orElseThrow();
                for (String blocker : blockers) {
                    for (int left = root.standing().at("tokens").at(blocker).asInt(); left > 0; left--) {
                        Answer moved = fork.ask(new Command.Move(root.info().id(), blocker, input));
                        assertThat(moved).as(where).isEqualTo(Answer.DONE);
                    }
                }
                assertThat(hasBegun(fork, at, name)).as(where).isTrue();
                joined++;
            }
        }
    }

    /** What its language says now: the answer itself, or what comes after the life of an earlier work item. */
    private static Reason now(Reason why) {
        return why.because().stream().filter(reason -> reason.words().startsWith("now: ")).findFirst().orElse(why);
    }

    private static boolean hasBegun(Rig fork, Instant at, String task) {
        fork.advance(Duration.ofMillis(1));
        List<HistoryEvent> all = fork.history(CaseId.root(1));
        return all.stream()
                .filter(event -> !event.recorded().isBefore(at) && event.caseId() != null && event.caseId().isRoot())
                .anyMatch(event -> Set.of("TaskReadied", "TaskEntered", "TaskFired").contains(event.kind())
                        && event.detail().at("task").equals(Data.of(task)));
    }

    /** Whether nobody else takes from where a task takes. */
    private static boolean isOnlyTaker(NetGraph graph, int task) {
        for (int condition : graph.pre(task)) {
            if (graph.consumers(condition).length > 1 || condition == graph.input()) {
                return false;
            }
        }
        return true;
    }

    /** Whether a token can be taken from a place without making another task begin that takes it all away: not from an input of the task. */
    private static boolean isFree(NetGraph graph, int task, String place) {
        for (int condition : graph.pre(task)) {
            if (graph.condition(condition).equals(place)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String elsewhere(NetGraph graph, int task) {
        for (int condition = 0; condition < graph.conditions(); condition++) {
            if (condition != graph.input() && condition != graph.output() && graph.consumers(condition).length == 1 && graph.consumers(condition)[0] != task) {
                return graph.condition(condition);
            }
        }
        return null;
    }

    /** The conditions that a reason, or what it rests on, speaks of. */
    private static Stream<String> conditions(Reason reason) {
        if (!reason.because().isEmpty()) {
            return reason.because().stream().flatMap(WhyTest::conditions);
        }
        String claim = reason.claim();
        int from = claim.indexOf("token(");
        if (from < 0) {
            return Stream.of();
        }
        String rest = claim.substring(from + "token(".length());
        int end = rest.startsWith("c(") ? rest.indexOf(')') + 1 : rest.indexOf(',');
        return Stream.of(rest.substring(0, end).replace(", ", ",").replace("'", ""));
    }

    @Test
    void a_deferred_choice_says_to_whom_it_was_lost() {
        Rig rig = Rig.with(NetProcess.of(
                Nets.specification(
                        "offer",
                        Nets.net("offer")
                                .input("i").to("accept", "decline")
                                .task("accept").to("o")
                                .task("decline").to("file")
                                .task("file").to("o")
                                .output("o")
                                .build()),
                null));
        CaseId id = rig.start("offer");
        rig.advance(Duration.ofSeconds(1));
        rig.participant("bob");
        rig.doneAs("bob", new Command.StartWork(rig.work(id).getLast().id()));
        Reason why = rig.mill().at(rig.now()).why(id, "accept");
        assertThat(why.words()).isEqualTo("Task 'accept' of case 1 was withdrawn, as work item 1#1.");
        assertThat(why.because().getFirst().words())
                .isEqualTo("it was withdrawn (it is no longer possible) at 2000-01-01T00:00:01Z, when bob started 'decline'");
        assertThat(why.because().getFirst().claim()).isEqualTo("happened(withdraw(accept, _, 1), 946684801)");
        assertThat(why.because()).extracting(Reason::words).contains(
                "it was offered at 2000-01-01T00:00:00Z, when the case started", "now: Task 'accept' is not enabled.");
        Reason running = rig.mill().at(rig.now()).why(id, "decline");
        assertThat(running.claim()).isEqualTo("holds_at(active(decline, bob, 1), 946684801)");
        assertThat(running.words()).isEqualTo("Task 'decline' of case 1 is started by bob, as work item 1#2.");
        assertThat(rig.mill().at(rig.now()).why(id, "file").because()).extracting(Reason::words).containsExactly("no token in c(decline,file) so far");
    }

    @Test
    void a_name_that_no_task_has_is_answered_with_the_nearest() {
        Rig rig = Rig.with(GeneratedCase.process(1, 4));
        CaseId id = rig.start(GeneratedCase.process(1, 4).contract().name(), Data.fields(Steering.LOT, 1));
        assertThatThrownBy(() -> rig.mill().at(rig.now()).why(id, "t11")).hasMessageContaining("the nearest is 't1'").hasMessageContaining("MR-5013");
    }
}
