package io.millrace.testkit;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** What a scenario is played on: the engine, what has been seen of it, and the case that is meant where none is named. */
final class Stage {
    final TestEngine engine;
    final Chronicle chronicle = new Chronicle();
    private final List<Oracle> oracles = new ArrayList<>();
    private @Nullable CaseId current;

    Stage(TestEngine engine) {
        this.engine = engine;
        ServiceLoader.load(Oracle.class).forEach(oracles::add);
    }

    Millrace mill() {
        return engine.mill();
    }

    List<Oracle> oracles() {
        return oracles;
    }

    void started(CaseId caseId) {
        current = caseId;
    }

    @Nullable
    CaseId current() {
        return current;
    }

    /** The case that is named, or the one that was started last. */
    CaseId caseOr(@Nullable CaseId named) {
        CaseId meant = named == null ? current : named;
        if (meant == null) {
            throw new RefusedException(Code.NOTHING_STARTED.with());
        }
        return meant;
    }

    CaseDetails details(CaseId caseId) {
        return mill().find(caseId).details();
    }

    /** A case and its open sub-cases, the case itself first. */
    List<CaseDetails> withSubCases(CaseId caseId) {
        List<CaseDetails> all = new ArrayList<>();
        all.add(details(caseId));
        for (int i = 0; i < all.size(); i++) {
            CaseDetails parent = all.get(i);
            for (WorkItem item : parent.work()) {
                // A sub-case that has ended is gone, while its work item may wait for a person.
                if (item.child() != 0 && item.incident() == null) {
                    all.add(details(parent.info().id().child(item.child())));
                }
            }
        }
        return all;
    }

    /** The open work items of a case and its sub-cases, by number. */
    List<WorkItem> work(CaseId caseId) {
        return withSubCases(caseId).stream()
                .flatMap(details -> details.work().stream())
                .sorted((a, b) -> a.id().compareTo(b.id()))
                .toList();
    }

    /** Whether somebody, or something other than a sub-case, has this item to do. */
    static boolean isUnfinished(WorkItem item) {
        return item.state() != WorkState.SUSPENDED && (item.child() == 0 || item.incident() != null);
    }

    /**
     * The work item that a line means: the lowest number whose state suits the verb and that nobody else holds, else the
     * lowest that is open, else the lowest that ever was (which the engine then refuses in its own words).
     */
    WorkId find(Statement.WorkVerb verb, Statement.WorkRef ref, @Nullable String by) {
        CaseId in = caseOr(ref.in());
        List<WorkItem> open = new ArrayList<>();
        try {
            open.addAll(work(in));
        } catch (RefusedException e) {
            if (chronicle.everOffered(in, ref.task()).isEmpty()) {
                throw e;
            }
        }
        open.removeIf(item -> !item.task().equals(ref.task()) || ref.number() != 0 && item.id().number() != ref.number());
        for (WorkItem item : open) {
            boolean free = by == null || item.holder() == null || item.holder().equals(by);
            if (free && suits(verb, item)) {
                return item.id();
            }
        }
        if (!open.isEmpty()) {
            return open.getFirst().id();
        }
        List<WorkId> past = chronicle.everOffered(in, ref.task());
        return past.stream()
                .filter(id -> ref.number() == 0 || id.number() == ref.number())
                .findFirst()
                .orElseThrow(() -> new RefusedException(Code.UNKNOWN_WORK.with(
                        ref.number() == 0 ? ref.task() : ref.task() + " #" + ref.number())));
    }

    private static boolean suits(Statement.WorkVerb verb, WorkItem item) {
        WorkState state = item.state();
        return switch (verb) {
            case CLAIM -> state == WorkState.OFFERED;
            case RELEASE -> state == WorkState.ALLOCATED || state == WorkState.STARTED;
            case START -> state == WorkState.OFFERED || state == WorkState.ALLOCATED;
            case RESUME -> state == WorkState.SUSPENDED;
            case RETRY -> item.incident() != null;
            case COMPLETE, FAIL, SUSPEND, DELEGATE -> state != WorkState.SUSPENDED;
            case WITHDRAW, SKIP -> true;
        };
    }

    /** How things stand, for a person who wonders why an expectation does not hold. */
    String situation() {
        if (current == null) {
            return "no case has been started";
        }
        StringBuilder text = new StringBuilder();
        try {
            withSubCases(current).forEach(details -> describe(details, text));
        } catch (RefusedException e) {
            text.append(e.problem().message());
        }
        return text.toString().stripTrailing();
    }

    private static void describe(CaseDetails details, StringBuilder text) {
        var info = details.info();
        text.append("case ").append(info.id()).append(" of ").append(info.process());
        text.append(" (version ").append(info.version()).append(") is ").append(info.status().word());
        if (!info.status().isOpen() && info.outcome() instanceof Data.Text reason) {
            text.append(": ").append(reason.value());
        }
        text.append('\n');
        if (info.incident() != null) {
            text.append("  incident: ").append(info.incident()).append('\n');
        }
        details.work().forEach(item -> text.append("  ").append(describe(item)).append('\n'));
        details.timers().forEach(due -> text.append("  wakes at ").append(due).append('\n'));
        details.waits().forEach(wait -> text.append("  waits for signal ").append(wait.signal())
                .append(wait.key().isEmpty() ? "" : " with key " + wait.key()).append('\n'));
        details.attempts().forEach(attempt -> text.append("  attempt ").append(attempt.number()).append(" (").append(attempt.event())
                .append(") waits: ").append(attempt.reason()).append('\n'));
        details.next().forEach(next -> text.append("  next: ").append(next).append('\n'));
    }

    static String describe(WorkItem item) {
        StringBuilder text = new StringBuilder();
        text.append(item.id()).append(' ').append(item.task()).append(": ").append(item.state().word());
        if (item.holder() != null) {
            text.append(item.state() == WorkState.ALLOCATED ? " to " : " by ").append(item.holder());
        } else if (!item.performers().isAnyone()) {
            List<String> to = new ArrayList<>(item.performers().roles());
            to.addAll(item.performers().participants());
            text.append(" to ").append(String.join(", ", to));
        }
        if (item.isAutomatic()) {
            text.append(", attempt ").append(item.attempt());
        }
        if (item.child() != 0) {
            text.append(", carried out by case ").append(item.id().caseId().child(item.child()));
        }
        if (item.incident() != null) {
            text.append(", incident: ").append(item.incident());
        }
        return text.toString();
    }
}
