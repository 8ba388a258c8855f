package io.millrace.sim;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.kernel.Audit;
import io.millrace.language.Compiled;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import io.millrace.sim.LiteralGame.Who;
import io.millrace.work.Doer;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** Those who work with cases under rules. They do all that the rules say tasks can do: try, wait, give up and fail. */
final class RuledClients extends Clients {
    /** From this round on, cases that wait for what nobody does are cancelled. */
    private static final int PATIENCE = 5;

    private final RuledScene scene;
    private final RuleChecker checker;
    private final Set<String> rules;
    /** Cases in which an operator did what no proof counts with. */
    private final Set<Long> meddled = new HashSet<>();
    private boolean lifted;

    RuledClients(Simulation world, Random random, RuledScene scene) {
        super(world, random, scene);
        this.scene = scene;
        this.checker = new RuleChecker(scene);
        this.rules = scene.across().stream().map(AcrossLaws::name).collect(Collectors.toSet());
    }

    @Override
    void equip() {
        super.equip();
        // Rules between cases are in force before anybody begins.
        world.steps(60);
    }

    @Override
    void erase() {
        // The checker reads all histories.
    }

    private List<CaseInfo> cases() {
        return world.mill().cases(CaseQuery.ALL, null, 1_000).items();
    }

    @Override
    Command choose() {
        int luck = random.nextInt(100);
        if (luck < 22 || numbers.isEmpty()) {
            return start();
        } else if (luck < 27) {
            return new Command.Signal("close", caseId().toString(), Data.fields("signal", count));
        } else if (luck < 38) {
            return onCase(caseId());
        } else if (luck < 41 && !rules.isEmpty()) {
            List<CaseInfo> all = cases().stream().filter(info -> rules.contains(info.process())).toList();
            if (!all.isEmpty()) {
                CaseId id = all.get(random.nextInt(all.size())).id();
                return random.nextBoolean() ? new Command.SuspendCase(id) : new Command.ResumeCase(id);
            }
        }
        WorkItem item = item();
        return item == null ? start() : onWork(item);
    }

    private Command start() {
        Compiled<?> process = scene.startable().get(random.nextInt(scene.startable().size()));
        return new Command.Start(process.contract().name(), 0, Data.fields("n", count, "customer", "C" + random.nextInt(3)), null);
    }

    @Override
    CaseId caseId() {
        return CaseId.root(super.caseId().root());
    }

    private Command onCase(CaseId id) {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> new Command.SuspendCase(id);
            case 3, 4 -> new Command.ResumeCase(id);
            case 5, 6 -> new Command.CancelCase(id, "enough");
            case 7 -> new Command.ChangeData(id, "mended", Data.of(true));
            case 8 -> new Command.Reconsider(id, 1 + random.nextInt(4));
            default -> new Command.RetryCase(id);
        };
    }

    @Override
    Command onWork(WorkItem item) {
        Data output = Data.fields("by", count);
        if (item.isAutomatic() && random.nextInt(4) == 0) {
            return item.state() == WorkState.SUSPENDED ? new Command.ResumeWork(item.id()) : new Command.SuspendWork(item.id());
        }
        if (item.state() == WorkState.STARTED && random.nextInt(6) == 0) {
            return new Command.Release(item.id());
        }
        return switch (random.nextInt(24)) {
            case 0 -> new Command.Claim(item.id());
            case 1 -> new Command.Release(item.id());
            case 2 -> new Command.Delegate(item.id(), "anna");
            case 3, 4 -> new Command.SuspendWork(item.id());
            case 5, 6 -> new Command.ResumeWork(item.id());
            case 7 -> {
                if (!mayFail(item)) {
                    yield new Command.StartWork(item.id());
                }
                meddled.add(item.id().caseId().root());
                yield new Command.Withdraw(item.id(), "not needed");
            }
            case 8, 9 -> mayFail(item) ? new Command.Fail(item.id(), "cannot", 0, false) : new Command.Complete(item.id(), output, 0);
            case 10 -> new Command.RetryWork(item.id());
            case 11 -> new Command.Complete(item.id(), output, 1 + random.nextInt(2));
            case 12, 13, 14, 15, 16, 17 -> new Command.StartWork(item.id());
            default -> new Command.Complete(item.id(), output, 0);
        };
    }

    /** Whether the rules count with work that is given up: before it has started, or after that. */
    private boolean mayFail(WorkItem item) {
        for (RuledScene.Made made : scene.ruled()) {
            Who start = made.game().events().get("s_" + item.task());
            Who complete = made.game().events().get("c_" + item.task());
            boolean started = item.state() == WorkState.STARTED || item.resumesTo() == WorkState.STARTED;
            if (complete == Who.GUARANTEED || start == Who.TRIGGERABLE && !started) {
                return false;
            }
        }
        return true;
    }

    // When the faults have stopped.

    private Set<String> suspendedRules() {
        return cases().stream()
                .filter(info -> rules.contains(info.process()) && info.status() == CaseStatus.SUSPENDED)
                .map(CaseInfo::process)
                .collect(Collectors.toSet());
    }

    @Override
    void rest() {
        checker.read(world.mill().history());
        checker.rest(suspendedRules());
        asked.forEach((id, op) -> {
            if (answers.get(id) instanceof Answer.Delayed delayed && op.command() instanceof Command.OfCase of) {
                if (!checker.knowsAttempt(of.caseId(), delayed.attempt())) {
                    throw new AssertionError(op + " was answered with an attempt that is nowhere: " + delayed);
                }
            }
        });
    }

    @Override
    boolean nothingOpen() {
        List<CaseInfo> open = cases().stream().filter(info -> info.status().isOpen()).toList();
        if (open.isEmpty()) {
            checker.read(world.mill().history());
            checker.end();
            return true;
        }
        if (open.stream().allMatch(info -> rules.contains(info.process()) && info.status() != CaseStatus.SUSPENDED) && !lifted) {
            checker.read(world.mill().history());
            checker.rest(Set.of());
            checker.end();
            lifted = true;
            open.forEach(info -> tell(new Command.CancelCase(info.id(), "the play is over")));
        }
        return false;
    }

    @Override
    void putRight(int round) {
        List.copyOf(unanswered).forEach(op -> {
            unanswered.remove(op);
            send(op);
        });
        for (CaseInfo info : cases()) {
            world.steps(40);
            boolean isRules = rules.contains(info.process());
            if (!info.status().isOpen()) {
                continue;
            }
            if (info.status() == CaseStatus.SUSPENDED) {
                tell(new Command.ResumeCase(info.id()));
            } else if (!isRules && round > PATIENCE && round % 2 == 0 && mayWaitForever(info)) {
                world.note(() -> "cancel " + info.id());
                tell(new Command.CancelCase(info.id(), "nobody does what it waits for"));
            } else if (info.incident() != null && !isRules) {
                tell(new Command.RetryCase(info.id()));
            } else if (!isRules && round % 4 == 3 && isAlone(info)) {
                tell(new Command.Signal("close", info.id().toString(), Data.fields("last", info.id().root(), "round", round)));
            }
        }
        for (ListedWork listed : world.mill().work(WorkQuery.ALL, null, 1_000).items()) {
            WorkItem item = listed.item();
            world.steps(40);
            if (item.state() == WorkState.SUSPENDED) {
                tell(new Command.ResumeWork(item.id()));
            } else if (item.incident() != null) {
                tell(new Command.RetryWork(item.id()));
            } else if (round > PATIENCE && (item.delayed() != null || item.state() == WorkState.STARTED && round % 2 == 1) && mayFail(item)) {
                // A scheduler that keeps the rules may never accept it, and says so or not; who tries that in vain gives up.
                tell(new Command.Fail(item.id(), "in vain", 0, false));
            } else if (item.doer() instanceof Doer.People && item.state() == WorkState.STARTED) {
                tell(new Command.Complete(item.id(), Data.fields("end", true), 0));
            } else if (item.doer() instanceof Doer.People) {
                tell(new Command.StartWork(item.id()));
                tell(new Command.Complete(item.id(), Data.fields("end", true), 0));
            }
        }
    }

    private boolean isAlone(CaseInfo info) {
        return scene.ruled().stream().anyMatch(made -> made.name().equals(info.process()) && made.kind() == RuledScene.Kind.ALONE);
    }

    /** Whether nothing was proved of a case: others have a part in it, or an operator had, or it is a program. */
    private boolean mayWaitForever(CaseInfo info) {
        RuledScene.Made made = scene.ruled().stream().filter(each -> each.name().equals(info.process())).findFirst().orElse(null);
        return made == null
                || made.kind() == RuledScene.Kind.PROGRAM
                || meddled.contains(info.id().root())
                || scene.across().stream().flatMap(each -> each.kinds().stream()).anyMatch(kind -> made.game().events().containsKey("s_" + kind.task()));
    }

    @Override
    void compareAtEnd(Audit audit) {
        super.compareAtEnd(audit);
        checker.end();
    }
}
