package io.millrace.sim;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.sim.AcrossLaws.Ground;
import io.millrace.sim.AcrossLaws.Moment;
import io.millrace.sim.LiteralGame.Who;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the histories of all cases in the order of commits, and judges them by what the rules mean. It knows neither the engine's
 * algebra nor its scheduler: an event of a rule is what is recorded of a work item, and {@link Law}, {@link LiteralGame} and
 * {@link AcrossLaws} say what is right.
 */
final class RuleChecker {
    /** A work item, as its events tell. */
    private static final class Item {
        final String task;
        final boolean automatic;
        boolean started;
        boolean suspended;

        Item(String task, boolean automatic) {
            this.task = task;
            this.automatic = automatic;
        }
    }

    /** An attempt that waits. */
    private record Waiting(String event, int work, String reason) {}

    /** A case, as its events tell. */
    private static final class Seen {
        final String id;
        final String process;
        final @Nullable String customer;
        final RuledScene.@Nullable Made rules;
        final Map<Integer, Item> works = new LinkedHashMap<>();
        final Set<String> offered = new LinkedHashSet<>();
        /** What the rules of the case have decided, in order. */
        final List<String> trace = new ArrayList<>();
        final Map<Integer, Waiting> attempts = new LinkedHashMap<>();
        final Set<Integer> answered = new LinkedHashSet<>();
        /** For people who look into a failure. */
        final List<String> story = new ArrayList<>();
        boolean open = true;
        boolean suspended;
        boolean closing;
        boolean cancelling;
        boolean cancelled;
        /** How much of the trace was judged. */
        int judged = -1;
        /** Reactions that wait until the case is resumed, or until an operator tries again. */
        int held;

        Seen(String id, String process, @Nullable String customer, RuledScene.@Nullable Made rules) {
            this.id = id;
            this.process = process;
            this.customer = customer;
            this.rules = rules;
        }

        @Override
        public String toString() {
            return "case " + id + " of " + process + " " + trace + " attempts " + attempts + "\n    " + String.join("\n    ", story);
        }
    }

    /** Rules between cases, as the events of all cases tell. */
    private static final class Between {
        final AcrossLaws laws;
        final List<Ground> occurred = new ArrayList<>();
        final Set<String> decided = new LinkedHashSet<>();
        final Map<String, List<String>> waiting = new LinkedHashMap<>();
        final Map<String, List<String>> granted = new LinkedHashMap<>();
        final Set<String> forgotten = new LinkedHashSet<>();
        /** Cases that have ended while the rules were in force. */
        final Set<String> over = new LinkedHashSet<>();
        final List<String> story = new ArrayList<>();
        @Nullable String caseId;
        boolean inForce;

        Between(AcrossLaws laws) {
            this.laws = laws;
        }

        @Override
        public String toString() {
            return shown(this);
        }

        boolean has(String text) {
            return occurred.stream().anyMatch(each -> each.text().equals(text));
        }
    }

    private final Map<String, RuledScene.Made> made = new HashMap<>();
    private final Map<String, Between> between = new LinkedHashMap<>();
    private final Map<String, Seen> cases = new LinkedHashMap<>();
    private @Nullable String cursor;

    RuleChecker(RuledScene scene) {
        scene.ruled().forEach(each -> made.put(each.name(), each));
        scene.across().forEach(each -> between.put(each.name(), new Between(each)));
    }

    private static void demand(boolean holds, Object where, String sentence) {
        if (!holds) {
            throw new AssertionError(sentence + ": " + where);
        }
    }

    /** Reads what was committed since it was last asked. */
    void read(History history) {
        List<HistoryEvent> turn = new ArrayList<>();
        String end = history.end();
        for (String next = cursor; ; ) {
            Page<HistoryEvent> page = history.all(next, 500, History.Order.OLDEST_FIRST);
            for (HistoryEvent event : page.items()) {
                if (!turn.isEmpty() && !turnOf(turn.getFirst()).equals(turnOf(event))) {
                    turn(turn);
                    turn.clear();
                }
                turn.add(event);
            }
            next = page.cursor();
            if (next == null) {
                break;
            }
        }
        if (!turn.isEmpty()) {
            turn(turn);
        }
        cursor = end;
    }

    private static String told(HistoryEvent event) {
        return event.id() + " " + event.recorded() + " " + event.kind() + " " + event.detail() + " by " + event.cause();
    }

    private static String turnOf(HistoryEvent event) {
        return event.id().substring(0, event.id().lastIndexOf('/'));
    }

    private void turn(List<HistoryEvent> events) {
        CaseId id = events.getFirst().caseId();
        if (id == null) {
            return;
        }
        String name = id.toString();
        if (events.getFirst().kind().equals("CaseStarted")) {
            began(name, events.getFirst().detail());
        }
        Between rules = between.values().stream().filter(each -> name.equals(each.caseId)).findFirst().orElse(null);
        if (rules != null) {
            decided(rules, events);
        }
        Seen seen = cases.get(name);
        if (seen != null) {
            lived(seen, events);
        }
    }

    private void began(String id, Data started) {
        String process = started.at("process").text();
        Between rules = between.get(process);
        if (rules != null) {
            demand(rules.caseId == null, id, "rules between cases begin a second time");
            rules.caseId = id;
            rules.inForce = true;
            return;
        }
        // A program keeps no data under names of its own.
        RuledScene.Made ruled = made.get(process);
        boolean hasData = ruled == null || ruled.kind() != RuledScene.Kind.PROGRAM;
        cases.put(id, new Seen(id, process, hasData ? started.at("input").at("customer").text() : null, ruled));
    }

    // Cases.

    private void lived(Seen seen, List<HistoryEvent> events) {
        Set<String> due = new LinkedHashSet<>();
        Map<Integer, Waiting> accepted = new LinkedHashMap<>();
        Set<String> happened = new LinkedHashSet<>();
        boolean wasCancelling = seen.cancelling;
        boolean wasOpen = seen.open;
        for (HistoryEvent event : events) {
            Data detail = event.detail();
            int work = workOf(detail);
            happened.add(event.kind() + " " + work);
            seen.story.add(told(event));
            switch (event.kind()) {
                case "CaseSuspended" -> seen.suspended = true;
                case "CaseResumed" -> {
                    seen.suspended = false;
                    seen.held = 0;
                }
                case "StimulusHeld" -> seen.held++;
                case "IncidentResolved" -> seen.held = 0;
                case "Closing", "Ending" -> seen.closing = true;
                case "Cancelling" -> {
                    seen.closing = true;
                    seen.cancelling = true;
                }
                case "Attempted" -> attempted(seen, detail);
                case "AttemptDecided" -> {
                    Waiting waiting = seen.attempts.remove(detail.at("attempt").asInt());
                    demand(waiting != null && seen.answered.add(detail.at("attempt").asInt()), event, "an attempt is answered that does not wait");
                    if (detail.at("accepted").equals(Data.of(true))) {
                        accepted.put(detail.at("attempt").asInt(), Objects.requireNonNull(waiting));
                    } else {
                        refused(seen, Objects.requireNonNull(waiting), detail.at("reason").text());
                    }
                }
                case "WorkOffered" -> {
                    String task = detail.at("task").text();
                    seen.works.put(work, new Item(task, detail.at("by").text().startsWith("handler")));
                    seen.offered.add(task);
                }
                case "WorkSuspended" -> item(seen, work).suspended = true;
                case "WorkResumed" -> item(seen, work).suspended = false;
                case "WorkStarted" -> started(seen, item(seen, work), due);
                case "WorkRetried" -> demand(
                        item(seen, work).started || !startIsRuled(seen, item(seen, work).task), event, "work is called that has not started");
                case "WorkCompleted" -> {
                    Item item = item(seen, work);
                    if (!item.started && seen.rules != null) {
                        owe(seen, "s_" + item.task, due);
                    }
                    owe(seen, "c_" + item.task, due);
                    occurs(seen, item.task, Moment.COMPLETE);
                    ended(seen, work);
                }
                case "WorkFailed", "WorkWithdrawn" -> {
                    Item item = item(seen, work);
                    for (String literal : List.of("s_" + item.task, "c_" + item.task)) {
                        if (!LiteralGame.isDecided(seen.trace, literal)) {
                            owe(seen, "~" + literal, due);
                        }
                    }
                    ended(seen, work);
                }
                case "Decided" -> decided(seen, detail.at("literal").text(), due);
                case "Violated" -> demand(false, seen + " " + detail, "a rule is broken, says the engine");
                case "Stuck" -> demand(false, seen + " " + detail, "the rules demand what nobody can do, says the engine");
                case "CaseCompleted", "CaseFailed", "CaseCancelled" -> {
                    seen.open = false;
                    seen.cancelled = event.kind().equals("CaseCancelled");
                    List.copyOf(seen.works.keySet()).forEach(each -> ended(seen, each));
                    between.values().stream().filter(each -> each.inForce).forEach(each -> each.over.add(seen.id));
                }
                default -> {}
            }
        }
        // Who completes work that somebody else has started meanwhile need not start it.
        accepted.forEach((number, waiting) -> demand(
                happened.contains(waiting.event() + " " + waiting.work()) || happened.contains("WorkCompleted " + waiting.work()),
                seen,
                "attempt " + number + " was accepted and did not happen"));
        if (seen.rules == null) {
            return;
        }
        boolean abrupt = wasOpen && !seen.open && wasCancelling && due.isEmpty() && !isWhole(seen);
        judge(seen, seen.rules.game(), due, abrupt);
    }

    /** The work item of which an event speaks, or 0. */
    private static int workOf(Data detail) {
        return detail instanceof Data.Fields && !detail.at("work").isNothing() ? detail.at("work").asInt() : 0;
    }

    private static Item item(Seen seen, int work) {
        Item item = seen.works.get(work);
        demand(item != null, seen, "work item " + work + " is not open");
        return Objects.requireNonNull(item);
    }

    private boolean startIsRuled(Seen seen, String task) {
        return seen.rules != null || between.values().stream().anyMatch(each -> each.inForce && each.laws.speaksOfStart(task));
    }

    private void attempted(Seen seen, Data detail) {
        int number = detail.at("attempt").asInt();
        demand(!seen.answered.contains(number), seen, "attempt " + number + " was answered and waits again");
        Data event = detail.at("detail");
        int work = workOf(event);
        seen.attempts.put(number, new Waiting(detail.at("event").text(), work, detail.at("reason").text()));
    }

    private void started(Seen seen, Item item, Set<String> due) {
        demand(!item.started || !item.automatic, seen, "automatic work of '" + item.task + "' begins a second time");
        owe(seen, "s_" + item.task, due);
        item.started = true;
        occurs(seen, item.task, Moment.START);
    }

    private void ended(Seen seen, int work) {
        Item item = seen.works.remove(work);
        if (item != null && item.started) {
            occurs(seen, item.task, Moment.END);
        }
    }

    /** Something was recorded of which the rules of the case must take notice in the same turn. */
    private static void owe(Seen seen, String literal, Set<String> due) {
        if (seen.rules != null && seen.rules.game().events().containsKey(literal.replace("~", "")) && !seen.trace.contains(literal)) {
            due.add(literal);
        }
    }

    private static void decided(Seen seen, String literal, Set<String> due) {
        demand(!LiteralGame.isDecided(seen.trace, literal.replace("~", "")), seen, literal + " is decided a second time");
        demand(due.remove(literal) || literal.startsWith("~"), seen, literal + " is decided and nothing of it was recorded");
        seen.trace.add(literal);
    }

    private static boolean isWhole(Seen seen) {
        return seen.rules == null || seen.trace.size() == seen.rules.game().events().size();
    }

    /** At the end of every turn: no rule is broken or can be broken by the tasks, and what can never happen is recorded. */
    private static void judge(Seen seen, LiteralGame game, Set<String> due, boolean abrupt) {
        demand(due.isEmpty(), seen, "the rules took no notice of " + due);
        String broken = game.broken(seen.trace);
        demand(broken.isEmpty(), seen, "broken is " + broken);
        if (abrupt) {
            return;
        }
        boolean changed = seen.judged != seen.trace.size();
        demand(!changed || game.isSafe(seen.trace), seen, "the rules cannot be kept any more, whatever is done");
        boolean reacted = seen.held == 0 && !seen.suspended && seen.attempts.values().stream().allMatch(each -> each.event().startsWith("Work"));
        if (seen.open && reacted && changed) {
            seen.judged = seen.trace.size();
            for (String event : game.events().keySet()) {
                demand(
                        LiteralGame.isDecided(seen.trace, event) || game.isReachable(seen.trace, event),
                        seen,
                        "~" + event + " is certain and was not recorded");
            }
        }
        // A case that is cancelled and owes nothing ends at once.
        boolean whole = isWhole(seen) || seen.cancelled && game.canClose(seen.trace);
        demand(seen.open || whole, seen, "the case has ended, and not everything is decided");
    }

    private void refused(Seen seen, Waiting waiting, String reason) {
        if (!reason.contains("MR-6020") && !reason.contains("excludes")) {
            return;
        }
        Item item = seen.works.get(waiting.work());
        if (item == null || seen.rules == null && between.isEmpty()) {
            return;
        }
        List<String> literals = new ArrayList<>(literals(waiting, item));
        // What was tried goes on after what waited: work that is completed by somebody who has not started it.
        literals.add("c_" + item.task);
        boolean inside = seen.rules != null
                && literals.stream().anyMatch(each -> game(seen).events().containsKey(each) && !game(seen).isAccepted(seen.trace, each));
        boolean outside = between.values().stream()
                .anyMatch(each -> grounds(each, seen, waiting, item).stream().anyMatch(ground -> each.laws.excludes(each.occurred, ground)));
        demand(inside || outside, seen, "refused without need is " + waiting + " because " + reason);
    }

    private static LiteralGame game(Seen seen) {
        return Objects.requireNonNull(seen.rules).game();
    }

    /** What an attempt would bring about of the rules inside its case. */
    private static List<String> literals(Waiting waiting, Item item) {
        List<String> literals = new ArrayList<>();
        if (waiting.event().equals("WorkStarted") || waiting.event().equals("WorkCompleted") && !item.started) {
            literals.add("s_" + item.task);
        }
        if (waiting.event().equals("WorkCompleted")) {
            literals.add("c_" + item.task);
        }
        return literals;
    }

    private static List<Ground> grounds(Between rules, Seen seen, Waiting waiting, Item item) {
        List<Ground> grounds = new ArrayList<>();
        if (waiting.event().equals("WorkStarted") || waiting.event().equals("WorkCompleted") && !item.started) {
            grounds.addAll(rules.laws.of(item.task, Moment.START, seen.id, seen.customer));
        }
        if (waiting.event().equals("WorkCompleted")) {
            grounds.addAll(rules.laws.of(item.task, Moment.COMPLETE, seen.id, seen.customer));
        }
        return grounds;
    }

    // Between cases.

    /** Something has occurred of which rules between cases may speak. */
    private void occurs(Seen seen, String task, Moment moment) {
        for (Between rules : between.values()) {
            if (rules.inForce) {
                for (Ground ground : rules.laws.of(task, moment, seen.id, seen.customer)) {
                    boolean allowed = rules.laws.allows(rules.occurred, ground);
                    demand(allowed, allowed ? "" : seen + " after " + shown(rules), "broken between cases by " + ground.text());
                    demand(!rules.decided.contains("~" + ground.text()), seen, "excluded was " + ground.text());
                    if (!rules.has(ground.text())) {
                        rules.occurred.add(ground);
                    }
                }
            }
        }
    }

    private static String shown(Between rules) {
        return rules.occurred.stream().map(Ground::text).toList() + "\n    " + String.join("\n    ", rules.story);
    }

    private static void decided(Between rules, List<HistoryEvent> events) {
        for (HistoryEvent event : events) {
            Data detail = event.detail();
            rules.story.add(told(event));
            switch (event.kind()) {
                case "Wanted" -> {
                    rules.granted.remove(attempt(detail));
                    rules.waiting.put(attempt(detail), texts(detail.at("literals")));
                }
                case "Granted" -> {
                    List<String> literals = rules.waiting.remove(attempt(detail));
                    demand(literals != null, event, "granted is what nobody wants");
                    rules.granted.put(attempt(detail), Objects.requireNonNull(literals));
                }
                case "Denied" -> {
                    List<String> literals = rules.waiting.remove(attempt(detail));
                    demand(literals != null, event, "denied is what nobody wants");
                }
                case "Dropped" -> {
                    rules.waiting.remove(attempt(detail));
                    rules.granted.remove(attempt(detail));
                }
                case "Decided" -> {
                    String literal = detail.at("literal").text();
                    demand(rules.decided.add(literal), event, "decided a second time");
                    demand(literal.startsWith("~") || rules.has(literal), event, "decided and never happened");
                }
                case "Violated" -> demand(false, event, "a rule between cases is broken, says the engine");
                case "Forgotten" -> rules.forgotten.add(detail.at("constant").text());
                case "CaseSuspended", "CaseResumed", "StimulusHeld" -> {}
                case "CaseCompleted", "CaseFailed", "CaseCancelled" -> rules.inForce = false;
                default -> {}
            }
        }
        // What can never occur after what has is recorded in the same turn.
        for (Ground ground : rules.occurred) {
            if (rules.inForce && rules.decided.contains(ground.text())) {
                for (String excluded : rules.laws.excludedBy(ground)) {
                    demand(
                            rules.decided.contains(excluded) || rules.decided.contains("~" + excluded),
                            rules,
                            "~" + excluded + " is certain and was not recorded");
                }
            }
        }
    }

    private static String attempt(Data detail) {
        return detail.at("case").text() + "#" + detail.at("attempt").asInt();
    }

    private static List<String> texts(Data list) {
        return list.asList().stream().map(Data::text).toList();
    }

    // At rest.

    /**
     * Nothing is under way.
     *
     * @param suspended the rules between cases that are suspended
     */
    void rest(Set<String> suspended) {
        for (Seen seen : cases.values()) {
            if (!seen.open) {
                demand(seen.attempts.isEmpty(), seen, "the case has ended and something of it waits");
            } else if (!seen.suspended && seen.held == 0) {
                seen.attempts.forEach((number, waiting) -> atRest(seen, number, waiting, suspended));
                if (seen.rules != null && seen.attempts.isEmpty()) {
                    begun(seen, seen.rules);
                }
            }
        }
        for (Between rules : between.values()) {
            if (rules.inForce && !suspended.contains(rules.laws.name())) {
                told(rules);
            }
        }
    }

    /** Whatever waits while everything rests must be forbidden by a rule, and the rules must know of it. */
    private void atRest(Seen seen, int number, Waiting waiting, Set<String> suspended) {
        Item item = seen.works.get(waiting.work());
        if (item == null || item.suspended) {
            return;
        }
        boolean forbidden = false;
        List<String> trace = seen.trace;
        for (String literal : literals(waiting, item)) {
            if (seen.rules != null && game(seen).events().containsKey(literal) && !trace.contains(literal)) {
                trace = LiteralGame.with(trace, literal);
                forbidden |= !game(seen).isSafe(trace);
            }
        }
        for (Between rules : between.values()) {
            if (rules.inForce) {
                List<Ground> grounds = grounds(rules, seen, waiting, item);
                forbidden |= suspended.contains(rules.laws.name()) && !grounds.isEmpty();
                forbidden |= grounds.stream().anyMatch(ground -> !rules.laws.allows(rules.occurred, ground));
                // What was granted and has not happened is given to nobody else.
                forbidden |= !grounds.isEmpty() && !rules.granted.isEmpty();
            }
        }
        demand(forbidden, List.of(seen, between.values()), "attempt " + number + " is permitted, everything rests, and it waits");
    }

    /** What the rules of a case demand has begun, and what they permit of their own tasks is offered. */
    private static void begun(Seen seen, RuledScene.Made rules) {
        for (String task : rules.own()) {
            String start = "s_" + task;
            if (LiteralGame.isDecided(seen.trace, start) || seen.offered.contains(task) || !rules.game().isSafe(LiteralGame.with(seen.trace, start))) {
                continue;
            }
            boolean triggerable = rules.game().events().get(start) == Who.TRIGGERABLE;
            boolean required = !rules.game().isReachable(seen.trace, "~" + start);
            demand(!(triggerable && required), seen, "'" + task + "' is demanded and was not begun");
            demand(triggerable || seen.closing || rules.kind() != RuledScene.Kind.ALONE, seen, "'" + task + "' may begin and was not offered");
        }
    }

    /** The rules between cases know all that has occurred, whose case has ended, and nobody who waits no more. */
    private void told(Between rules) {
        for (Ground ground : rules.occurred) {
            demand(rules.decided.contains(ground.text()), rules.decided, "the rules between cases do not know of " + ground.text());
        }
        rules.waiting.forEach((attempt, literals) -> demand(isOpen(attempt), attempt, "the rules between cases think that somebody waits"));
        rules.granted.forEach((attempt, literals) -> demand(
                isPaused(attempt) || waitsForOthers(rules, attempt), attempt, "granted, and it does not happen: " + literals));
        if (rules.laws.speaksOfCases()) {
            for (String over : rules.over) {
                Seen seen = Objects.requireNonNull(cases.get(over));
                boolean has = rules.laws.kinds().stream().anyMatch(kind -> kind.key() == AcrossLaws.Key.CASE || kind.key() == AcrossLaws.Key.BOTH && seen.customer != null);
                demand(!has || rules.forgotten.contains(over), over, "the rules between cases were not told of the end of a case");
            }
        }
        for (Seen seen : cases.values()) {
            seen.attempts.forEach((number, waiting) -> {
                boolean asked = waiting.reason().contains("'" + rules.laws.name() + "'");
                String attempt = seen.id + "#" + number;
                demand(!asked || rules.waiting.containsKey(attempt) || isPaused(attempt), seen, "the rules between cases have forgotten attempt " + number);
            });
        }
    }

    private boolean isOpen(String attempt) {
        return waiting(attempt) != null;
    }

    private @Nullable Waiting waiting(String attempt) {
        Seen seen = cases.get(attempt.substring(0, attempt.indexOf('#')));
        return seen == null ? null : seen.attempts.get(Integer.valueOf(attempt.substring(attempt.indexOf('#') + 1)));
    }

    /** Whether an attempt belongs to something that is suspended. */
    private boolean isPaused(String attempt) {
        Seen seen = cases.get(attempt.substring(0, attempt.indexOf('#')));
        Waiting waiting = waiting(attempt);
        if (seen == null || waiting == null) {
            return false;
        }
        Item item = seen.works.get(waiting.work());
        return seen.suspended || item != null && item.suspended;
    }

    /** Whether an attempt that these rules have granted waits for other rules between cases, or for those of its own case. */
    private boolean waitsForOthers(Between rules, String attempt) {
        Waiting waiting = waiting(attempt);
        return waiting != null && !waiting.reason().contains("'" + rules.laws.name() + "'");
    }

    /** Whether a case has an attempt of this number, or had one. */
    boolean knowsAttempt(CaseId id, int number) {
        Seen seen = cases.get(id.toString());
        return seen != null && (seen.attempts.containsKey(number) || seen.answered.contains(number));
    }

    /** Every case has ended, and the rules between them were still in force: nothing is left of anybody. */
    void end() {
        cases.values().forEach(seen -> demand(!seen.open, seen, "has not ended"));
        between.values().forEach(rules -> demand(
                !rules.inForce || rules.waiting.isEmpty() && rules.granted.isEmpty(),
                rules.waiting + " " + rules.granted,
                "all cases have ended, and somebody waits"));
    }
}
