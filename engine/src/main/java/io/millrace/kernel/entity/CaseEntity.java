package io.millrace.kernel.entity;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.RawEvent;
import io.millrace.kernel.record.Timer;
import io.millrace.problem.Code;
import io.millrace.query.CaseStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A root case with all its sub-cases. Each of them is a member with a state of its own; a turn loads only the members it
 * touches, and a member that has ended leaves.
 */
public final class CaseEntity extends Entity<Input.ForCase> {
    private final Processes processes;
    private final Function<CaseId, @Nullable CaseState> loader;
    private final CaseId rootId;
    private @Nullable CaseState root;
    private boolean rootUnsaved;
    /** Sub-cases in the heap. Most cases have none, and a million of them must fit. */
    private Map<CaseId, CaseState> below = Map.of();
    /** Sub-cases that have ended in this turn. */
    private List<CaseId> ended = List.of();
    /** Sub-cases that changed since the last snapshot, ended ones included. */
    private Set<CaseId> belowUnsaved = Set.of();
    /** Sub-cases that have ended and whose old snapshots go with changes that are not durable yet. */
    private Set<CaseId> leaving = Set.of();

    public CaseEntity(EntityId.OfCase id, Processes processes, Function<CaseId, @Nullable CaseState> loader) {
        super(id, Input.ForCase.class);
        this.processes = processes;
        this.loader = loader;
        this.rootId = CaseId.root(id.root());
    }

    CaseId rootId() {
        return rootId;
    }

    /** A member that has not left, from the heap or from its snapshot; null when there is none. */
    @Nullable
    public CaseState member(CaseId caseId) {
        CaseState member = inHeap(caseId);
        // A member that changed since the last snapshot and is not in the heap has ended: its snapshot is out of date.
        if (member == null && caseId.isWithin(rootId) && !isUnsaved(caseId) && !isLeaving(caseId)) {
            member = loader.apply(caseId);
            if (member != null) {
                keep(member);
            }
        }
        return member;
    }

    /** A member as its snapshot has it. */
    @Nullable
    CaseState stored(CaseId caseId) {
        return loader.apply(caseId);
    }

    @Nullable
    CaseState inHeap(CaseId caseId) {
        return caseId.isRoot() ? root : below.get(caseId);
    }

    private boolean isUnsaved(CaseId caseId) {
        return caseId.isRoot() ? rootUnsaved : belowUnsaved.contains(caseId);
    }

    private boolean isLeaving(CaseId caseId) {
        if (!leaving.isEmpty() && isSettled()) {
            leaving = Set.of();
        }
        return leaving.contains(caseId);
    }

    private void keep(CaseState member) {
        if (member.id.isRoot()) {
            root = member;
        } else {
            below = below.isEmpty() ? new HashMap<>() : below;
            below.put(member.id, member);
        }
    }

    /** The member of this id, made if there is none: how a case begins. */
    public CaseState create(CaseId caseId) {
        CaseState member = inHeap(caseId);
        if (member == null) {
            member = new CaseState(caseId);
            keep(member);
        }
        return member;
    }

    /** The instant at which a timer fires now: not before it is due. */
    public Instant notBefore(Input.Due fired, Instant now) {
        CaseState member = member(fired.caseId());
        Timer timer = member == null ? null : member.timers.get(fired.timer());
        return timer != null && timer.due().isAfter(now) ? timer.due() : now;
    }

    /** Whether the whole case has ended, and nothing of it in the heap goes on alone. */
    public boolean hasEnded() {
        return root != null && !root.status.isOpen() && below.values().stream().noneMatch(member -> member.status.isOpen());
    }

    /** All members in the heap, the root first, then by id. */
    public List<CaseState> loaded() {
        List<CaseState> loaded = new ArrayList<>(1 + below.size());
        if (root != null) {
            loaded.add(root);
        }
        below.values().stream().sorted(Comparator.comparing((CaseState member) -> member.id)).forEach(loaded::add);
        return loaded;
    }

    /** Gives the ids of the members that changed since the last time; what is to be saved of them goes to the store now. */
    List<CaseId> takeUnsaved() {
        List<CaseId> unsaved = new ArrayList<>(belowUnsaved);
        List<CaseId> gone = unsaved.stream().filter(caseId -> !below.containsKey(caseId)).toList();
        if (!gone.isEmpty()) {
            leaving = new HashSet<>(leaving);
            leaving.addAll(gone);
        }
        if (rootUnsaved) {
            unsaved.add(rootId);
        }
        rootUnsaved = false;
        belowUnsaved = Set.of();
        return unsaved;
    }

    private void changed(CaseId caseId) {
        if (caseId.isRoot()) {
            rootUnsaved = true;
        } else {
            belowUnsaved = belowUnsaved.isEmpty() ? new HashSet<>() : belowUnsaved;
            belowUnsaved.add(caseId);
        }
    }

    Processes processes() {
        return processes;
    }

    /** The same case with nothing in the heap, whose members come from elsewhere. */
    CaseEntity copy(Function<CaseId, @Nullable CaseState> members) {
        return new CaseEntity((EntityId.OfCase) id, processes, members);
    }

    boolean isSuspended(CaseState member) {
        for (CaseState at = member; at != null; at = parentOf(at)) {
            if (at.status == CaseStatus.SUSPENDED) {
                return true;
            }
        }
        return false;
    }

    @Nullable
    CaseState parentOf(CaseState member) {
        CaseId parent = member.id.parent();
        return parent == null ? null : member(parent);
    }

    @Override
    Answer decide(Input.ForCase input, Ledger ledger) {
        Answer answer = decided(input, ledger);
        Attempts.stir(ledger);
        return answer;
    }

    private Answer decided(Input.ForCase input, Ledger ledger) {
        CaseTurn turn = new CaseTurn(this, ledger);
        CaseCommands commands = new CaseCommands(this, ledger, turn);
        return switch (input) {
            case Input.Open open -> {
                Command.Start start = open.command();
                yield commands.begin(start.process(), start.version(), start.input(), start.key(), false);
            }
            case Input.Begun begun -> {
                Message.Begin begin = begun.message();
                yield commands.begin(begin.process(), begin.version(), begin.input(), begin.key(), true);
            }
            case Input.Act act -> commands.decideAny(act.command());
            case Input.Due due -> commands.fire(due.caseId(), due.timer());
            case Input.TakenByCase taken -> commands.take(taken);
        };
    }

    @Override
    void apply(@Nullable CaseId caseId, Event event, Instant at) {
        if (caseId == null || !(event instanceof Event.OfCase ofCase)) {
            throw new IllegalStateException("not an event of a case: " + event);
        }
        CaseState member = event instanceof Event.CaseStarted
                ? create(caseId)
                : member(caseId);
        if (member == null) {
            throw new IllegalStateException("no case " + caseId);
        }
        changed(caseId);
        if (event instanceof Event.Progressed progressed && progressed.event() instanceof RawEvent raw) {
            member.apply(new Event.Progressed(raw.in(member.code())), at, processes);
        } else {
            member.apply(ofCase, at, processes);
        }
        if (!member.status.isOpen() && !caseId.isRoot()) {
            ended = ended.isEmpty() ? new ArrayList<>(1) : ended;
            ended.add(caseId);
        }
    }

    /** Sub-cases that have ended leave the heap at the end of their last turn. */
    public void dropEnded() {
        if (!ended.isEmpty()) {
            ended.forEach(below::remove);
            ended.forEach(this::forget);
            ended = List.of();
            below = below.isEmpty() ? Map.of() : below;
        }
    }

    /** Why a command finds no open case here. */
    Answer absent(String verb, CaseId caseId, @Nullable CaseStatus ended) {
        return new Answer.Refused(
                ended == null
                        ? Code.UNKNOWN_CASE.with(caseId)
                        : Code.CASE_ENDED.with(verb, caseId, ended.word()));
    }

    @Override
    public void write(Out out) {
        // All of a case entity is in its cases.
    }

    @Override
    void read(In in) {
        // All of a case entity is in its cases.
    }
}
