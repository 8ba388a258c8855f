package io.millrace.sim;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.kernel.Steps;
import io.millrace.language.Compiled;
import io.millrace.language.Contract;
import io.millrace.net.Event;
import io.millrace.net.Expression;
import io.millrace.net.Junction;
import io.millrace.net.Multiplicity;
import io.millrace.net.Net;
import io.millrace.net.Nets;
import io.millrace.net.Timer;
import io.millrace.net.run.NetProcess;
import io.millrace.work.Agent;
import io.millrace.work.Deadline;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import java.time.Duration;
import java.util.List;

/** The processes of the simulation: together they use everything the kernel has; one is a net, with all that nets make of it. */
final class Processes {
    static final List<String> HANDLERS = List.of("post", "pay");

    private static final Task REVIEW = Task.people("review").offeredTo(Performers.role("clerk"));
    private static final Task POST = Task.handler("post").retry(RetryPolicy.attempts(2));
    private static final Task PAY = Task.handler("pay").retry(
            new RetryPolicy(3, Duration.ofMillis(1), 3, Duration.ofSeconds(2)));

    static final Steps MIXED = Steps.of(
            new Contract("mixed", Shape.any(), false, List.of("n", "done")),
            Steps.task(REVIEW),
            Steps.task(POST),
            new Steps.Step.Wait(Duration.ofSeconds(5)),
            Steps.task(PAY));

    static final Steps MIXED_AGAIN = Steps.of(
            new Contract("mixed", Shape.any(), false, List.of("n", "done")),
            Steps.task(REVIEW),
            Steps.task(PAY),
            new Steps.Step.Wait(Duration.ofMillis(3)),
            Steps.task(POST),
            Steps.people("file"));

    static final Steps CHILD = Steps.of("child", Steps.task(PAY), Steps.people("sign"));

    static final Steps PARENT = Steps.of(
            "parent",
            new Steps.Step.Together(List.of(
                    Task.process("first", "child"),
                    Task.process("second", "child").deadline(Deadline.fail(Duration.ofHours(2), "too late")),
                    REVIEW,
                    POST)),
            Steps.process("last", "mixed"));

    static final Steps SIGNALLED = Steps.of(
            "signalled",
            new Steps.Step.Glance("go", "k"),
            new Steps.Step.Glance("go", "k"),
            new Steps.Step.Await("go", "k"),
            Steps.task(POST),
            new Steps.Step.Await("go", "k"),
            new Steps.Step.Glance("go", "k"));

    static final Steps KEYED = Steps.of(
            new Contract("keyed", Shape.any(), true, List.of()), Steps.task(POST), Steps.people("check"));

    static final Steps WATCHED = Steps.of(
            "watched",
            Steps.task(REVIEW.deadline(Deadline.escalate(Duration.ofSeconds(2), "boss"))),
            Steps.task(Task.people("b").deadline(Deadline.reassign(Duration.ofSeconds(1), "anna"))),
            Steps.task(Task.people("c").deadline(Deadline.fail(Duration.ofHours(1), "missed"))));

    static final Steps BROKEN = Steps.of(
            "broken",
            new Steps.Step.Wait(Duration.ofMillis(10)),
            new Steps.Step.Throw("broken on purpose"),
            Steps.task(POST),
            new Steps.Step.Throw("broken again"));

    private static final Performers CLERKS = Performers.pool("clerks");
    private static final Performers MOVERS = Performers.pool("movers");

    /** People, handlers and sub-cases that pools assign. */
    static final Steps POOLED = Steps.of(
            "pooled",
            Steps.task(Task.people("sign").offeredTo(CLERKS)),
            new Steps.Step.Together(List.of(
                    POST.offeredTo(CLERKS),
                    Task.people("lift").offeredTo(MOVERS.without(List.of("carl"))),
                    Task.process("first", "child").offeredTo(MOVERS),
                    Task.people("sign").offeredTo(CLERKS).deadline(Deadline.handOver(Duration.ofSeconds(3), "movers")),
                    Task.people("lift").offeredTo(MOVERS).deadline(Deadline.escalate(Duration.ofSeconds(2), "boss")))),
            Steps.task(PAY.offeredTo(MOVERS)));

    /** One decides at once; the other when nothing else happens, and starts what it assigns. */
    static final List<Pool> POOLS = List.of(
            Pool.named("clerks")
                    .agent(Agent.named("anna").qualifiedForAll(2))
                    .agent(Agent.named("bert").qualified("sign", 1).qualified("pooled", "post", 3)),
            Pool.named("movers")
                    .settling()
                    .starting()
                    .agent(Agent.named("carl").qualifiedForAll(1))
                    .agent(Agent.named("dora").qualified("lift", 1).qualified("pay", 1).qualified("sign", 5)));

    /** What conditions of the net call inside a turn; it may throw. */
    static Runnable inTurn = () -> {};

    private static boolean isMultiple(Data data, int of) {
        inTurn.run();
        return data.at("n").asInt() % of == 0;
    }

    private static final Net INNER = Nets.net("inner")
            .input("i").to("both")
            .route("both").to("sign", "pay")
            .task("sign").cancels("pay").cancelsBetween("both", "pay").to("merged")
            .task("pay").handler("pay").to("merged")
            .condition("merged").to("close")
            .route("close").to("o")
            .output("o")
            .build();

    private static final Net OUTER = Nets.net("outer")
            .input("i").to("begin")
            .task("begin").role("clerk").split(Junction.OR)
            .when(data -> isMultiple(data, 2), "post")
            .when(data -> isMultiple(data, 3), "sub")
            .otherwise("pause")
            .task("post").handler("post").to("review")
            .composite("sub", "inner").to("review")
            .timeout("pause", Timer.after(Duration.ofSeconds(5))).to("review")
            .task("review").join(Junction.OR).instances(1, 4, 2, Multiplicity.Creation.DYNAMIC).to("race")
            .condition("race").to("called", "late")
            .event("called", new Event("go", Expression.variable("k"), null)).to("o")
            .timeout("late", Timer.after(Duration.ofMinutes(30))).to("o")
            .output("o")
            .build();

    static final NetProcess NET = NetProcess.of(Nets.specification("net", OUTER, INNER), null);

    static final List<Compiled<?>> ALL = List.of(MIXED, CHILD, PARENT, SIGNALLED, KEYED, WATCHED, BROKEN, NET, POOLED);

    private Processes() {}
}
