package io.millrace.calculus;

import io.millrace.data.Data;
import io.millrace.event.Projection;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.RecordedEvent;
import io.millrace.id.CaseId;
import io.millrace.language.Fact;
import io.millrace.language.ProcessEvent;
import io.millrace.query.CaseStatus;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says of every recorded event what it is as a fact, and what it initiates and terminates, and writes that into the diary of its case.
 *
 * <p>What holds is compared before and after the event, rather than concluded from its kind: what a work item, the case and its
 * language show decides, so no event can be forgotten that changes them.
 */
final class Chronicle {
    static final Data NOBODY = Data.of("nobody");
    static final Data ANYONE = Data.of("anyone");
    /** So many are compared one by one. */
    private static final int FEW = 8;

    private Chronicle() {}

    /** A fluent, of a work item or of no one in particular. */
    private record Holding(Said fluent, int item) {}

    static Projection.@Nullable After recorded(@Nullable ReadOnlyCase before, RecordedEvent event) {
        if (before == null) {
            return (after, rows) -> ofEntity(event, diary(rows));
        }
        ProcessEvent ofLanguage = event.ofLanguage();
        if (ofLanguage != null) {
            return ofLanguage(before, event, ofLanguage);
        }
        return event.work() != 0 ? ofWork(before, event) : ofCase(before, event);
    }

    /** The language has decided something. */
    private static Projection.After ofLanguage(ReadOnlyCase before, RecordedEvent event, ProcessEvent decided) {
        Supplier<List<Fact>> concern = before.concern(decided);
        List<Fact> was = concern.get();
        Said said = Said.of(before.fact(decided));
        return (after, rows) -> {
            Page page = new Page(event, Objects.requireNonNull(after), diary(rows));
            page.happened(said, 0);
            List<Fact> is = concern.get();
            if (!was.isEmpty() || !is.isEmpty()) {
                page.holds(facts(was, new ArrayList<>(was.size())), facts(is, new ArrayList<>(is.size())));
            }
            page.end();
        };
    }

    /** Something happens to a work item. */
    private static Projection.After ofWork(ReadOnlyCase before, RecordedEvent event) {
        WorkItem item = before.work(event.work());
        List<Holding> was = new ArrayList<>(2);
        add(before, item, was);
        return (after, rows) -> {
            ReadOnlyCase now = Objects.requireNonNull(after);
            Page page = new Page(event, now, diary(rows));
            WorkItem changed = now.work(event.work());
            if (event.kind().startsWith("Work")) {
                tell(event, now, item, changed, page);
            } else {
                page.happened(said(event, now, Data.nothing()), 0);
            }
            List<Holding> is = new ArrayList<>(2);
            add(now, changed, is);
            page.holds(was, is);
            page.end();
        };
    }

    /** Something happens to the case as a whole. */
    private static Projection.After ofCase(ReadOnlyCase before, RecordedEvent event) {
        String kind = event.kind();
        boolean starts = before.process().isEmpty();
        boolean migrates = kind.equals("CaseMigrated");
        boolean shows = kind.startsWith("Case") || kind.equals("AttributeSet");
        List<Holding> was = new ArrayList<>();
        if (shows && !starts) {
            add(before, was);
        }
        if (migrates) {
            // Another version brings other agents and names.
            before.works().forEach(each -> add(before, each, was));
            facts(before.concern(null).get(), was);
        }
        Data signal = kind.equals("SignalReceived") ? signal(before, event) : Data.nothing();
        return (after, rows) -> {
            ReadOnlyCase now = Objects.requireNonNull(after);
            Page page = new Page(event, now, diary(rows));
            page.happened(said(event, now, signal), 0);
            if (shows) {
                List<Holding> is = new ArrayList<>();
                add(now, is);
                if (starts || migrates) {
                    facts(now.concern(null).get(), is);
                }
                if (migrates) {
                    now.works().forEach(each -> add(now, each, is));
                }
                page.holds(was, is);
            }
            page.end();
        };
    }

    private static List<Holding> facts(List<Fact> facts, List<Holding> holdings) {
        for (Fact fact : facts) {
            holdings.add(new Holding(Said.of(fact), fact.number()));
        }
        return holdings;
    }

    /** One event in the diary of its case. */
    private static final class Page {
        private final ReadOnlyCase now;
        private final Diary diary;
        private final Moment moment;

        Page(RecordedEvent event, ReadOnlyCase now, Diary diary) {
            this.now = now;
            this.diary = diary;
            this.moment = moment(event);
            diary.name(now.execution("") == null ? null : Data.of(now.key()));
        }

        void happened(Said said, int item) {
            diary.happened(moment, said, item);
        }

        /** Ends what held before the event and does not any more, and begins what holds now and did not. */
        void holds(List<Holding> was, List<Holding> is) {
            Collection<Holding> remains = searched(is);
            for (Holding each : was) {
                if (!remains.contains(each)) {
                    diary.terminates(moment, each.fluent(), each.item());
                }
            }
            Collection<Holding> known = searched(was);
            for (Holding each : is) {
                if (!known.contains(each)) {
                    diary.initiates(moment, each.fluent(), each.item());
                }
            }
        }

        private static Collection<Holding> searched(List<Holding> holdings) {
            return holdings.size() > FEW ? new HashSet<>(holdings) : holdings;
        }

        void end() {
            if (!now.status().isOpen()) {
                diary.ended(moment);
            }
        }
    }

    private static Diary diary(Projection.Rows rows) {
        return (Diary) Objects.requireNonNull(rows.memory());
    }

    private static Moment moment(RecordedEvent event) {
        return new Moment(Moment.micros(event.happened()), Moment.micros(event.at()), event.sequence(), event.place());
    }

    // What holds.

    private static void add(ReadOnlyCase of, List<Holding> holdings) {
        switch (of.status()) {
            case RUNNING -> holdings.add(new Holding(Said.first(Fluents.RUNNING), 0));
            case SUSPENDED -> holdings.add(new Holding(Said.first(Fluents.SUSPENDED), 0));
            default -> {}
        }
        holdings.add(new Holding(Said.first("process", Data.of(of.process()), Data.of(of.version())), 0));
        if (of.key() != null) {
            holdings.add(new Holding(Said.first("key", Data.of(of.key())), 0));
        }
        CaseId parent = of.caseId().parent();
        if (parent != null) {
            holdings.add(new Holding(Said.first("parent", Subject.named(parent)), 0));
        }
        of.attributes().asMap().forEach((name, value) -> holdings.add(new Holding(Said.first("attribute", Data.of(name), value), 0)));
    }

    private static void add(ReadOnlyCase of, @Nullable WorkItem item, List<Holding> holdings) {
        if (item == null) {
            return;
        }
        int number = item.id().number();
        Data task = task(of, item);
        switch (item.state()) {
            case OFFERED -> offeredTo(of, item).forEach(who -> holdings.add(new Holding(Said.of(Fluents.WAITING, task, who), number)));
            case ALLOCATED -> holdings.add(new Holding(Said.of(Fluents.WAITING, task, who(item)), number));
            case STARTED -> holdings.add(new Holding(Said.of(Fluents.ACTIVE, task, who(item)), number));
            case SUSPENDED -> holdings.add(new Holding(Said.of(Fluents.SUSPENDED, task, who(item)), number));
            default -> {}
        }
        if (item.performers().pool() != null && item.holder() != null) {
            holdings.add(new Holding(Said.of(Fluents.ASSIGNED, who(item), task), number));
        }
        Instant due = item.due();
        if (due != null) {
            holdings.add(new Holding(Said.first(Fluents.DUE, task, Moment.data(Moment.micros(due))), number));
        }
    }

    /** The task, or its execution where those have names. */
    private static Data task(ReadOnlyCase of, WorkItem item) {
        Data execution = of.execution(item.task());
        return execution == null ? Data.of(item.task()) : execution;
    }

    /**
     * For whom work waits that is offered: the agents of a pool that the process brings, another pool, people by name, roles, or
     * anyone; automatic work for whoever does it.
     */
    private static List<Data> offeredTo(ReadOnlyCase of, WorkItem item) {
        Performers performers = item.performers();
        List<Data> all = new ArrayList<>();
        of.agents(item).forEach(agent -> all.add(Data.of(agent)));
        if (!all.isEmpty()) {
            return all;
        }
        if (performers.pool() != null) {
            return List.of(Data.fields("pool/1", List.of(performers.pool())));
        }
        if (!(item.doer() instanceof Doer.People)) {
            return List.of(who(item));
        }
        performers.participants().forEach(name -> all.add(Data.of(name)));
        performers.roles().forEach(role -> all.add(Data.fields("role/1", List.of(role))));
        return all.isEmpty() ? List.of(ANYONE) : all;
    }

    /** Who has a work item: the participant, or what does it by itself. */
    private static Data who(WorkItem item) {
        String holder = item.holder();
        if (holder != null) {
            return Data.of(holder);
        }
        return switch (item.doer()) {
            case Doer.People people -> NOBODY;
            case Doer.Handler handler -> Data.of(handler.name());
            case Doer.Program program -> Data.of(program.name());
            case Doer.Process process -> Data.of(process.name());
        };
    }

    // What happened.

    private static void tell(
            RecordedEvent event, ReadOnlyCase of, @Nullable WorkItem before, @Nullable WorkItem after, Page page) {
        WorkItem item = after == null ? before : after;
        if (item == null) {
            return;
        }
        Data task = task(of, item);
        Data who = who(before == null || before.holder() == null ? item : before);
        Said said = switch (event.kind()) {
            case "WorkOffered" -> Said.of("offer", task);
            case "WorkAllocated" -> Said.of("assign", who(item), task);
            case "WorkReleased" -> Said.of("release", who, task);
            case "WorkStarted" -> Said.of("start", task, who(item));
            case "WorkSuspended" -> Said.of("suspend", task);
            case "WorkResumed" -> Said.of("resume", task);
            case "WorkCompleted" -> Said.of("end", task, who);
            case "WorkFailed" -> Said.of("fail", task, who);
            case "WorkWithdrawn" -> Said.of("withdraw", task, who);
            case "WorkEscalated" -> Said.of("escalate", task);
            case "WorkRetried" -> Said.of("retry", task);
            default -> Said.of(Fact.name(event.kind()), task, event.detail());
        };
        page.happened(said, event.work());
        if (after == null && item.performers().pool() != null && item.holder() != null) {
            // Whoever a pool has assigned is released when the work is over (AxH2).
            page.happened(Said.of("release", who, task), event.work());
        }
        if (before == null && item.state() == WorkState.STARTED) {
            // Automatic work starts when it is offered.
            page.happened(Said.of("start", task, who(item)), event.work());
        }
    }

    private static Said said(RecordedEvent event, ReadOnlyCase now, Data signal) {
        return switch (event.kind()) {
            case "CaseStarted" -> Said.first("begin", Data.of(now.process()));
            case "CaseCompleted" -> Said.first("complete");
            case "CaseSuspended" -> Said.first("suspend");
            case "CaseResumed" -> Said.first("resume");
            default -> said(event.kind(), event.detail(), signal);
        };
    }

    private static Said said(String kind, Data detail, Data signal) {
        return switch (kind) {
            case "CaseFailed" -> Said.first("fail", detail.at("reason"));
            case "CaseCancelled" -> Said.first("cancel", detail.at("reason"));
            case "CaseMigrated" -> Said.first("migrate", detail.at("version"));
            case "AttributeSet" -> Said.first("attribute", detail.at("name"), detail.at("value"));
            case "IncidentRaised" -> Said.first("incident", detail.at("reason"));
            case "TimerSet" -> Said.first("timer", detail.at("timer"), Moment.data(Moment.micros(Instant.parse(detail.at("due").text()))));
            case "TimerFired" -> Said.first("fired", detail.at("timer"));
            case "SignalReceived" -> new Said("signal", List.of(signal, detail.at("content")), 2);
            default -> Said.first(Fact.name(kind), detail);
        };
    }

    private static Data signal(ReadOnlyCase before, RecordedEvent event) {
        String signal = before.awaited(event.detail().at("ticket").asInt());
        return signal == null ? NOBODY : Data.of(signal);
    }

    /** What happens to the registry and to participants. */
    private static void ofEntity(RecordedEvent event, Diary diary) {
        Data detail = event.detail();
        Moment moment = moment(event);
        switch (event.kind()) {
            case "ProcessDeployed" -> diary.happened(moment, Said.whole("deploy", detail.at("name"), detail.at("version")), 0);
            case "ParticipantAdded" -> {
                Data name = detail.at("name");
                diary.happened(moment, Said.whole("enrol", name), 0);
                diary.initiates(moment, Said.whole(Fluents.PARTICIPANT, name), 0);
                Set<Said> roles = new LinkedHashSet<>();
                detail.at("roles").asList().forEach(role -> roles.add(Said.whole(Fluents.ROLE, name, role)));
                diary.keepOnly(moment, Fluents.ROLE, roles);
            }
            case "ParticipantRemoved" -> {
                diary.happened(moment, Said.whole("leave", detail.at("name")), 0);
                diary.ended(moment);
            }
            default -> {
                if (!PoolChronicle.tell(event.kind(), detail, moment, diary)) {
                    diary.happened(moment, Said.whole(Fact.name(event.kind()), detail), 0);
                }
            }
        }
    }
}
