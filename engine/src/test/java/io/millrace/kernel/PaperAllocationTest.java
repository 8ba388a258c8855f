package io.millrace.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.sim.Rig;
import io.millrace.work.Agent;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The assignment of the event calculus paper, written down a second time as its rules stand there: AxH5 with {@code waiting_longer} and
 * {@code better_agent}, and AxH6 with the missing {@code not waiting_longer}. One event is recorded at a time, and the rules begin
 * again. Generated pools must assign the same work to the same agents in the same order.
 */
final class PaperAllocationTest {
    private static final int RUNS = 60;

    /** waiting(Act, _, W, Since) for all qualified agents. */
    private record Waiting(int act, int task, long since) {}

    /** The rules. Times are whole seconds. */
    private static final class Paper {
        final int[][] cost;
        final List<Waiting> waiting = new ArrayList<>();
        final Set<Integer> idle = new HashSet<>();
        final Set<Integer> released = new HashSet<>();
        final List<String> assigned = new ArrayList<>();
        final Map<Integer, Integer> agentOf = new HashMap<>();

        Paper(int[][] cost) {
            this.cost = cost;
            for (int agent = 0; agent < cost.length; agent++) {
                idle.add(agent);
            }
        }

        boolean qualified(int agent, int task) {
            return cost[agent][task] > 0;
        }

        boolean waitingLonger(Waiting act, int agent) {
            return waiting.stream()
                    .anyMatch(other -> other.act() != act.act() && qualified(agent, other.task()) && other.since() < act.since());
        }

        boolean betterAgent(int agent, int task) {
            return idle.stream().anyMatch(other -> qualified(other, task) && cost[other][task] < cost[agent][task]);
        }

        /** AxH5, then AxH6: instances by waiting-since and order of recording, agents by cost and order of declaration. */
        boolean step(long now) {
            for (boolean h5 : new boolean[] {true, false}) {
                for (Waiting each : waiting.stream().sorted(Comparator.comparingLong(Waiting::since)).toList()) {
                    for (int agent : byCost(each.task())) {
                        boolean triggered = h5 ? released.contains(agent) : each.since() == now;
                        if (triggered
                                && idle.contains(agent)
                                && !waitingLonger(each, agent)
                                && !betterAgent(agent, each.task())) {
                            waiting.remove(each);
                            idle.remove(agent);
                            agentOf.put(each.act(), agent);
                            assigned.add(now + " a" + agent + " " + each.act());
                            return true;
                        }
                    }
                }
            }
            return false;
        }

        private List<Integer> byCost(int task) {
            List<Integer> agents = new ArrayList<>();
            for (int agent = 0; agent < cost.length; agent++) {
                if (qualified(agent, task)) {
                    agents.add(agent);
                }
            }
            agents.sort(Comparator.comparingInt(agent -> cost[agent][task]));
            return agents;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_pool_assigns_as_the_rules_of_the_paper_do(boolean settles) {
        for (int seed = 0; seed < RUNS; seed++) {
            run(new Random(seed), settles, "seed " + seed);
        }
    }

    private static void run(Random random, boolean settles, String seed) {
        int tasks = 1 + random.nextInt(3);
        int[][] cost = new int[1 + random.nextInt(4)][tasks];
        Pool pool = Pool.named("p").starting();
        pool = settles ? pool.settling() : pool;
        for (int agent = 0; agent < cost.length; agent++) {
            Agent made = Agent.named("a" + agent);
            for (int task = 0; task < tasks; task++) {
                cost[agent][task] = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(3);
                made = cost[agent][task] == 0 ? made : made.qualified("t" + task, cost[agent][task]);
            }
            pool = pool.agent(made);
        }
        Steps[] processes = new Steps[tasks];
        for (int task = 0; task < tasks; task++) {
            processes[task] = Steps.of("s" + task, Steps.task(Task.people("t" + task).offeredTo(Performers.pool("p"))));
        }
        Rig rig = Rig.with(given -> given.lanes(1), processes);
        rig.done(new Command.DefinePool(pool));
        Paper paper = new Paper(cost);
        Map<Integer, Integer> taskOf = new HashMap<>();
        Map<Integer, Long> ends = new HashMap<>();
        int cases = 0;
        for (long now = 1; now < 25; now++) {
            rig.advance(Duration.ofSeconds(1));
            paper.released.clear();
            rig.hold(true);
            List<CompletableFuture<Answer>> asked = new ArrayList<>();
            long instant = now;
            // A pool that decides at once sees one thing at a time, so it is shown one thing at a time.
            int room = settles ? Integer.MAX_VALUE : 1;
            List<Integer> due = ends.entrySet().stream()
                    .filter(end -> end.getValue() <= instant)
                    .map(Map.Entry::getKey)
                    .sorted()
                    .limit(room)
                    .toList();
            for (int act : due) {
                ends.remove(act);
                asked.add(rig.mill().operator().ask(new Command.Complete(WorkId.parse(act + "#1"), Data.fields(), 0)));
                Integer agent = paper.agentOf.get(act);
                if (agent != null) {
                    paper.idle.add(agent);
                    paper.released.add(agent);
                }
            }
            int arrivals = Math.min(room - due.size(), random.nextInt(4));
            for (int i = 0; i < arrivals; i++) {
                int task = random.nextInt(tasks);
                cases++;
                taskOf.put(cases, task);
                asked.add(rig.mill().operator().ask(new Command.Start("s" + task, 0, Data.fields(), null)));
                paper.waiting.add(new Waiting(cases, task, now));
            }
            rig.hold(false);
            assertThat(asked).as(seed).allMatch(answer -> answer.join() instanceof Answer.Done);
            int before = paper.assigned.size();
            while (paper.step(now)) {
                // Until nothing new is derived at this instant.
            }
            for (String line : paper.assigned.subList(before, paper.assigned.size())) {
                int act = Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
                Integer agent = paper.agentOf.get(act);
                ends.put(act, now + (agent == null ? 0 : cost[agent][taskOf.getOrDefault(act, 0)]));
            }
            assertThat(assigned(rig)).as(seed + " at " + now).isEqualTo(paper.assigned);
        }
    }

    /** What the pool has assigned, in order. */
    private static List<String> assigned(Rig rig) {
        List<String> lines = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            var page = rig.mill().history().all(cursor, 1_000, History.Order.OLDEST_FIRST);
            for (HistoryEvent event : page.items()) {
                if (event.kind().equals("AgentAssigned")) {
                    long at = Duration.between(Instant.parse("2000-01-01T00:00:00Z"), event.recorded()).toSeconds();
                    lines.add(at + " " + event.detail().at("agent").text() + " " + event.detail().at("case").text());
                }
            }
            cursor = page.cursor();
        } while (cursor != null);
        return lines;
    }
}
