package io.millrace.kernel;

import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A root case with all its sub-cases. Each of them is a part with a state of its own; a turn loads only the parts it
 * touches, and a part that has ended leaves.
 */
final class CaseEntity extends Entity {
    private final Processes processes;
    private final Function<CaseId, @Nullable CaseState> loader;
    private final Map<CaseId, CaseState> parts = new HashMap<>(2);
    /** Parts that changed since the last snapshot, ended ones included. */
    private final Set<CaseId> unsaved = new HashSet<>(2);
    private final CaseId rootId;

    CaseEntity(EntityId.OfCase id, Processes processes, Function<CaseId, @Nullable CaseState> loader) {
        super(id);
        this.processes = processes;
        this.loader = loader;
        this.rootId = CaseId.root(id.root());
    }

    CaseId rootId() {
        return rootId;
    }

    /** A part that has not left, from the heap or from its snapshot; null when there is none. */
    @Nullable
    CaseState part(CaseId caseId) {
        CaseState part = parts.get(caseId);
        // A part that changed since the last snapshot and is not in the heap has ended: its snapshot is out of date.
        if (part == null && caseId.isWithin(rootId) && !unsaved.contains(caseId)) {
            part = loader.apply(caseId);
            if (part != null) {
                parts.put(caseId, part);
            }
        }
        return part;
    }

    Processes processes() {
        return processes;
    }

    /** The same case with nothing in the heap, whose parts come from elsewhere. */
    CaseEntity copy(Function<CaseId, @Nullable CaseState> parts) {
        return new CaseEntity((EntityId.OfCase) id, processes, parts);
    }

    Map<CaseId, CaseState> parts() {
        return parts;
    }

    Set<CaseId> unsaved() {
        return unsaved;
    }

    boolean isSuspended(CaseState part) {
        for (CaseState at = part; at != null; at = parentOf(at)) {
            if (at.status == CaseStatus.SUSPENDED) {
                return true;
            }
        }
        return false;
    }

    @Nullable
    CaseState parentOf(CaseState part) {
        CaseId parent = part.id.parent();
        return parent == null ? null : part(parent);
    }

    @Override
    Answer decide(Request request, Ledger ledger) {
        CaseTurn turn = new CaseTurn(this, ledger);
        return switch (request.command()) {
            case Command.OfWork command -> new WorkCommands(this, ledger, turn).decide(command);
            case Command.OfCase command -> new CaseCommands(this, ledger, turn).decide(command);
            case Command.Start command -> new CaseCommands(this, ledger, turn)
                    .begin(command.process(), command.version(), command.input(), command.key(), false);
            case Command.Take command -> new CaseCommands(this, ledger, turn).take(command);
            case Command.OfRegistry command -> throw new IllegalStateException("not for a case: " + command);
            case Command.Signal command -> throw new IllegalStateException("not for a case: " + command);
        };
    }

    @Override
    void apply(@Nullable CaseId caseId, Event event, Instant at) {
        if (caseId == null || !(event instanceof Event.OfCase ofCase)) {
            throw new IllegalStateException("not an event of a case: " + event);
        }
        CaseState part = event instanceof Event.CaseStarted
                ? parts.computeIfAbsent(caseId, CaseState::new)
                : part(caseId);
        if (part == null) {
            throw new IllegalStateException("no case " + caseId);
        }
        unsaved.add(caseId);
        if (event instanceof Event.Progressed progressed && progressed.event() instanceof RawEvent raw) {
            part.apply(new Event.Progressed(raw.in(part.code())), at, processes);
        } else {
            part.apply(ofCase, at, processes);
        }
    }

    /** Sub-cases that have ended leave the heap at the end of their last turn. */
    void dropEnded() {
        if (parts.size() > 1) {
            parts.values().removeIf(part -> !part.id.isRoot() && !part.status.isOpen());
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
    void write(Out out) {
        // All of a case is in its parts.
    }
}
