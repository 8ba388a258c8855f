package io.millrace.calculus;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.net.run.NetLanguage;
import io.millrace.query.AgentInfo;
import io.millrace.sim.IndexAudit;
import io.millrace.sim.Rig;
import io.millrace.work.Agent;
import io.millrace.work.Pool;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The history of pools says of their agents what the pools say themselves, whoever comes, goes and is away. */
public final class PoolHistoryTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 25);
    private static final String NET = """
            initial_activity(sign).
            sequential(sign, pay).
            final_activity(pay).
            allocation(sign, clerks).
            allocation(pay, clerks).
            """;

    private static <T> T asked(Rig rig, Supplier<T> question) {
        CompletableFuture<T> answer = CompletableFuture.supplyAsync(question, task -> Thread.ofVirtual().start(task));
        while (!answer.isDone()) {
            rig.rest();
            Thread.onSpinWait();
        }
        return answer.join();
    }

    private static Agent agent(Random random) {
        Agent agent = Agent.named("a" + random.nextInt(4)).qualified("sign", 1 + random.nextInt(3));
        return random.nextBoolean() ? agent.qualified("pay", 1 + random.nextInt(2)) : agent;
    }

    private static Command next(Rig rig, Random random, List<CaseId> cases) {
        String name = "a" + random.nextInt(4);
        List<WorkItem> work = new ArrayList<>();
        cases.forEach(id -> work.addAll(rig.work(id)));
        WorkId item = work.isEmpty() ? new WorkId(CaseId.root(1), 1) : work.get(random.nextInt(work.size())).id();
        return switch (random.nextInt(16)) {
            case 0 -> {
                Pool pool = Pool.named("clerks").limit(random.nextInt(3));
                List<String> names = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    Agent agent = agent(random);
                    if (!names.contains(agent.name())) {
                        names.add(agent.name());
                        pool = pool.agent(agent);
                    }
                }
                yield new Command.DefinePool(pool);
            }
            case 1, 2 -> new Command.AddAgent("clerks", agent(random));
            case 3, 4 -> new Command.RemoveAgent("clerks", name);
            case 5, 6 -> new Command.SetPresence("clerks", name, random.nextBoolean());
            case 7, 8, 9 -> new Command.Start("paid", 0, Data.fields(), null);
            case 10 -> new Command.Claim(item);
            case 11 -> new Command.SuspendWork(item);
            case 12 -> new Command.Release(item);
            case 13 -> random.nextInt(5) == 0 ? new Command.CancelCase(item.caseId(), "no") : new Command.ResumeWork(item);
            default -> new Command.Complete(item, Data.fields(), 0);
        };
    }

    @Test
    void idle_and_qualified_are_those_of_whom_the_pool_says_so() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            run(seed);
        }
    }

    /** Also for planted faults. */
    public static void run(long seed) {
        Random random = new Random(seed);
        Rig rig = Rig.built(
                builder -> builder.projection(HistoryIndex.INSTANCE),
                settings -> settings.cachedCases(2).snapshotBytes(300),
                new NetLanguage().compile("paid", NET));
        rig.done(new Command.DefinePool(Pool.named("clerks").agent(Agent.named("a0").qualified("sign", 1))));
        List<CaseId> cases = new ArrayList<>();
        List<String> trace = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            Command command = next(rig, random, cases);
            var answer = rig.askAs("a" + random.nextInt(4), command);
            trace.add(command + " " + answer);
            if (command instanceof Command.Start) {
                cases.add(CaseId.root(cases.size() + 1L));
            }
            if (random.nextInt(12) == 0) {
                rig.restart(new NetLanguage().compile("paid", NET));
            }
            rig.advance(Duration.ofSeconds(1));
            TreeSet<String> expected = new TreeSet<>();
            for (AgentInfo each : asked(rig, () -> rig.mill().agents().in("clerks", null, 100).items())) {
                if (each.present() && each.has().isEmpty() && !each.leaving()) {
                    expected.add("idle(" + each.name() + ")");
                }
                if (!each.leaving()) {
                    each.agent().qualifications().forEach(of ->
                            expected.add("qualified(" + each.name() + "," + of.task() + "," + of.cost().toPlainString() + ")"));
                }
                each.has().forEach(has -> expected.add("engaged(" + each.name() + "," + has.work().caseId() + ")"));
            }
            TreeSet<String> found = new TreeSet<>();
            Questions questions = rig.mill().questions();
            for (String fluent : List.of("idle(A):idle(A)", "qualified(A, T, C):qualified(A, T, C)", "engaged(A, C):engaged(A, _, C)")) {
                String[] parts = fluent.split(":", 2);
                questions.all("holds_now(" + parts[1] + "), Found = " + parts[0]).forEach(each -> found.add(each.text("Found")));
            }
            assertThat(found).as("seed %s, step %s: %s", seed, i, trace.subList(Math.max(0, i - 8), i + 1)).isEqualTo(expected);
        }
        new IndexAudit(rig).compareRebuilt();
    }

    @Test
    void work_of_a_case_that_migrates_waits_for_the_agents_of_its_new_version() {
        String first = "initial_activity(sign). final_activity(sign). agent(anna). agent(bert). qualified(anna, sign, 1). qualified(bert, sign, 1).";
        String second = "initial_activity(sign). final_activity(sign). agent(bert). qualified(bert, sign, 1).";
        Rig rig = Rig.built(builder -> builder.projection(HistoryIndex.INSTANCE), new NetLanguage().compile("signed", first));
        rig.done(new Command.SetPresence("signed", "anna", false));
        rig.done(new Command.SetPresence("signed", "bert", false));
        CaseId id = rig.start("signed");
        assertThat(waiting(rig)).containsExactly("anna", "bert");
        rig.advance(Duration.ofSeconds(1));
        rig.done(new Command.Deploy(new NetLanguage().compile("signed", second)));
        rig.done(new Command.Migrate(id, 2, Data.fields()));
        rig.advance(Duration.ofSeconds(1));
        assertThat(waiting(rig)).containsExactly("bert");
        rig.done(new Command.SetPresence("signed", "bert", true));
        rig.advance(Duration.ofSeconds(1));
        assertThat(waiting(rig)).isEmpty();
        rig.done(new Command.Complete(new WorkId(id, 1), Data.fields(), 0));
        assertThat(waiting(rig)).isEmpty();
        new IndexAudit(rig).compareRebuilt();
    }

    private static Set<String> waiting(Rig rig) {
        Set<String> found = new TreeSet<>();
        rig.mill().questions().all("holds_now(waiting(sign, Who, 1))").forEach(each -> found.add(each.text("Who")));
        return found;
    }
}
