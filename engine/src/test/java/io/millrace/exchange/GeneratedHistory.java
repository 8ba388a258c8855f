package io.millrace.exchange;

import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.set;
import static io.millrace.activity.Activities.work;

import io.millrace.Journal;
import io.millrace.activity.ActivityProcess;
import io.millrace.calculus.HistoryIndex;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Store;
import io.millrace.kernel.Steps;
import io.millrace.language.Compiled;
import io.millrace.language.Language;
import io.millrace.net.run.NetLanguage;
import io.millrace.prolog.WorkflowProlog;
import io.millrace.query.CaseQuery;
import io.millrace.query.WorkQuery;
import io.millrace.runtime.PayloadCodec;
import io.millrace.sim.Rig;
import io.millrace.work.Agent;
import io.millrace.work.Deadline;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import io.millrace.work.Work;
import io.millrace.work.WorkFailure;
import io.millrace.work.WorkItem;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * A history that chance made: cases of all languages with sub-cases, automatic work that fails and is tried again, people who claim,
 * release, delegate, suspend, skip and fail, agents of pools, deadlines, cancelled cases, data with odd names and values, and events that are told late.
 */
final class GeneratedHistory {
    private static final String NET = """
            initial_activity(a).
            and_split(a, [b, sub]).
            and_join([b, sub], d).
            sequential(d, e).
            final_activity(e).
            composite(sub, inner).
            role(b, clerk). role(b, boss).
            participant(d, anna).
            work(e, handler(post)).
            net(inner).
            initial_activity(sign).
            final_activity(file).
            sequential(sign, file).
            role(sign, clerk).
            """;

    private static final String PROGRAM = """
            :- order(X).
            order(X) :- rpc(shop, buy, A), rpc(bank, pay, B), both(A, B, X).
            both(A, B, X) :- replycontent(A, _), replycontent(B, _) : X = done.
            """;

    /** A net that brings its own agents. */
    private static final String AGENTS = """
            initial_activity(pack).
            sequential(pack, ship).
            final_activity(ship).
            agent(cara). agent(dan).
            qualified(cara, pack, 2). qualified(dan, pack, 1). qualified(dan, ship, 1).
            """;

    private static final Pool POOL = Pool.named("clerks")
            .agent(Agent.named("anna").qualified("sign", 2).qualified("call", 2))
            .agent(Agent.named("bert").qualified("sign", 1));

    static final List<Language> LANGUAGES = List.of(new NetLanguage(), new WorkflowProlog());

    /** Passes. Without a stack trace, since there are many. */
    private static final class Shortly extends RuntimeException {
        Shortly() {
            super("for a while", null, false, false);
        }
    }

    private static final List<String> PROCESSES = List.of("parent", "claims", "net", "order", "pooled", "agents");

    private final Random random;
    private final Rig rig;

    private GeneratedHistory(long seed) {
        this.random = new Random(seed);
        Steps child = Steps.of("child", Steps.task(Task.handler("post").retry(RetryPolicy.attempts(2))), Steps.people("sign"));
        Steps parent = Steps.of(
                "parent",
                new Steps.Step.Together(List.of(
                        Task.process("first", "child"),
                        Task.process("second", "child").deadline(Deadline.fail(Duration.ofHours(2), "too late")),
                        Task.people("review").offeredTo(Performers.role("clerk")).deadline(Deadline.escalate(Duration.ofMinutes(2), "boss")),
                        Task.handler("pay").retry(new RetryPolicy(3, Duration.ofSeconds(1), 3, Duration.ofSeconds(20))))),
                Steps.task(Task.people("b").deadline(Deadline.reassign(Duration.ofMinutes(1), "anna"))));
        Compiled<?> claims = ActivityProcess.named(
                "claims", sequence(work("register"), set("seen", true), parallel(work("check").role("clerk"), work("assess")), work("close")));
        Steps pooled = Steps.of(
                "pooled",
                Steps.task(Task.people("sign").offeredTo(Performers.pool("clerks"))),
                Steps.task(Task.people("call").offeredTo(Performers.pool("clerks"))));
        rig = Rig.with(child, parent, claims, pooled, new NetLanguage().compile("agents", AGENTS), new NetLanguage().compile("net", NET), new WorkflowProlog().compile("order", PROGRAM))
                .participant("anna", "clerk", "boss")
                .participant("bob", "clerk")
                .equip(mill -> {
                    mill.on("post", this::handle);
                    mill.on("pay", this::handle);
                });
        rig.done(new Command.DefinePool(POOL));
    }

    /** A history with about so many commands. */
    static Store of(long seed, int commands) {
        GeneratedHistory history = new GeneratedHistory(seed);
        for (int i = 0; i < commands; i++) {
            history.step(i);
        }
        return history.rig.store();
    }

    static Journal journal(Store store) {
        return Journal.open(store, PayloadCodec.PLAIN, LANGUAGES, List.of(HistoryIndex.INSTANCE));
    }

    private Object handle(Work work) throws Exception {
        int luck = random.nextInt(10);
        if (luck == 0) {
            throw new WorkFailure("no");
        } else if (luck < 5) {
            throw new Shortly();
        }
        return Data.fields("done", work.task());
    }

    private void step(int number) {
        rig.advance(Duration.ofMillis(random.nextInt(4) == 0 ? random.nextInt(200_000) : random.nextInt(3_000)));
        if (number < 3 || random.nextInt(12) == 0) {
            String process = PROCESSES.get(random.nextInt(PROCESSES.size()));
            Data input = process.equals("order") ? Data.nothing() : data(number);
            rig.ask(new Command.Start(process, 0, input, random.nextInt(3) == 0 ? "key <" + number + ">" : null));
            return;
        }
        List<WorkItem> open = rig.mill().work(WorkQuery.ALL, null, 500).items().stream().map(listed -> listed.item()).toList();
        String who = random.nextBoolean() ? "anna" : "bob";
        if (open.isEmpty() || random.nextInt(10) == 0) {
            long cases = rig.mill().cases(CaseQuery.ALL, null, 1_000).items().size();
            CaseId id = CaseId.root(1 + random.nextInt(Math.max(1, (int) cases)));
            rig.ask(onCase(random.nextInt(4) == 0 ? id.child(1 + random.nextInt(2)) : id, number));
            return;
        }
        Command command = onWork(open.get(random.nextInt(open.size())), number);
        if (random.nextInt(15) == 0) {
            rig.ask(operator -> operator.as(who).occurred(rig.now().minusSeconds(random.nextInt(100))).ask(command));
        } else if (random.nextInt(3) == 0) {
            rig.ask(command);
        } else {
            rig.askAs(who, command);
        }
    }

    private Data data(int number) {
        return Data.fields(
                "n", number,
                "order total", new BigDecimal("12.50"),
                "größe", "ä€\uD83D\uDE00 <&> \" \t\n\u0000",
                "a:b", List.of(1, "x", Data.fields("y", true)),
                "_x0020_", random.nextBoolean(),
                "none", null,
                "huge", new BigDecimal("123456789012345678901234567890"));
    }

    private Command onCase(CaseId id, int number) {
        return switch (random.nextInt(8)) {
            case 0, 1 -> new Command.SuspendCase(id);
            case 2, 3, 4 -> new Command.ResumeCase(id);
            case 5 -> new Command.CancelCase(id, "enough");
            case 6 -> new Command.RetryCase(id);
            default -> new Command.ChangeData(id, "n", Data.of(number));
        };
    }

    private Command onWork(WorkItem item, int number) {
        WorkId id = item.id();
        Data output = Data.fields("by", number);
        return switch (random.nextInt(18)) {
            case 0, 1 -> new Command.Claim(id);
            case 2 -> new Command.Release(id);
            case 3, 4 -> new Command.StartWork(id);
            case 5 -> new Command.Delegate(id, "anna");
            case 6, 7 -> new Command.SuspendWork(id);
            case 8, 9, 10 -> new Command.ResumeWork(id);
            case 11 -> new Command.Withdraw(id, "not needed");
            case 12 -> new Command.Skip(id, output);
            case 13 -> new Command.Fail(id, "cannot", 0, false);
            case 14 -> new Command.RetryWork(id);
            default -> new Command.Complete(id, output, 0);
        };
    }
}
