package io.millrace.sim;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.language.Compiled;
import io.millrace.net.run.NetLanguage;
import io.millrace.work.Agent;
import io.millrace.work.Pool;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Cases whose work a pool assigns, while its agents come and go: index, past and forks say what was seen. Also the place where planted
 * faults of these are found.
 */
public class WanderedPoolsTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 20);
    private static final String NET = """
            initial_activity(a).
            and_split(a, [b, c, d]).
            and_join([b, c, d], e).
            xor_split(e, [(a, data(again, yes)), (f, otherwise)]).
            final_activity(f).
            timer(d, after('PT1H')).
            multiple(b, 3, 3, 2, static).
            allocation(b, clerks).
            allocation(c, clerks).
            allocation(f, clerks).
            """;

    private static Compiled<?> net(String more) {
        return new NetLanguage().compile("pooled", NET + more);
    }

    private static Agent agent(Random random) {
        Agent agent = Agent.named("a" + random.nextInt(3)).qualified("b", 1 + random.nextInt(3)).qualified("f", 1);
        return random.nextBoolean() ? agent.qualified("c", 1 + random.nextInt(2)) : agent;
    }

    private static Command other(Random random) {
        String name = "a" + random.nextInt(3);
        return switch (random.nextInt(5)) {
            case 0 -> new Command.DefinePool(pool(random));
            case 1 -> new Command.AddAgent("clerks", agent(random));
            case 2 -> new Command.RemoveAgent("clerks", name);
            default -> new Command.SetPresence("clerks", name, random.nextInt(3) > 0);
        };
    }

    private static Pool pool(Random random) {
        Pool pool = Pool.named("clerks").limit(1 + random.nextInt(2)).agent(Agent.named("a0").qualifiedForAll(1));
        pool = random.nextBoolean() ? pool.starting() : pool;
        pool = random.nextBoolean() ? pool.settling() : pool;
        return random.nextBoolean() ? pool.agent(Agent.named("a1").qualified("b", 2).qualified("c", 1)) : pool;
    }

    public static void run(long seed) {
        Wanderer wanderer = wanderer(seed);
        wanderer.wander(3, 60);
        wanderer.compareIndex();
        wanderer.compare();
        wanderer.compareForks(20);
        Wanderer late = wanderer(seed).late();
        late.wander(3, 40);
        late.compareIndex();
    }

    private static Wanderer wanderer(long seed) {
        Wanderer wanderer = Wanderer.indexed(
                        seed,
                        random -> Data.fields("again", random.nextInt(3) == 0 ? "yes" : "no"),
                        net(""),
                        net("role(a, anybody).\n"))
                .input(Data.fields("again", "no"))
                .also(WanderedPoolsTest::other);
        wanderer.rig().done(new Command.DefinePool(pool(new Random(seed))));
        return wanderer;
    }

    @Test
    void index_past_and_forks_of_cases_in_a_pool_say_what_was_seen() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            run(seed);
        }
    }
}
