package io.millrace.calculus;

import io.millrace.data.Data;
import io.millrace.exchange.LogEvent;
import io.millrace.exchange.Transition;
import io.millrace.exchange.Xes;
import io.millrace.exchange.XesReader;
import io.millrace.exchange.XesTrace;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.problem.RefusedException;
import io.millrace.work.WorkState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One trace as the history of a case, and of the sub-cases that an export of Millrace names in it.
 *
 * <p>A trace of another system begins with its first event and is complete with its last. Its attributes, and those of its events, are
 * data of the case from then on; what the extensions of the standard define is understood instead.
 */
final class ForeignCase {
    private static final Set<String> EXTENSIONS = Set.of("concept", "lifecycle", "org", "time", "identity", "id", "mill");

    /** An event with its place in time. */
    private record Told(XesTrace.Attributes attributes, long time, long recorded) {}

    /** A case or sub-case. */
    private static final class Member {
        final Diary diary;
        final ForeignWork work = new ForeignWork();
        final Map<String, Data> data = new HashMap<>();
        final Map<Data, Said> attributes = new HashMap<>(0);
        boolean ended;

        Member(Diary diary) {
            this.diary = diary;
        }
    }

    /** A sub-case that ends as soon as time goes on: what ends with it stands behind it. */
    private record Ending(Member member, Moment moment, Said how) {}

    private final ForeignLog log;
    private final CaseId root;
    private final XesTrace trace;
    private final boolean own;
    private final Map<CaseId, Member> members = new LinkedHashMap<>();
    private final List<Ending> endings = new ArrayList<>();
    private long sequence;
    private long now = Long.MIN_VALUE;

    private ForeignCase(ForeignLog log, CaseId root, XesTrace trace) {
        this.log = log;
        this.root = root;
        this.trace = trace;
        this.own = trace.attributes().values().containsKey(Xes.CASE);
    }

    /** The diaries of a trace. */
    static Collection<Diary> told(ForeignLog log, CaseId root, XesTrace trace) {
        ForeignCase made = new ForeignCase(log, root, trace);
        made.tell();
        return made.members.values().stream().map(member -> member.diary).toList();
    }

    private void tell() {
        List<Told> events = inOrder();
        XesTrace.Attributes of = trace.attributes();
        Instant started = of.dates().get(Xes.STARTED);
        long first = events.isEmpty() ? 0 : events.getFirst().recorded();
        Member member = begun(root, of, moment(started == null ? first : Math.min(first, Moment.micros(started))));
        data(member, of, moment(now));
        for (Told told : events) {
            if (told.recorded() > now) {
                settle();
            }
            tell(told);
        }
        settle();
        end(member, of);
    }

    /** The events by time; one without a time happens with the one before it. */
    private List<Told> inOrder() {
        List<Told> events = new ArrayList<>();
        long time = trace.events().stream()
                .map(event -> event.dates().get("time:timestamp"))
                .filter(each -> each != null)
                .findFirst()
                .map(Moment::micros)
                .orElse(0L);
        for (XesTrace.Attributes event : trace.events()) {
            Instant given = event.dates().get("time:timestamp");
            time = given == null ? time : Moment.micros(given);
            Instant recorded = event.dates().get(Xes.RECORDED);
            events.add(new Told(event, time, recorded == null ? time : Math.max(time, Moment.micros(recorded))));
        }
        events.sort(Comparator.comparingLong(Told::recorded));
        return events;
    }

    private Moment moment(long time) {
        now = Math.max(now, time);
        return new Moment(time, now, ++sequence, 1);
    }

    private Moment moment(Told told) {
        now = Math.max(now, told.recorded());
        return new Moment(told.time(), now, ++sequence, 1);
    }

    // Cases.

    private Member begun(CaseId id, XesTrace.Attributes of, Moment moment) {
        Member member = new Member(log.diary(id));
        members.put(id, member);
        String process = of.text(Xes.PROCESS);
        member.diary.happened(moment, Said.first("begin", Data.of(process == null ? log.process() : process)), 0);
        member.diary.initiates(moment, Said.first(Fluents.RUNNING), 0);
        Data version = of.values().getOrDefault(Xes.VERSION, Data.of(1));
        member.diary.initiates(moment, Said.first("process", Data.of(process == null ? log.process() : process), version), 0);
        CaseId parent = id.parent();
        if (parent != null) {
            member.diary.initiates(moment, Said.first("parent", Subject.named(parent)), 0);
            return member;
        }
        String key = own ? of.text(Xes.KEY) : of.text("concept:name");
        if (key != null) {
            member.diary.initiates(moment, Said.first("key", Data.of(key)), 0);
        }
        return member;
    }

    private void end(Member member, XesTrace.Attributes of) {
        String status = own ? of.text(Xes.STATUS) : "completed";
        Instant ended = of.dates().get(Xes.ENDED);
        if (member.ended || status == null) {
            return;
        }
        if (own && of.values().get(Xes.ATTRIBUTES) instanceof Data.Fields fields) {
            // Since when they are so is not told.
            Moment last = moment(now);
            fields.asMap().forEach((name, value) -> member.diary.initiates(last, Said.first("attribute", Data.of(name), value), 0));
        }
        Data reason = of.values().getOrDefault(Xes.REASON, Data.nothing());
        Said how = ending(status, reason);
        if (how != null) {
            Moment moment = moment(ended == null ? now : Moment.micros(ended));
            member.diary.happened(moment, how, 0);
            member.diary.ended(moment);
        } else if (status.equals("suspended")) {
            Moment moment = moment(now);
            member.diary.terminates(moment, Said.first(Fluents.RUNNING), 0);
            member.diary.initiates(moment, Said.first(Fluents.SUSPENDED), 0);
        }
    }

    private void settle() {
        for (Ending ending : endings) {
            if (!ending.member().ended) {
                ending.member().ended = true;
                ending.member().diary.happened(ending.moment(), ending.how(), 0);
                ending.member().diary.ended(ending.moment());
            }
        }
        endings.clear();
    }

    private Member memberOf(XesTrace.Attributes event, Moment moment) {
        String given = own ? event.text(Xes.CASE) : null;
        CaseId id = given == null ? root : caseId(given);
        Member member = members.get(id);
        return member == null ? begun(id, event, moment) : member;
    }

    /** The case of an id, below the number that the root case has here. */
    private CaseId caseId(String given) {
        try {
            CaseId read = CaseId.parse(given);
            CaseId id = root;
            for (int level = 0; level < read.depth(); level++) {
                id = id.child(read.number(level));
            }
            return id;
        } catch (RefusedException e) {
            return root;
        }
    }

    // Events.

    private void tell(Told told) {
        XesTrace.Attributes event = told.attributes();
        Moment moment = moment(told);
        Member member = memberOf(event, moment);
        String task = event.text("concept:name");
        String named = own ? event.text(Xes.EVENT) : null;
        String instance = event.text("concept:instance");
        if (named != null && instance == null) {
            ofCase(member, named, event, moment);
        } else {
            ofWork(member, task == null ? "event" : task, named, instance, event, moment);
        }
        data(member, event, moment);
    }

    private void ofCase(Member member, String named, XesTrace.Attributes event, Moment moment) {
        Data reason = event.values().getOrDefault(Xes.REASON, Data.nothing());
        switch (named) {
            case "begin" -> {}
            case "complete" -> endings.add(new Ending(member, moment, Said.first(named)));
            case "fail", "cancel" -> endings.add(new Ending(member, moment, Said.first(named, reason)));
            case "suspend", "resume" -> {
                boolean suspends = named.equals("suspend");
                member.diary.happened(moment, Said.first(named), 0);
                member.diary.terminates(moment, Said.first(suspends ? Fluents.RUNNING : Fluents.SUSPENDED), 0);
                member.diary.initiates(moment, Said.first(suspends ? Fluents.SUSPENDED : Fluents.RUNNING), 0);
            }
            case "attribute_set" -> {
                Data detail = event.values().getOrDefault(Xes.DETAIL, Data.nothing());
                Said set = Said.first("attribute", detail.at("name"), detail.at("value"));
                member.diary.happened(moment, set, 0);
                Said before = member.attributes.put(detail.at("name"), set);
                if (before != null) {
                    member.diary.terminates(moment, before, 0);
                }
                member.diary.initiates(moment, set, 0);
            }
            default ->
                member.diary.happened(moment, Said.first(named, event.values().getOrDefault(Xes.DETAIL, Data.nothing())), 0);
        }
    }

    private void ofWork(
            Member member, String task, @Nullable String named, @Nullable String instance, XesTrace.Attributes event, Moment moment) {
        String word = event.text("lifecycle:transition");
        String stateWord = event.text("lifecycle:state");
        WorkState told = stateWord == null ? null : Xes.state(stateWord).orElse(null);
        Transition transition = word == null
                ? told == null ? Transition.COMPLETE : Transition.UNKNOWN
                : Transition.of(word).orElse(Transition.UNKNOWN);
        String resource = event.text("org:resource");
        ForeignWork.Item item = item(member, task, instance, transition, resource);
        Set<Said> was = item.holdings();
        WorkState state = told != null && (transition == Transition.UNKNOWN || transition == Transition.RESUME)
                ? told
                : target(item, transition, named);
        String happening = named != null ? named : name(transition, state, item, word);
        String did = resource != null ? resource : own ? Chronicle.NOBODY.text() : item.who;
        Data name = Data.of(task);
        change(item, state, did, event, own || resource != null && transition != Transition.SCHEDULE);
        member.diary.happened(moment, said(happening, name, Data.of(did)), item.number);
        if (item.assigned && state != null && !state.isOpen()) {
            member.diary.happened(moment, Said.of("release", Data.of(did), name), item.number);
        }
        Set<Said> is = item.holdings();
        was.stream().filter(each -> !is.contains(each)).forEach(each -> member.diary.terminates(moment, each, item.number));
        is.stream().filter(each -> !was.contains(each)).forEach(each -> member.diary.initiates(moment, each, item.number));
        if (resource != null && !isAutomatic(event)) {
            log.seen(resource, event.text("org:role"), moment.time());
        }
        subCase(event, moment);
    }

    private ForeignWork.Item item(
            Member member, String task, @Nullable String instance, Transition transition, @Nullable String who) {
        if (instance == null) {
            return member.work.fitting(task, transition, who);
        }
        if (own) {
            try {
                return member.work.numbered(WorkId.parse(instance).number(), task);
            } catch (RefusedException e) {
                return member.work.named(task, instance);
            }
        }
        return member.work.named(task, instance);
    }

    private void change(ForeignWork.Item item, @Nullable WorkState state, String who, XesTrace.Attributes event, boolean known) {
        if (state == WorkState.SUSPENDED && item.state != WorkState.SUSPENDED) {
            item.before = item.state;
        }
        item.state = state == null ? item.state : state;
        if (known) {
            item.who = who;
        }
        if (item.state == WorkState.OFFERED) {
            item.offers = offers(item, event);
        }
        boolean waits = item.state == WorkState.OFFERED;
        item.assigned = own && !waits && event.text(Xes.POOL) != null && event.text("org:resource") != null && !isAutomatic(event);
        Instant due = event.dates().get(Xes.DUE);
        if (due != null) {
            item.due = Said.first("due", Data.of(item.task), Moment.data(Moment.micros(due)));
        }
    }

    /** For whom work waits: as an export of Millrace says; otherwise for the role of the event, or for anyone. */
    private List<Data> offers(ForeignWork.Item item, XesTrace.Attributes event) {
        if (own && event.values().get(Xes.OFFERED) instanceof Data.Items items) {
            return items.asList().stream().flatMap(each -> Xes.offer(each).stream()).map(ForeignCase::offered).toList();
        }
        String pool = own ? event.text(Xes.POOL) : null;
        if (pool != null) {
            return List.of(offered(new LogEvent.Offer(LogEvent.Offer.Kind.POOL, pool)));
        }
        if (own && isAutomatic(event)) {
            return List.of(Data.of(item.who));
        }
        String role = event.text("org:role");
        return List.of(role == null ? Chronicle.ANYONE : offered(new LogEvent.Offer(LogEvent.Offer.Kind.ROLE, role)));
    }

    private static boolean isAutomatic(XesTrace.Attributes event) {
        return Data.of(true).equals(event.values().get(Xes.AUTOMATIC));
    }

    private static Data offered(LogEvent.Offer offer) {
        return switch (offer.kind()) {
            case ROLE -> Data.fields("role/1", List.of(offer.name()));
            case POOL -> Data.fields("pool/1", List.of(offer.name()));
            case PARTICIPANT -> Data.of(offer.name());
            case ANYONE -> Chronicle.ANYONE;
        };
    }

    private static @Nullable WorkState target(ForeignWork.Item item, Transition transition, @Nullable String named) {
        return switch (transition) {
            case SCHEDULE -> WorkState.OFFERED;
            case ASSIGN, REASSIGN -> WorkState.ALLOCATED;
            case START -> WorkState.STARTED;
            case SUSPEND -> WorkState.SUSPENDED;
            case RESUME -> item.before == null ? WorkState.STARTED : item.before;
            case COMPLETE -> WorkState.COMPLETED;
            case WITHDRAW, AUTOSKIP, MANUALSKIP -> WorkState.WITHDRAWN;
            case ATE_ABORT, PI_ABORT -> "withdraw".equals(named) ? WorkState.WITHDRAWN : WorkState.FAILED;
            case UNKNOWN -> item.state;
        };
    }

    /** What the history calls an event of another system. */
    private static String name(Transition transition, @Nullable WorkState state, ForeignWork.Item item, @Nullable String word) {
        if (transition != Transition.UNKNOWN) {
            return transition.event();
        }
        if (word != null && !word.strip().equalsIgnoreCase(Transition.UNKNOWN.word())) {
            return word.strip().toLowerCase(Locale.ROOT);
        }
        if (state == null || state == item.state) {
            return "event";
        }
        return switch (state) {
            case OFFERED -> "offer";
            case ALLOCATED -> "assign";
            case STARTED -> item.state == WorkState.SUSPENDED ? "resume" : "start";
            case SUSPENDED -> "suspend";
            case COMPLETED -> "end";
            case FAILED -> "fail";
            case WITHDRAWN -> "withdraw";
        };
    }

    private static Said said(String event, Data task, Data who) {
        return switch (event) {
            case "offer", "suspend", "resume", "retry", "escalate" -> Said.of(event, task);
            case "assign", "release" -> Said.of(event, who, task);
            default -> Said.of(event, task, who);
        };
    }

    /** A sub-case ends, as an export of Millrace says of the work item that it carries out. */
    private void subCase(XesTrace.Attributes event, Moment moment) {
        String id = event.text(Xes.SUB_CASE);
        String status = event.text(Xes.SUB_CASE_STATUS);
        Member child = own && id != null && status != null ? members.get(caseId(id)) : null;
        Said how = status == null ? null : ending(status, event.values().getOrDefault(Xes.REASON, Data.nothing()));
        if (child != null && how != null) {
            endings.add(new Ending(child, moment, how));
        }
    }

    private static @Nullable Said ending(String status, Data reason) {
        return switch (status) {
            case "completed" -> Said.first("complete");
            case "failed" -> Said.first("fail", reason);
            case "cancelled" -> Said.first("cancel", reason);
            default -> null;
        };
    }

    // Data.

    private void data(Member member, XesTrace.Attributes of, Moment moment) {
        Map<String, Data> changes = new LinkedHashMap<>();
        of.values().forEach((key, value) -> {
            if (isData(key)) {
                changes.put(XesReader.variable(key), value);
            }
        });
        of.dates().forEach((key, value) -> {
            if (isData(key)) {
                changes.put(XesReader.variable(key), Moment.data(Moment.micros(value)));
            }
        });
        changes.forEach((name, value) -> {
            Data before = member.data.put(name, value);
            if (!value.equals(before)) {
                if (before != null) {
                    member.diary.terminates(moment, Said.first(Fluents.DATA, Data.of(name), before), 0);
                }
                member.diary.initiates(moment, Said.first(Fluents.DATA, Data.of(name), value), 0);
            }
        });
    }

    private static boolean isData(String key) {
        int colon = key.indexOf(':');
        return colon < 0 || !EXTENSIONS.contains(key.substring(0, colon));
    }
}
