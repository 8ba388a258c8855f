package io.millrace.exchange;

import io.millrace.data.Data;
import io.millrace.event.Projection;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.RecordedEvent;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.Fact;
import io.millrace.query.CaseStatus;
import io.millrace.work.Doer;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Watches the turns of one root case being replayed and tells each event in the words of event logs.
 *
 * <p>It holds back the events of a turn until the turn is over. Only then is it known whether a case has ended with its work, and which
 * of the wanted events tells what the turn changed in the data: the last one before the change, or the first one after it. If a turn
 * has no wanted event, the event that changed the data is told all the same.
 */
final class Teller implements Projection {
    private final Predicate<LogEvent.Category> wanted;
    private final Consumer<LogEvent> sink;
    private final List<Entry> turn = new ArrayList<>();
    private long sequence;

    Teller(Predicate<LogEvent.Category> wanted, Consumer<LogEvent> sink) {
        this.wanted = wanted;
        this.sink = sink;
    }

    @Override
    public String name() {
        return "log";
    }

    @Override
    public @Nullable After recorded(@Nullable ReadOnlyCase before, RecordedEvent event) {
        if (before == null) {
            return null;
        }
        if (event.sequence() != sequence) {
            finish();
            sequence = event.sequence();
        }
        int number = event.work();
        WorkItem item = number == 0 ? null : before.work(number);
        boolean starts = event.kind().equals("CaseStarted");
        boolean changes = event.ofLanguage() != null || event.kind().equals("CaseMigrated");
        Supplier<List<Fact>> concern = changes ? before.concern(event.ofLanguage()) : List::of;
        List<Fact> held = concern.get();
        return (after, rows) -> {
            ReadOnlyCase now = Objects.requireNonNull(after);
            WorkItem changed = number == 0 ? null : now.work(number);
            Entry entry = new Entry(event, now, item, changed);
            for (Fact fact : starts ? now.concern(null).get() : concern.get()) {
                if (fact.name().equals(Fact.DATA) && !held.contains(fact)) {
                    entry.data.put(fact.arguments().get(0).text(), fact.arguments().get(1));
                }
            }
            turn.add(entry);
        };
    }

    /** Tells the turn that was held back. */
    void finish() {
        Map<CaseId, CaseStatus> ended = new HashMap<>();
        for (Entry entry : turn) {
            switch (entry.kind) {
                case "CaseCompleted" -> ended.put(entry.caseId, CaseStatus.COMPLETED);
                case "CaseFailed" -> ended.put(entry.caseId, CaseStatus.FAILED);
                case "CaseCancelled" -> ended.put(entry.caseId, CaseStatus.CANCELLED);
                default -> {}
            }
            // A root case always begins: its log shows with which data.
            entry.told = wanted.test(entry.category()) || entry.kind.equals("CaseStarted") && entry.caseId.isRoot();
        }
        turn.stream().filter(entry -> !entry.told && !entry.data.isEmpty()).toList().forEach(this::handOver);
        for (Entry entry : turn) {
            if (entry.told) {
                entry.tell(ended, sink);
            }
        }
        turn.clear();
    }

    /** What an event changed that is not told by itself is told by another one of its case and turn. */
    private void handOver(Entry from) {
        Entry to = null;
        boolean passed = false;
        for (Entry each : turn) {
            passed |= each == from;
            if (each.told && each.caseId.equals(from.caseId) && (!passed || to == null)) {
                to = each;
            }
        }
        if (to == null) {
            from.told = true;
        } else if (to != from) {
            to.data.putAll(from.data);
        }
    }

    /** An event of the turn that is under way. */
    private static final class Entry {
        final String id;
        final String kind;
        final CaseId caseId;
        final String process;
        final int version;
        final Instant recorded;
        final Instant time;
        final RecordedEvent event;
        final int work;
        final @Nullable WorkItem before;
        final @Nullable WorkItem after;
        final List<LogEvent.Offer> offers;
        final Map<String, Data> data = new LinkedHashMap<>(2);
        boolean told;

        Entry(RecordedEvent event, ReadOnlyCase now, @Nullable WorkItem before, @Nullable WorkItem after) {
            this.id = event.id();
            this.kind = event.kind();
            this.caseId = now.caseId();
            this.process = now.process();
            this.version = now.version();
            this.recorded = event.at();
            this.time = event.happened();
            this.event = event;
            this.work = event.work();
            this.before = before;
            this.after = after;
            this.offers = after != null && after.state() == WorkState.OFFERED ? offers(now, after) : List.of();
        }

        LogEvent.Category category() {
            return switch (kind) {
                case "CaseStarted", "CaseCompleted", "CaseFailed", "CaseCancelled", "CaseSuspended", "CaseResumed" ->
                    LogEvent.Category.CASE;
                default -> isOfWork() ? LogEvent.Category.WORK : LogEvent.Category.OTHER;
            };
        }

        private boolean isOfWork() {
            boolean placed = kind.equals("WorkPooled") || kind.equals("WorkUnpooled");
            return kind.startsWith("Work") && !placed && (before != null || after != null);
        }

        void tell(Map<CaseId, CaseStatus> ended, Consumer<LogEvent> sink) {
            if (!isOfWork()) {
                sink.accept(ofCase());
                return;
            }
            WorkItem item = Objects.requireNonNull(after == null ? before : after);
            boolean begins = kind.equals("WorkOffered") && item.state() == WorkState.STARTED;
            WorkState state = begins ? WorkState.OFFERED : state(item);
            CaseStatus end = ended.get(caseId);
            boolean aborted = end == CaseStatus.CANCELLED || end == CaseStatus.FAILED;
            sink.accept(ofWork(id, word(), transition(aborted), item, state, ended, begins ? Map.of() : data));
            if (begins) {
                // Automatic work starts when it is offered.
                sink.accept(ofWork(id + "/start", "start", Transition.START, item, WorkState.STARTED, Map.of(), data));
            }
        }

        private LogEvent ofWork(
                String name,
                String word,
                Transition transition,
                WorkItem item,
                WorkState state,
                Map<CaseId, CaseStatus> ended,
                Map<String, Data> changes) {
            int number = item.child() == 0 && before != null ? before.child() : item.child();
            CaseId child = number == 0 ? null : caseId.child(number);
            boolean hadHolder = before != null && before.holder() != null;
            boolean gone = kind.equals("WorkReleased") || !state.isOpen();
            WorkItem holding = gone && hadHolder ? Objects.requireNonNull(before) : item;
            // Details are made when they are asked for; most events have none that a log tells.
            Data detail = state.isOpen() && !kind.equals("WorkAttemptFailed") ? Data.nothing() : this.event.detail();
            String reason = detail.at("reason") instanceof Data.Text text ? text.value() : null;
            List<String> roles = item.performers().roles();
            LogEvent.OfWork told = new LogEvent.OfWork(
                    new WorkId(caseId, work),
                    state,
                    who(holding),
                    holding.holder() == null && !(item.doer() instanceof Doer.People),
                    roles.size() == 1 ? roles.getFirst() : null,
                    item.performers().pool(),
                    offers,
                    item.due(),
                    child,
                    child == null ? null : ended.get(child),
                    word.equals("offer") ? item.input() : Data.nothing(),
                    word.equals("end") ? detail.at("output") : Data.nothing());
            return new LogEvent(
                    name,
                    LogEvent.Category.WORK,
                    caseId,
                    process,
                    version,
                    word,
                    item.task(),
                    transition,
                    told,
                    time,
                    recorded,
                    reason,
                    Data.nothing(),
                    changes);
        }

        /** A work item that has ended is not in the case any more. */
        private WorkState state(WorkItem item) {
            return switch (kind) {
                case "WorkCompleted" -> WorkState.COMPLETED;
                case "WorkFailed" -> WorkState.FAILED;
                case "WorkWithdrawn" -> WorkState.WITHDRAWN;
                default -> item.state();
            };
        }

        private String word() {
            return switch (kind) {
                case "WorkOffered" -> "offer";
                case "WorkAllocated" -> "assign";
                case "WorkCompleted" -> "end";
                default -> {
                    String word = Fact.name(kind.substring("Work".length()));
                    yield switch (word) {
                        case "released" -> "release";
                        case "started" -> "start";
                        case "suspended" -> "suspend";
                        case "resumed" -> "resume";
                        case "failed" -> "fail";
                        case "withdrawn" -> "withdraw";
                        case "escalated" -> "escalate";
                        case "retried" -> "retry";
                        default -> Fact.name(kind);
                    };
                }
            };
        }

        private Transition transition(boolean caseAborted) {
            return switch (kind) {
                case "WorkOffered" -> Transition.SCHEDULE;
                case "WorkAllocated" -> before != null && before.holder() != null ? Transition.REASSIGN : Transition.ASSIGN;
                case "WorkStarted", "WorkRetried" -> Transition.START;
                case "WorkSuspended" -> Transition.SUSPEND;
                case "WorkResumed" -> Transition.RESUME;
                case "WorkCompleted" -> Transition.COMPLETE;
                case "WorkFailed" -> Transition.ATE_ABORT;
                case "WorkWithdrawn" ->
                    caseAborted ? Transition.PI_ABORT : wasRunning() ? Transition.ATE_ABORT : Transition.WITHDRAW;
                default -> Transition.UNKNOWN;
            };
        }

        private boolean wasRunning() {
            return before != null
                    && (before.state() == WorkState.STARTED
                            || before.state() == WorkState.SUSPENDED && before.resumesTo() == WorkState.STARTED);
        }

        private LogEvent ofCase() {
            boolean isOfCase = category() == LogEvent.Category.CASE;
            String word = switch (kind) {
                case "CaseStarted" -> "begin";
                case "CaseCompleted" -> "complete";
                case "CaseFailed" -> "fail";
                case "CaseCancelled" -> "cancel";
                case "CaseSuspended" -> "suspend";
                case "CaseResumed" -> "resume";
                default -> Fact.name(kind);
            };
            Transition transition = switch (word) {
                case "begin" -> Transition.START;
                case "fail", "cancel" -> isOfCase ? Transition.PI_ABORT : Transition.COMPLETE;
                case "suspend" -> Transition.SUSPEND;
                case "resume" -> Transition.RESUME;
                default -> Transition.COMPLETE;
            };
            Data detail = this.event.detail();
            Data reason = detail.at("reason");
            return new LogEvent(
                    id,
                    category(),
                    caseId,
                    process,
                    version,
                    word,
                    isOfCase ? process : word,
                    transition,
                    null,
                    time,
                    recorded,
                    isOfCase && reason instanceof Data.Text text ? text.value() : null,
                    isOfCase ? Data.nothing() : detail,
                    data);
        }

        /** Who has a work item: the participant, or what does it by itself. */
        private static @Nullable String who(WorkItem item) {
            if (item.holder() != null) {
                return item.holder();
            }
            return switch (item.doer()) {
                case Doer.People people -> null;
                case Doer.Handler handler -> handler.name();
                case Doer.Program program -> program.name();
                case Doer.Process process -> process.name();
            };
        }

        /** For whom work waits; automatic work that no pool assigns waits for whatever does it. */
        private static List<LogEvent.Offer> offers(ReadOnlyCase of, WorkItem item) {
            List<LogEvent.Offer> offers = new ArrayList<>();
            of.agents(item).forEach(agent -> offers.add(new LogEvent.Offer(LogEvent.Offer.Kind.PARTICIPANT, agent)));
            String pool = item.performers().pool();
            if (!offers.isEmpty()) {
                return offers;
            }
            if (pool != null) {
                return List.of(new LogEvent.Offer(LogEvent.Offer.Kind.POOL, pool));
            }
            if (!(item.doer() instanceof Doer.People)) {
                return List.of();
            }
            item.performers().participants().forEach(name -> offers.add(new LogEvent.Offer(LogEvent.Offer.Kind.PARTICIPANT, name)));
            item.performers().roles().forEach(name -> offers.add(new LogEvent.Offer(LogEvent.Offer.Kind.ROLE, name)));
            return offers.isEmpty() ? List.of(LogEvent.Offer.ANYONE) : offers;
        }
    }
}
