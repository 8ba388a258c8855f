package io.millrace.kernel;

import static io.millrace.kernel.Steps.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.query.PoolInfo;
import io.millrace.sim.Rig;
import io.millrace.work.Agent;
import io.millrace.work.Allocation;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** By which rules pools assign, and what becomes of a rule that fails. */
final class StrategiesTest {
    private static final Steps SIGNING = Steps.of("signing", task(Task.people("sign").offeredTo(Performers.pool("clerks"))));
    private static final List<Agent> AGENTS = List.of(
            Agent.named("anna").qualified("sign", 3),
            Agent.named("bert").qualified("sign", 2),
            Agent.named("carl").qualified("sign", 1));

    private static Rig rig(String strategy) {
        Rig rig = Rig.with(SIGNING);
        rig.done(new Command.DefinePool(Pool.named("clerks").by(strategy).agents(AGENTS)));
        return rig;
    }

    /** Who gets the work of so many new cases. */
    private static List<String> given(Rig rig, int cases) {
        List<String> holders = new ArrayList<>();
        for (int i = 0; i < cases; i++) {
            CaseId id = rig.start("signing");
            holders.add(String.valueOf(rig.work(id).getFirst().holder()));
        }
        return holders;
    }

    private static void complete(Rig rig, int root) {
        rig.done(new Command.Complete(new WorkId(CaseId.root(root), 1), Data.fields(), 0));
    }

    private static PoolInfo info(Rig rig) {
        CompletableFuture<PoolInfo> answer =
                CompletableFuture.supplyAsync(() -> rig.mill().agents().pool("clerks"), run -> Thread.ofVirtual().start(run));
        while (!answer.isDone()) {
            rig.rest();
            Thread.onSpinWait();
        }
        return answer.join();
    }

    @Test
    void the_cheapest_is_chosen_unless_another_rule_is_named() {
        assertThat(given(rig(Allocation.CHEAPEST), 4)).containsExactly("carl", "bert", "anna", "null");
    }

    @Test
    void an_offer_is_assigned_to_nobody() {
        assertThat(given(rig(Allocation.OFFER), 2)).containsExactly("null", "null");
    }

    @Test
    void round_robin_goes_round_in_the_order_of_declaration() {
        Rig rig = rig(Allocation.ROUND_ROBIN);
        assertThat(given(rig, 5)).containsExactly("anna", "bert", "carl", "anna", "bert");
        rig.restart(SIGNING);
        complete(rig, 1);
        assertThat(given(rig, 2)).containsExactly("carl", "anna");
    }

    @Test
    void the_shortest_queue_is_the_agent_with_the_least_work() {
        Rig rig = rig(Allocation.SHORTEST_QUEUE);
        assertThat(given(rig, 4)).containsExactly("carl", "bert", "anna", "carl");
        complete(rig, 3);
        assertThat(given(rig, 3)).containsExactly("anna", "bert", "anna");
    }

    @Test
    void the_least_recently_used_is_the_one_who_was_given_something_longest_ago() {
        Rig rig = rig(Allocation.LEAST_RECENTLY_USED);
        assertThat(given(rig, 3)).containsExactly("anna", "bert", "carl");
        complete(rig, 3);
        complete(rig, 2);
        assertThat(given(rig, 2)).containsExactly("bert", "carl");
    }

    @Test
    void a_limit_says_how_much_an_agent_has_at_once() {
        Rig rig = Rig.with(SIGNING);
        rig.done(new Command.DefinePool(Pool.named("clerks").limit(2).agents(AGENTS.subList(0, 1))));
        assertThat(given(rig, 3)).containsExactly("anna", "anna", "null");
    }

    @Test
    void a_strategy_that_nobody_knows_is_refused() {
        Rig rig = Rig.with(SIGNING);
        assertThat(rig.refused(new Command.DefinePool(Pool.named("clerks").by("astrology"))).code())
                .isEqualTo(Code.UNKNOWN_STRATEGY);
    }

    /** A rule of the application, which can be changed while the engine runs. */
    private record Own(AtomicReference<BiFunction<Waiting, List<Candidate>, @Nullable Candidate>> rule)
            implements Allocation {
        @Override
        public String name() {
            return "own";
        }

        @Override
        public @Nullable Candidate choose(Waiting work, Iterable<Candidate> free) {
            List<Candidate> all = new ArrayList<>();
            free.forEach(all::add);
            return rule.get().apply(work, all);
        }
    }

    @Test
    void a_rule_of_the_application_chooses_among_those_who_are_free() {
        Own own = new Own(new AtomicReference<>((work, free) -> free.getLast()));
        Rig rig = Rig.built(builder -> builder.allocation(own), SIGNING);
        rig.done(new Command.DefinePool(Pool.named("clerks").by("own").agents(AGENTS)));
        assertThat(given(rig, 3)).containsExactly("anna", "bert", "carl");
    }

    @Test
    void a_rule_that_fails_leaves_the_work_waiting_and_is_shown() {
        Own own = new Own(new AtomicReference<>((work, free) -> {
            throw new IllegalStateException("mercury is retrograde");
        }));
        Rig rig = Rig.built(builder -> builder.allocation(own), SIGNING);
        rig.done(new Command.DefinePool(Pool.named("clerks").by("own").agents(AGENTS)));
        assertThat(given(rig, 1)).containsExactly("null");
        assertThat(info(rig).trouble()).contains("mercury is retrograde");
        own.rule().set((work, free) -> new Allocation.Candidate("zoe", free.getFirst().cost(), 1, 0, 0));
        assertThat(given(rig, 1)).containsExactly("null");
        assertThat(info(rig).trouble()).contains("'zoe', who is not free for 'sign'");
        own.rule().set((work, free) -> {
            throw new StackOverflowError();
        });
        assertThat(given(rig, 1)).containsExactly("null");
        own.rule().set((work, free) -> null);
        assertThat(given(rig, 1)).containsExactly("null");
        own.rule().set((work, free) -> free.getFirst());
        rig.done(new Command.SetPresence("clerks", "anna", false));
        rig.done(new Command.SetPresence("clerks", "anna", true));
        assertThat(info(rig).trouble()).isNull();
        assertThat(info(rig).queue()).as("anna was asked about, and the longest waiting went to the first").isEqualTo(1);
        rig.restart(SIGNING);
        assertThat(rig.mill().worklist("carl")).isNotEmpty();
    }

    @Test
    void a_pool_whose_rule_is_gone_says_so() {
        AtomicReference<List<Allocation>> known = new AtomicReference<>(List.of(new Own(new AtomicReference<>((work, free) -> free.getFirst()))));
        Rig rig = Rig.built(
                builder -> {
                    known.get().forEach(builder::allocation);
                    return builder;
                },
                SIGNING);
        rig.done(new Command.DefinePool(Pool.named("clerks").by("own").agents(AGENTS)));
        known.set(List.of());
        rig.restart(SIGNING);
        assertThat(given(rig, 1)).containsExactly("null");
        assertThat(info(rig).trouble()).contains("'own' is not registered");
    }
}
