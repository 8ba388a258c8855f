package io.millrace.sim;

import io.millrace.Commands;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.StoreException;
import io.millrace.kernel.Audit;
import io.millrace.command.Effect;
import io.millrace.language.Compiled;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import io.millrace.work.Agent;
import io.millrace.work.Doer;
import io.millrace.work.Participant;
import io.millrace.work.Pool;
import io.millrace.work.Work;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Those who use the engine: they ask, ask again when they hear nothing, and remember every answer. */
class Clients {
    record Op(String id, @Nullable String actor, Command command) {}

    /** Refusals that say "not now": the same request may be carried out later. */
    private static final Set<Code> NOT_NOW = EnumSet.of(
            Code.TOO_BUSY,
            Code.STOPPED,
            Code.STORE_FAILED,
            Code.DISK_FULL,
            Code.TURN_FAILED,
            Code.NO_CODE,
            Code.UNKNOWN_PROCESS,
            Code.UNKNOWN_VERSION);

    private static final List<WorkQuery> LISTS = List.of(
            WorkQuery.ALL, WorkQuery.forParticipant("anna"), WorkQuery.forParticipant("carl"), WorkQuery.forRole("clerk"), WorkQuery.forRole("boss"));

    final Simulation world;
    final Random random;
    private final Scene scene;
    final Map<String, Op> asked = new LinkedHashMap<>();
    final List<Op> unanswered = new ArrayList<>();
    final Map<String, Answer> answers = new HashMap<>();
    final Map<Long, String> numbers = new HashMap<>();
    private final Set<Long> erased = new HashSet<>();
    private final Set<Compiled<?>> deployed = new HashSet<>();
    private int life;
    int count;

    Clients(Simulation world, Random random, Scene scene) {
        this.scene = scene;
        this.world = world;
        this.random = random;
    }

    /** Says what every process of the machine says when it begins: what is deployed and who works here. */
    void equip() {
        world.processes().forEach(process -> {
            int asking = life;
            world.mill().operator().ask(new Command.Deploy(process)).thenAccept(answer -> {
                if (asking == life && answer instanceof Answer.Done) {
                    deployed.add(process);
                }
            });
            world.steps(20);
        });
        world.mill().operator().ask(new Command.AddParticipant(new Participant("anna", Set.of("clerk", "boss"), Set.of())));
        scene.pools().forEach(pool -> world.mill().operator().ask(new Command.DefinePool(pool)));
    }

    /** Whether the engine has said that it has the code of all processes. */
    boolean isEquipped() {
        return deployed.containsAll(world.processes());
    }

    /** The process is gone; those who wait for an answer will ask again, or give up. */
    void processGone() {
        life++;
        deployed.clear();
    }

    /** An effect was released: what it tells must be durable. */
    void seen(Effect effect) {
        if (effect instanceof Effect.AnnounceEnd end
                && !Audit.isRecorded(world.durable(), end.caseId())
                && !erased.contains(end.caseId().root())) {
            world.wrong("the end of case " + end.caseId() + " was announced before it was durable");
        }
    }

    void called(Work work) {
        world.note(() -> "call " + work);
        if (!Audit.isRecorded(world.durable(), work.caseId()) && !erased.contains(work.caseId().root())) {
            world.wrong(work + " was called before it was durable");
        }
    }

    /** Tells the engine something outside of any request. */
    void tell(Command command) {
        world.mill().operator().ask(command);
    }

    void act() {
        try {
            int luck = random.nextInt(100);
            if (luck < 12 && !unanswered.isEmpty()) {
                send(unanswered.remove(random.nextInt(unanswered.size())));
            } else if (luck < 18 && !asked.isEmpty()) {
                send(new ArrayList<>(asked.values()).get(random.nextInt(asked.size())));
            } else if (luck < 20) {
                erase();
            } else {
                Op op = new Op("r" + count++, random.nextInt(3) == 0 ? random.nextInt(4) == 0 ? "carl" : "anna" : null, choose());
                asked.put(op.id(), op);
                send(op);
                if (random.nextInt(6) == 0) {
                    send(op);
                }
            }
        } catch (StoreException | RefusedException e) {
            // The lists could not be read this time, or what was chosen is not there.
            world.note(e::getMessage);
        }
    }

    void send(Op op) {
        world.note(() -> "ask " + op);
        Commands commands = world.mill().operator().request(op.id());
        int asking = life;
        (op.actor() == null ? commands : commands.as(op.actor())).ask(op.command()).whenComplete((answer, failure) -> {
            if (failure != null) {
                world.wrong("an answer is never an exception: " + failure);
                return;
            }
            if (asking == life) {
                answered(op, answer);
            }
        });
        if (!answers.containsKey(op.id())) {
            unanswered.add(op);
        }
    }

    private void answered(Op op, Answer answer) {
        world.note(() -> "answer to " + op.id() + ": " + answer);
        if (answer instanceof Answer.Refused refused && NOT_NOW.contains(refused.problem().code())) {
            return;
        }
        unanswered.remove(op);
        Answer first = answers.putIfAbsent(op.id(), answer);
        if (first != null && !first.equals(answer)) {
            world.wrong(op + " was answered with " + first + " and then with " + answer);
        }
        if (!Audit.isRemembered(world.durable(), op.actor(), op.id())) {
            world.wrong(op + " was answered before it was durable");
        }
        if (op.command() instanceof Command.Start && answer instanceof Answer.Done done) {
            String other = numbers.putIfAbsent(done.value().asLong(), op.id());
            if (other != null && !other.equals(op.id())) {
                world.wrong("case " + done.value() + " was given to " + other + " and to " + op.id());
            }
        }
    }

    void erase() {
        List<CaseInfo> ended = world.mill().cases(CaseQuery.ALL, null, 200).items().stream()
                .filter(info -> !info.status().isOpen())
                .toList();
        if (!ended.isEmpty()) {
            CaseId id = ended.get(random.nextInt(ended.size())).id();
            world.note(() -> "erase " + id);
            world.mill().retention().erasing("main", id);
            erased.add(id.root());
        }
    }

    // What is asked.

    Command choose() {
        int luck = random.nextInt(100);
        if (luck < 28 || numbers.isEmpty()) {
            return start();
        } else if (luck < 36) {
            return new Command.Signal("go", "k" + random.nextInt(Math.max(1, count)), Data.fields("signal", count));
        } else if (luck < 50) {
            return onCase(caseId());
        } else if (luck < 54) {
            return onPool();
        }
        WorkItem item = item();
        return item == null ? start() : onWork(item);
    }

    private Command start() {
        var process = Processes.ALL.get(random.nextInt(Processes.ALL.size())).contract();
        Data input = Data.fields("n", count, "k", "k" + count);
        String key = process.uniqueKey() ? "key" + random.nextInt(2) : random.nextInt(5) == 0 ? "some" : null;
        return new Command.Start(process.name(), 0, input, key);
    }

    CaseId caseId() {
        List<Long> roots = new ArrayList<>(numbers.keySet());
        CaseId root = CaseId.root(roots.get(random.nextInt(roots.size())));
        return random.nextInt(4) == 0 ? root.child(1 + random.nextInt(3)) : root;
    }

    private Command onCase(CaseId id) {
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> new Command.SuspendCase(id);
            case 3, 4 -> new Command.ResumeCase(id);
            case 5 -> new Command.CancelCase(id, "enough");
            case 6 -> new Command.Migrate(id, 0, Data.fields());
            case 7 -> new Command.ChangeData(id, "mended", Data.of(true));
            case 8 -> new Command.AddInstance(id, "review", Data.fields());
            case 10 -> new Command.Reconsider(id, 1 + random.nextInt(3));
            case 9 -> new Command.ChangeData(id, "large", Data.of("x".repeat(random.nextInt(3_000))));
            default -> new Command.RetryCase(id);
        };
    }

    private Command onPool() {
        Pool pool = Processes.POOLS.get(random.nextInt(Processes.POOLS.size()));
        Agent agent = pool.agents().get(random.nextInt(pool.agents().size()));
        return switch (random.nextInt(5)) {
            case 0 -> new Command.RemoveAgent(pool.name(), agent.name());
            case 1 -> new Command.AddAgent(pool.name(), agent.qualified("sign", 4));
            case 2 -> new Command.DefinePool(pool);
            default -> new Command.SetPresence(pool.name(), agent.name(), random.nextBoolean());
        };
    }

    @Nullable WorkItem item() {
        WorkQuery query = LISTS.get(Math.max(0, random.nextInt(2 * LISTS.size()) - LISTS.size()));
        List<ListedWork> all = world.mill().work(query, null, 200).items();
        return all.isEmpty() ? null : all.get(random.nextInt(all.size())).item();
    }

    Command onWork(WorkItem item) {
        WorkId id = item.id();
        Data output = Data.fields("by", count);
        return switch (random.nextInt(20)) {
            case 0 -> new Command.Claim(id);
            case 1 -> new Command.Release(id);
            case 2 -> new Command.StartWork(id);
            case 3 -> new Command.Delegate(id, "anna");
            case 4, 5 -> new Command.SuspendWork(id);
            case 6, 7 -> new Command.ResumeWork(id);
            case 8 -> new Command.Withdraw(id, "not needed");
            case 9 -> new Command.Skip(id, output);
            case 10 -> new Command.Fail(id, "cannot", 0, false);
            case 11 -> new Command.RetryWork(id);
            case 12 -> new Command.Complete(id, output, 1 + random.nextInt(2));
            case 13 -> new Command.Fail(id, "late", 1 + random.nextInt(2), random.nextBoolean());
            default -> new Command.Complete(id, output, 0);
        };
    }

    // When the faults have stopped.

    boolean nothingOpen() {
        return world.mill().cases(CaseQuery.ALL.withSubCases(), null, 1_000).items().stream()
                .noneMatch(info -> info.status().isOpen());
    }

    /** Nothing is under way: what waits now waits for somebody. */
    void rest() {}

    /** Everybody does what there is to do. */
    void putRight(int round) {
        List.copyOf(unanswered).forEach(op -> {
            unanswered.remove(op);
            send(op);
        });
        for (CaseInfo info : world.mill().cases(CaseQuery.ALL.withSubCases(), null, 1_000).items()) {
            // The queues are short: a few commands at a time.
            world.steps(40);
            if (info.status() == CaseStatus.SUSPENDED) {
                tell(new Command.ResumeCase(info.id()));
            } else if (info.status().isOpen() && round % 4 == 1 && world.isGated()) {
                // The gate has opened, and in many cases nothing happens that would let them ask it again.
                tell(new Command.ChangeData(info.id(), "round", Data.of(round)));
                tell(new Command.Reconsider(info.id(), 1 + round / 4 % 16));
            } else if (info.incident() != null) {
                tell(new Command.ChangeData(info.id(), "mended", Data.of(true)));
                tell(new Command.RetryCase(info.id()));
            } else if (info.status().isOpen() && info.process().equals("signalled") && round % 4 == 3) {
                tell(new Command.Signal("go", key(info), Data.fields("last", info.id().root(), "round", round)));
            }
        }
        for (Pool pool : scene.pools()) {
            pool.agents().forEach(agent -> tell(new Command.SetPresence(pool.name(), agent.name(), true)));
        }
        for (ListedWork listed : world.mill().work(WorkQuery.ALL, null, 1_000).items()) {
            WorkItem item = listed.item();
            world.steps(40);
            if (item.state() == WorkState.SUSPENDED) {
                tell(new Command.ResumeWork(item.id()));
            } else if (item.incident() != null) {
                tell(new Command.RetryWork(item.id()));
            } else if (item.doer() instanceof Doer.People || item.state() == WorkState.ALLOCATED) {
                tell(new Command.Complete(item.id(), Data.fields("end", true), 0));
            }
        }
    }

    private String key(CaseInfo info) {
        Op op = asked.get(numbers.getOrDefault(info.id().root(), ""));
        return op != null && op.command() instanceof Command.Start start ? start.input().at("k").text() : "";
    }

    /** What the journal must hold because it was answered, or must not hold because it was refused. */
    void compare(Audit audit) {
        asked.forEach((id, op) -> {
            Answer answer = answers.get(id);
            int turns = audit.turnsOf(id);
            boolean gone = isErased(op, answer);
            demand(turns <= 1, op, "happened " + turns + " times");
            demand(!(answer instanceof Answer.Done) || turns == 1 || gone || vanishes(op), op, "was acknowledged and is lost");
            demand(!(answer instanceof Answer.Refused) || turns == 0, op, "was refused and happened: " + answer);
            if (op.command() instanceof Command.Complete complete && complete.attempt() > 0) {
                int ran = audit.attemptOf(id);
                demand(ran == 0 || ran == complete.attempt(), op, "completed attempt " + ran);
            }
            if (op.command() instanceof Command.Start start) {
                demand(audit.started(start.input()) <= 1, op, "started more than one case");
            }
            if (op.command() instanceof Command.Signal signal) {
                demand(audit.received(signal.content()) + audit.kept(signal.content()) <= 1, op, "was handed twice");
            }
        });
    }

    void compareAtEnd(Audit audit) {
        compare(audit);
        if (!audit.held().isEmpty()) {
            throw new AssertionError("every case has ended, and these are still held: " + audit.held());
        }
        for (WorkQuery query : LISTS) {
            List<ListedWork> left = world.mill().work(query, null, 10).items();
            if (!left.isEmpty()) {
                throw new AssertionError("every case has ended, and lists still show " + left);
            }
        }
        asked.forEach((id, op) -> {
            boolean done = answers.get(id) instanceof Answer.Done;
            if (done && op.command() instanceof Command.Start start) {
                demand(audit.started(start.input()) == 1 || isErased(op, answers.get(id)), op, "started no case");
            }
            if (done && op.command() instanceof Command.Signal signal && erased.isEmpty()) {
                demand(audit.received(signal.content()) + audit.kept(signal.content()) == 1, op, "was lost");
            }
        });
    }

    /** Whether a command is carried out by an entity of which nothing is left when it is empty, or may find everything as it should be. */
    private static boolean vanishes(Op op) {
        return op.command() instanceof Command.OfPool || op.command() instanceof Command.Signal || op.command() instanceof Command.Start start && start.process().equals("keyed");
    }

    private boolean isErased(Op op, @Nullable Answer answer) {
        return switch (op.command()) {
            case Command.OfCase c -> erased.contains(c.caseId().root());
            case Command.Start s -> answer instanceof Answer.Done done && erased.contains(done.value().asLong());
            case Command other -> false;
        };
    }

    private static void demand(boolean holds, Op op, String what) {
        if (!holds) {
            throw new AssertionError(op + " " + what);
        }
    }

    String describe() {
        StringBuilder text = new StringBuilder();
        for (CaseInfo info : world.mill().cases(CaseQuery.ALL.withSubCases(), null, 1_000).items()) {
            if (info.status().isOpen()) {
                text.append("\n  ").append(info);
                world.mill().find(info.id()).history(null, 1_000).items().forEach(event ->
                        text.append("\n    ").append(event.id()).append(' ').append(event.recorded()).append(' ').append(event.kind()).append(' ').append(event.detail()));
            }
        }
        world.mill().work(WorkQuery.ALL, null, 1_000).items().forEach(listed -> text.append("\n  ").append(listed.item()));
        unanswered.forEach(op -> text.append("\n  unanswered ").append(op));
        return text.toString();
    }
}
