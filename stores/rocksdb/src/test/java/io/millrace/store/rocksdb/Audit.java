package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.query.TimerInfo;
import io.millrace.query.WorkQuery;
import io.millrace.work.WorkItem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Holds an engine that is quiet to what its clients were told, to what its handlers did, and to its own history.
 */
final class Audit {
    private final Millrace mill;
    private final Past past;
    private final Map<String, Asked> asked;
    private final List<String> effects;
    private final List<String> complaints;

    /** A request and what was answered, once it was. */
    static final class Asked {
        final Asking asking;
        @Nullable String answer;

        Asked(Asking asking) {
            this.asking = asking;
        }
    }

    private Audit(Millrace mill, Map<String, Asked> asked, List<String> effects) {
        this.mill = mill;
        this.past = Past.of(mill);
        this.asked = asked;
        this.effects = effects;
        this.complaints = new ArrayList<>(past.complaints);
    }

    /** Everything that is wrong, in sentences. */
    static List<String> complaints(Millrace mill, Map<String, Asked> asked, List<String> effects) {
        Audit audit = new Audit(mill, asked, effects);
        audit.everyAnswerIsTrue();
        audit.everyMessageWasTaken();
        audit.everyEffectWasRecordedAndNoneIsMissing();
        audit.listsAgreeWithTheHistory();
        return audit.complaints;
    }

    private void complain(String sentence, String entity) {
        // The history of one faulty entity shows most; that of many hides it.
        complaints.add(complaints.size() < 5 ? sentence + "\n" + past.about(entity) : sentence);
    }

    private void everyAnswerIsTrue() {
        for (Asked each : asked.values()) {
            Past.Turn turn = past.byRequest.get(each.asking.id());
            String answer = each.answer;
            if (answer == null) {
                complain("never answered: " + each.asking, "");
            } else if (answer.startsWith("done")) {
                if (turn == null && vanished(each)) {
                    continue;
                }
                if (turn == null) {
                    complain("acknowledged and lost: " + each.asking + " (" + answer + ")", entityOf(each));
                } else if (!says(turn, each)) {
                    complain("acknowledged as something else: " + each.asking + " (" + answer + ")", turn.entity());
                }
            } else if (turn != null) {
                complain("refused and carried out: " + each.asking + " (" + answer + ")", turn.entity());
            }
        }
        for (String request : past.byRequest.keySet()) {
            if (!asked.containsKey(request)) {
                complain("carried out and never asked: " + request, "");
            }
        }
    }

    /** Whether a mailbox or a key carried it out, of which nothing is left; a case that was started must be there. */
    private boolean vanished(Asked each) {
        return switch (each.asking.verb()) {
            case SIGNAL -> true;
            case START -> each.asking.subject().equals(past.processes.get(CaseId.root(root(each))));
            case CANCEL, SUSPEND, RESUME, CLAIM, RELEASE, COMPLETE, RETRY -> false;
        };
    }

    private static String entityOf(Asked each) {
        return switch (each.asking.verb()) {
            case START -> "case " + each.asking.number();
            case SIGNAL -> "signal '" + each.asking.subject() + "' with key '" + each.asking.key() + "'";
            case CANCEL, SUSPEND, RESUME -> "case " + CaseId.parse(each.asking.subject()).root();
            case CLAIM, RELEASE, COMPLETE, RETRY ->
                "case " + WorkId.parse(each.asking.subject()).caseId().root();
        };
    }

    private boolean says(Past.Turn turn, Asked each) {
        Asking asking = each.asking;
        return turn.events().stream().anyMatch(event -> asking.verb().kinds().contains(event.kind())
                && switch (asking.verb()) {
                    case START -> asking.subject().equals(past.processes.get(CaseId.root(root(each))));
                    case SIGNAL -> true;
                    case CANCEL, SUSPEND, RESUME -> asking.subject().equals(String.valueOf(event.caseId()));
                    case CLAIM, RELEASE, COMPLETE, RETRY ->
                        asking.subject().equals(event.caseId() + "#" + event.detail().at("work").asInt());
                });
    }

    private static long root(Asked each) {
        return Long.parseLong(String.valueOf(each.answer).substring("done ".length()));
    }

    /** What mailboxes and keys take leaves no trace; what they send to cases does. */
    private void everyMessageWasTaken() {
        past.messages.forEach((id, state) -> {
            boolean toCase = state.equals("begin") || state.equals("hand");
            if (toCase) {
                complain("never delivered: " + id + ": " + state, id.substring(0, id.lastIndexOf(" message ")));
            }
        });
    }

    private void everyEffectWasRecordedAndNoneIsMissing() {
        Set<String> calls = new HashSet<>(effects);
        for (String line : calls) {
            WorkId id = WorkId.parse(line.substring(0, line.indexOf(' ')));
            int attempt = Integer.parseInt(line.substring(line.indexOf(' ') + 1));
            Past.Item item = past.items.get(id);
            if (item == null || attempt > item.attempt) {
                complain("called before it was durable: " + line, "case " + id.caseId().root());
            }
        }
        past.items.forEach((id, item) -> {
            if (!item.handled) {
                return;
            }
            for (int attempt = 1; attempt < item.attempt; attempt++) {
                if (!calls.contains(id + " " + attempt)) {
                    complain("tried again without a first try: " + id + " " + attempt, "case " + id.caseId().root());
                }
            }
            if ("WorkCompleted".equals(item.end) && !calls.contains(id + " " + item.attempt)) {
                complain("completed without its effect: " + id + " " + item.attempt, "case " + id.caseId().root());
            }
            if (item.end == null && !item.incident && past.statuses.get(id.caseId()) == CaseStatus.RUNNING) {
                complain("automatic work was forgotten: " + id, "case " + id.caseId().root());
            }
        });
    }

    private void listsAgreeWithTheHistory() {
        Map<CaseId, CaseStatus> cases = new TreeMap<>();
        Map<WorkId, WorkItem> work = new TreeMap<>();
        Set<String> timers = new TreeSet<>();
        all(cursor -> mill.cases(CaseQuery.ALL.withSubCases(), cursor, 500), (CaseInfo info) -> cases.put(info.id(), info.status()));
        all(cursor -> mill.work(WorkQuery.ALL, cursor, 500), (ListedWork listed) -> work.put(listed.item().id(), listed.item()));
        all(cursor -> mill.timers(cursor, 500), (TimerInfo timer) -> timers.add(timer.caseId() + " " + timer.timer() + " " + timer.due()));

        Set<WorkId> open = new TreeSet<>();
        past.items.forEach((id, item) -> {
            if (item.end == null) {
                open.add(id);
            }
        });
        Set<String> set = new TreeSet<>();
        past.timers.forEach((timer, due) -> set.add(timer.caseId() + " " + timer.timer() + " " + due));
        compare("cases", cases, past.statuses);
        compare("open work", work.keySet(), open);
        compare("timers", timers, set);
        cases.forEach((id, status) -> {
            if (status.isOpen()) {
                List<WorkItem> listed = work.values().stream()
                        .filter(item -> item.id().caseId().equals(id))
                        .toList();
                compare("the work of case " + id, listed, mill.find(id).work());
            }
        });
    }

    private void compare(String what, Object listed, Object expected) {
        try {
            assertThat(listed).as("%s as listed, against the history", what).isEqualTo(expected);
        } catch (AssertionError e) {
            complaints.add(String.valueOf(e.getMessage()));
        }
    }

    private static <T> void all(Function<@Nullable String, Page<T>> list, Consumer<T> each) {
        String cursor = null;
        do {
            Page<T> page = list.apply(cursor);
            page.items().forEach(each);
            cursor = page.cursor();
        } while (cursor != null);
    }
}
