package io.millrace.kernel.past;

import io.millrace.data.In;
import io.millrace.event.Ruled;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.CaseRows;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.entity.Processes;
import io.millrace.kernel.record.Attempt;
import io.millrace.kernel.record.Cause;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventView;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.language.Claims;
import io.millrace.language.Compiled;
import io.millrace.language.Explanation;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseStatus;
import io.millrace.query.Reason;
import io.millrace.runtime.PayloadCodec;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts together why a task stands as it does: what its language says of tokens, places or goals, and what the kernel knows of its work
 * item, of delays, suspension and incidents, each with the event behind it.
 */
final class Why {
    /** How many things that a sub-case waits for are named. */
    private static final int MOST_ELSEWHERE = 10;

    private final Store store;
    private final Keys keys;
    private final PayloadCodec codec;
    private final Loader loader;
    private final Processes processes;
    private final EntityId.OfCase id;
    private final long turn;
    private final Instant at;

    Why(Store store, Keys keys, PayloadCodec codec, Loader loader, Processes processes, EntityId.OfCase id, long turn, Instant at) {
        this.store = store;
        this.keys = keys;
        this.codec = codec;
        this.loader = loader;
        this.processes = processes;
        this.id = id;
        this.turn = turn;
        this.at = at;
    }

    /** @param member the case while it is known, also a root case that has ended; null for a sub-case that has ended */
    Reason of(CaseEntity entity, CaseInfo info, @Nullable CaseState member, String task) {
        Compiled<?> code = processes.compiled(info.process(), info.version());
        ItemLife life = ItemLife.of(store, keys, codec, id, info.id(), offer -> offer.task().equals(task), turn);
        List<String> names = code.tasks();
        if (life == null && !names.isEmpty() && !names.contains(task)) {
            throw new RefusedException(Code.NO_SUCH_TASK.with(info.process(), task, nearest(task, names)));
        }
        Reason now = member != null && member.status.isOpen() ? now(member, task) : null;
        List<Reason> hindrances = new ArrayList<>();
        if (member != null) {
            hindrances.addAll(hindrances(entity, member, task, life));
        }
        if (code.language().isEmpty()) {
            String version = Claims.term("process", Claims.of(info.id()), Claims.atom(info.process()), Integer.toString(info.version()));
            hindrances.add(new Reason(
                    version, true, "the code of process '" + info.process() + "' version " + info.version() + " is missing, so only its work is known", null, List.of()));
        }
        if (life == null) {
            return never(info, task, now, hindrances);
        }
        Act ended = life.ended();
        return ended == null ? open(entity, info.id(), task, life, member, hindrances) : over(info, task, life, ended, now, hindrances);
    }

    /** The life of a work item; null if it was not there. */
    @Nullable
    ItemLife life(WorkId work) {
        return ItemLife.of(store, keys, codec, id, work.caseId(), offer -> offer.work() == work.number(), turn);
    }

    // The three ways in which a task can stand.

    private Reason never(CaseInfo info, String task, @Nullable Reason now, List<Reason> hindrances) {
        List<Reason> because = new ArrayList<>();
        if (!info.status().isOpen()) {
            because.add(ending(info));
        }
        because.addAll(hindrances);
        if (now != null) {
            because.addAll(now.because());
        }
        String words = now == null ? "Task '" + task + "' of case " + info.id() + " has not been offered." : now.words();
        return new Reason(now(waiting(task, info.id())), false, words, null, because);
    }

    private Reason open(
            CaseEntity entity, CaseId caseId, String task, ItemLife life, @Nullable CaseState member, List<Reason> hindrances) {
        WorkItem item = member == null ? null : member.works.get(life.work());
        List<Reason> because = new ArrayList<>(List.of(offered(life, task)));
        Act allocated = life.last(Event.WorkAllocated.class);
        Act started = life.last(Event.WorkStarted.class);
        Act suspended = life.last(Event.WorkSuspended.class);
        if (member == null || item == null) {
            return new Reason(now(waiting(task, caseId)), true, "Task '" + task + "' of case " + caseId + " is open.", life.offered().id(), because);
        }
        String who = item.holder() == null ? "nobody" : Claims.atom(item.holder());
        String name = Claims.atom(task);
        String claim = switch (item.state()) {
            case STARTED -> Claims.term("active", name, item.holder() == null ? "_" : who, Claims.of(caseId));
            case SUSPENDED -> Claims.term("suspended", name, "_", Claims.of(caseId));
            default -> waiting(task, caseId);
        };
        if (allocated != null && item.holder() != null && item.state() != WorkState.OFFERED) {
            String by = allocated.turn().cause() instanceof Cause.Told told && told.from() instanceof EntityId.OfPool pool ? " by pool '" + pool.name() + "'" : "";
            because.add(happened(Claims.term("assign", who, name, Claims.of(caseId)), allocated, "it was allocated to " + item.holder() + by, life));
        }
        WorkItem.Placed placed = item.placed();
        Act pooled = life.last(Event.WorkPooled.class);
        if (placed != null && item.holder() == null && pooled != null) {
            because.add(new Reason(
                    now(waiting(task, caseId)),
                    true,
                    "it waits in pool '" + placed.pool() + "' until an agent who is qualified is idle" + since(pooled),
                    pooled.id(),
                    List.of()));
        }
        if (started != null && item.doer() instanceof Doer.People) {
            String by = item.holder() == null ? "somebody" : item.holder();
            because.add(happened(Claims.term("start", name, "_", Claims.of(caseId)), started, by + " started it", life));
        }
        if (suspended != null && item.state() == WorkState.SUSPENDED) {
            because.add(happened(Claims.term("suspend", name, Claims.of(caseId)), suspended, "it was suspended", life));
        }
        because.addAll(hindrances);
        for (String outside : elsewhere(entity, member, item)) {
            because.add(new Reason(now(claim), true, "it waits for " + outside, life.acts().getLast().id(), List.of()));
        }
        String words = "Task '" + task + "' of case " + caseId + " is " + item.state().word() + who(item) + ", as work item " + item.id() + ".";
        return new Reason(now(claim), true, words, life.acts().getLast().id(), because);
    }

    /** What a work item, or the open work of the sub-case that carries it out, waits for outside of this engine. */
    private static List<String> elsewhere(CaseEntity entity, CaseState member, WorkItem item) {
        CaseState child = item.child() == 0 ? null : entity.member(member.id.child(item.child()));
        if (child == null) {
            String outside = member.code().elsewhere(member.language(), item.id().number());
            return outside == null ? List.of() : List.of(outside);
        }
        List<String> all = new ArrayList<>();
        for (int work : child.works.keys()) {
            String outside = all.size() < MOST_ELSEWHERE ? child.code().elsewhere(child.language(), work) : null;
            if (outside != null) {
                all.add(outside);
            }
        }
        return all;
    }

    static String who(WorkItem item) {
        return switch (item.doer()) {
            case Doer.People people -> item.holder() != null ? " by " + item.holder() : " to " + offeredTo(item.performers());
            case Doer.Handler handler -> " by handler '" + handler.name() + "'";
            case Doer.Program program -> " by program '" + program.name() + "'";
            case Doer.Process process -> " by process '" + process.name() + "', case " + item.id().caseId().child(item.child());
        };
    }

    private static String offeredTo(Performers performers) {
        List<String> names = new ArrayList<>();
        performers.roles().forEach(role -> names.add("role '" + role + "'"));
        names.addAll(performers.participants());
        return names.isEmpty() ? "anyone" : String.join(", ", names);
    }

    private Reason over(CaseInfo info, String task, ItemLife life, Act ended, @Nullable Reason now, List<Reason> hindrances) {
        CaseId caseId = info.id();
        String name = Claims.atom(task);
        Act started = life.last(Event.WorkStarted.class);
        String who = ended.turn().actor();
        List<Reason> because = new ArrayList<>();
        String fluent;
        String words;
        switch (ended.event()) {
            case Event.WorkCompleted e -> {
                fluent = "completed";
                words = "was completed" + (who == null ? "" : " by " + who);
                because.add(happened(Claims.term("end", name, "_", Claims.of(caseId)), ended, who == null ? "its result came" : who + " completed it", life));
            }
            case Event.WorkFailed e -> {
                fluent = "failed";
                words = "failed";
                because.add(happened(Claims.term("fail", name, "_", Claims.of(caseId)), ended, "it failed: " + e.reason(), life));
            }
            case Event.WorkWithdrawn e -> {
                fluent = "withdrawn";
                words = "was withdrawn";
                because.add(happened(Claims.term("withdraw", name, "_", Claims.of(caseId)), ended, "it was withdrawn (" + e.reason() + ")", life));
            }
            case Event other -> throw new IllegalStateException("not the end of a work item: " + other);
        }
        if (started != null && started.event() instanceof Event.WorkStarted e && e.by() != null) {
            because.add(happened(Claims.term("start", name, Claims.atom(e.by()), Claims.of(caseId)), started, e.by() + " started it", life));
        }
        because.add(offered(life, task));
        if (!info.status().isOpen()) {
            because.add(ending(info));
        }
        if (now != null) {
            because.add(new Reason(now.claim(), now.holds(), "now: " + now.words(), null, now.because()));
        }
        because.addAll(hindrances);
        return new Reason(
                now(Claims.term(fluent, name, "_", Claims.of(caseId))),
                true,
                "Task '" + task + "' of case " + caseId + " " + words + ", as work item " + new WorkId(caseId, life.work()) + ".",
                ended.id(),
                because);
    }

    // What its language says.

    private @Nullable Reason now(CaseState member, String task) {
        Explanation<Object> why = member.code().why(member.language(), task, member);
        return why == null ? null : told(why, turn, Integer.MAX_VALUE, member.id, this::now);
    }

    /** The offer of a work item, and what enabled the task then. */
    private Reason offered(ItemLife life, String task) {
        Act offer = life.offered();
        CaseId caseId = offer.caseId();
        Reason then = caseId == null ? null : then(offer, caseId, task);
        Reason reason = happened(Claims.term("offer", Claims.atom(task), caseId == null ? "_" : Claims.of(caseId)), offer, "it was offered", life);
        return new Reason(reason.claim(), true, reason.words(), reason.event(), then == null ? List.of() : then.because());
    }

    /** Why the task was enabled just before an event: what its language last said of it in that turn. */
    private @Nullable Reason then(Act offer, CaseId caseId, String task) {
        CaseEntity entity = (CaseEntity) loader.at(id, offer.turn().sequence() - 1, processes);
        Explanation<?>[] last = {null};
        int[] before = {0};
        entity.replay(offer.turn(), place -> {
            CaseState member = place > offer.place() ? null : entity.member(caseId);
            if (member != null && !member.process.isEmpty() && member.status.isOpen()) {
                Explanation<Object> why = member.code().why(member.language(), task, member);
                if (why != null && why.holds()) {
                    last[0] = why;
                    before[0] = place;
                }
            }
        });
        @SuppressWarnings("unchecked")
        Explanation<Object> why = (Explanation<Object>) last[0];
        return why == null
                ? null
                : told(why, offer.turn().sequence(), before[0] - 1, caseId, fluent -> Claims.term("held_at", fluent, seconds(offer.turn().recorded())));
    }

    private interface Claiming {
        String claim(String fluent);
    }

    /** An explanation with the events behind it, up to a place in a turn. */
    private Reason told(Explanation<Object> why, long last, int place, CaseId caseId, Claiming claiming) {
        List<ToLongFunction<Object>> traces = new ArrayList<>();
        collect(why, traces);
        IdentityHashMap<ToLongFunction<Object>, Act> origins =
                new Origins(store, keys, codec, loader, processes, id, caseId).of(traces, last, place);
        return told(why, origins, claiming);
    }

    private static void collect(Explanation<Object> why, List<ToLongFunction<Object>> traces) {
        if (why.trace() != null) {
            traces.add(why.trace());
        }
        why.because().forEach(each -> collect(each, traces));
    }

    private Reason told(Explanation<Object> why, IdentityHashMap<ToLongFunction<Object>, Act> origins, Claiming claiming) {
        Act act = why.trace() == null ? null : origins.get(why.trace());
        String words = why.words();
        // What is not there when a case starts has not been taken away.
        boolean never = why.trace() != null && !why.holds() && (act == null || act.event() instanceof Event.CaseStarted);
        act = never ? null : act;
        if (never) {
            words += " so far";
        } else if (act != null) {
            words += ", since " + shown(act.turn().recorded()) + occasion(act, null);
        }
        return new Reason(
                why.fluents().stream().map(claiming::claim).collect(Collectors.joining(" ; ")),
                why.holds(),
                words,
                act == null ? null : act.id(),
                why.because().stream().map(each -> told(each, origins, claiming)).toList());
    }

    // What the kernel knows.

    private List<Reason> hindrances(CaseEntity entity, CaseState member, String task, @Nullable ItemLife life) {
        List<Reason> found = new ArrayList<>(suspensions(entity, member));
        int open = life == null || life.ended() != null ? 0 : life.work();
        member.attempts.forEach((number, attempt) -> {
            if (open != 0 && attempt.work() == open || attempt.event() instanceof Event.WorkOffered offer && offer.task().equals(task)) {
                Act act = last(member.id, event -> event instanceof Event.Attempted tried && tried.number() == number);
                found.add(delayed(attempt, act, betweenCases(member.id, number)));
            }
        });
        WorkItem item = member.works.get(open);
        String incident = item != null && item.incident() != null ? item.incident() : CaseRows.info(member).incident();
        if (incident != null) {
            int work = item != null && item.incident() != null ? open : 0;
            Act act = last(member.id, event -> event instanceof Event.IncidentRaised raised && raised.work() == work);
            String term = Claims.term("incident", Claims.of(member.id), Claims.atom(incident));
            found.add(new Reason(
                    act == null ? now(term) : happened(term, act), true, (work == 0 ? "the case" : "it") + " waits for an operator: " + incident, act == null ? null : act.id(), List.of()));
        }
        return found;
    }

    /** The case, and those around it, as far as they are suspended. */
    List<Reason> suspensions(CaseEntity entity, CaseState member) {
        List<Reason> found = new ArrayList<>();
        for (CaseId each = member.id; each != null; each = each.parent()) {
            CaseState state = entity.member(each);
            if (state != null && state.status == CaseStatus.SUSPENDED) {
                Act act = last(each, Event.CaseSuspended.class::isInstance);
                found.add(new Reason(
                        now(Claims.term("suspended", Claims.of(each))), true, "case " + each + " is suspended" + since(act), act == null ? null : act.id(), List.of()));
            }
        }
        return found;
    }

    /** What rules between cases say of an attempt that waits for them. */
    private List<Reason> betweenCases(CaseId by, int attempt) {
        List<Reason> found = new ArrayList<>();
        Turns turns = new Turns(store, keys, codec);
        for (Processes.InForce each : processes.inForce()) {
            EntityId.OfCase of = EntityId.OfCase.of(id.tenant(), each.rules());
            CaseState member = ((CaseEntity) loader.at(of, turns.at(of, at), processes)).member(each.rules());
            if (member == null || member.process.isEmpty()) {
                continue;
            }
            Ruled<Object> ruled = member.ruled();
            String words = ruled == null ? null : ruled.waits(member.language(), by, attempt);
            if (words != null) {
                found.add(new Reason("true", true, "rules '" + each.process() + "' in case " + each.rules() + ": " + words, null, List.of()));
            }
        }
        return found;
    }

    Reason delayed(Attempt attempt, @Nullable Act act, List<Reason> because) {
        String what = EventView.kind(attempt.event()) + (attempt.by() == null ? "" : " by " + attempt.by());
        return new Reason(
                act == null ? "true" : "happened(_, " + seconds(act.turn().recorded()) + ")",
                true,
                "a rule delays " + what + " since " + shown(attempt.since()) + " (attempt " + attempt.number() + "): " + attempt.reason(),
                act == null ? null : act.id(),
                because);
    }

    private Reason ending(CaseInfo info) {
        Act act = last(info.id(), Event.Ending.class::isInstance);
        String term = Claims.term(
                switch (info.status()) {
                    case COMPLETED -> "done";
                    case FAILED -> "failed";
                    case CANCELLED -> "cancelled";
                    case RUNNING, SUSPENDED -> "running";
                },
                Claims.of(info.id()));
        // Who cancels a case asks for just that.
        String occasion = act == null || info.status() == CaseStatus.CANCELLED ? "" : occasion(act, null);
        String when = act == null ? "" : " at " + shown(act.turn().recorded()) + occasion;
        String who = act == null || act.turn().actor() == null || info.status() != CaseStatus.CANCELLED ? "" : " by " + act.turn().actor();
        String how = (info.status() == CaseStatus.FAILED ? "" : "was ") + info.status().word() + who;
        return new Reason(now(term), true, "case " + info.id() + " " + how + when, act == null ? null : act.id(), List.of());
    }

    /** The last event of a case that is wanted, or null. */
    @Nullable
    Act last(CaseId caseId, Predicate<Event> wanted) {
        Act[] found = {null};
        store.scan(Table.EVENTS, keys.event(id, 1), keys.event(id, turn + 1), Store.Direction.BACKWARDS, (key, value) -> {
            TurnRecord record = TurnRecord.read(id, new In(key, key.length - Long.BYTES, key.length).int64(), new In(codec.decode(value)));
            for (int place = record.entries().size(); place > 0 && found[0] == null; place--) {
                TurnRecord.Entry entry = record.entries().get(place - 1);
                if (caseId.equals(entry.caseId()) && wanted.test(entry.event())) {
                    found[0] = new Act(id, record, place);
                }
            }
            return found[0] == null;
        });
        return found[0];
    }

    // How it is written.

    private Reason happened(String event, Act act, String what, ItemLife life) {
        // Who started or completed it did that, whatever else the same command did before.
        boolean own = act.event() instanceof Event.WorkStarted || act.event() instanceof Event.WorkCompleted || act.event() instanceof Event.WorkAllocated;
        return new Reason(
                happened(event, act), true, what + " at " + shown(act.turn().recorded()) + (own ? "" : occasion(act, life)), act.id(), List.of());
    }

    private String occasion(Act act, @Nullable ItemLife life) {
        String occasion = act.occasion((caseId, number) -> {
            String known = life == null || !caseId.equals(act.caseId()) ? null : life.tasks().get(number);
            return known == null ? taskOf(caseId, number) : known;
        });
        return occasion.isEmpty() ? "" : ", " + occasion;
    }

    private @Nullable String taskOf(CaseId caseId, int number) {
        Act offer = last(caseId, event -> event instanceof Event.WorkOffered offered && offered.work() == number);
        return offer != null && offer.event() instanceof Event.WorkOffered offered ? offered.task() : null;
    }

    private static String since(@Nullable Act act) {
        return act == null ? "" : " since " + shown(act.turn().recorded());
    }

    private static String waiting(String task, CaseId caseId) {
        return Claims.term("waiting", Claims.atom(task), "_", Claims.of(caseId));
    }

    String now(String fluent) {
        return at.equals(Instant.MAX) ? Claims.term("holds_now", fluent) : holdsAt(fluent, at);
    }

    private static String holdsAt(String fluent, Instant instant) {
        return Claims.term("holds_at", fluent, seconds(instant));
    }

    static String happened(String event, Act act) {
        return Claims.term("happened", event, seconds(act.turn().recorded()));
    }

    /** Seconds since 1970: whole ones as an integer, others to the microsecond. */
    private static String seconds(Instant instant) {
        Instant micros = instant.truncatedTo(ChronoUnit.MICROS);
        BigDecimal seconds = BigDecimal.valueOf(micros.getEpochSecond()).add(BigDecimal.valueOf(micros.getNano(), 9));
        return seconds.stripTrailingZeros().scale() <= 0 ? seconds.toBigInteger().toString() : seconds.stripTrailingZeros().toPlainString();
    }

    static String shown(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    /** The name that is written most alike, as part of a sentence; empty if none is. */
    private static String nearest(String task, List<String> names) {
        String best = null;
        int least = Math.max(2, task.length() / 2) + 1;
        for (String name : names) {
            int distance = distance(task.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                best = name;
            }
        }
        return best == null ? "" : "; the nearest is '" + best + "'";
    }

    /** How many characters must be changed, added or left out. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
