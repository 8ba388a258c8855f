package io.millrace.algebra.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.algebra.RuleModule;
import io.millrace.algebra.RuleReport;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.run.CourseReport.Verdict;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.language.Compiled;
import io.millrace.query.HistoryEvent;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What is proved of nets and rules together, against cases that run. Nets and rules are made up; people do what they like. Whatever
 * the engine does is a step of the product, and what it does not let happen is not; if the proof says that a case can always end,
 * it ends; if the proof shows a way, a case that goes this way ends by nothing that is tried.
 */
class CoursePlaysTest {
    private static final int SEEDS = Integer.getInteger("millrace.course.seeds", 120);
    private static final long FIRST = Long.getLong("millrace.course.seed", 1L);
    private static final int PLAYS = 4;
    private static final int RANDOM_STEPS = 12;
    private static final int FAIR_STEPS = 250;
    private static final int REPLAYS = 60;
    private static final int MOST_STATES = 20_000;

    private int compared;

    private static String rules(Random random, List<String> tasks) {
        StringBuilder text = new StringBuilder();
        List<String> events = new ArrayList<>();
        for (String task : tasks) {
            String start = random.nextInt(8) == 0 ? "immediate" : "flexible";
            text.append("event s_").append(task).append(" on ").append(task).append(":start ").append(start).append(";\n");
            text.append("event c_").append(task).append(" on ").append(task).append(":complete flexible;\n");
            events.add("s_" + task);
            events.add("c_" + task);
            int more = random.nextInt(12);
            if (more < 3) {
                String kind = List.of("offer flexible", "fail immediate", "withdraw immediate").get(more);
                text.append("event m_").append(task).append(" on ").append(task).append(':').append(kind).append(";\n");
                events.add("m_" + task);
            }
        }
        if (random.nextInt(3) == 0) {
            text.append("task undo;\nevent s_undo on undo:start triggerable;\nevent c_undo on undo:complete guaranteed;\n");
            text.append("assume undone: c_undo <= s_undo;\n");
            String task = tasks.get(random.nextInt(tasks.size()));
            String goal = tasks.get(random.nextInt(tasks.size()));
            if (!goal.equals(task)) {
                text.append("dep undo: c_").append(task).append(" -> c_").append(goal).append(" | s_undo;\n");
                text.append("dep only: ~s_undo | ~c_").append(goal).append(" . s_undo;\n");
            }
        }
        for (int i = 0, count = 1 + random.nextInt(2); i < count && events.size() > 2; i++) {
            String a = events.get(random.nextInt(events.size()));
            String b = a;
            while (b.equals(a)) {
                b = events.get(random.nextInt(events.size()));
            }
            text.append("dep d").append(i).append(": ").append(switch (random.nextInt(8)) {
                case 0 -> a + " < " + b;
                case 1 -> a + " -> " + b;
                case 2 -> a + " <= " + b;
                case 3 -> "~" + a + " | ~" + b;
                case 4 -> "~" + a + " | ~" + b + " . " + a + " | " + b + " . " + a;
                case 5 -> "response(" + a + ", " + b + ")";
                case 6 -> "precedence(" + a + ", " + b + ")";
                default -> b + " <= " + a;
            }).append(";\n");
        }
        return text.toString();
    }

    /** A case that is played, with the states of the product in which it can be. */
    private static final class Play {
        final Rig rig;
        final CaseId id;
        final Random random;
        final CourseSteps steps;
        final String what;
        final Map<String, String> taskOf = new HashMap<>();
        final List<String> events = new ArrayList<>();
        Set<CourseState> states = new LinkedHashSet<>();
        int told;

        Play(Rig rig, RuledProcess process, Random random, String what) {
            this.rig = rig;
            this.random = random;
            this.what = what;
            this.steps = Objects.requireNonNull(process.steps());
            steps.begin().forEach(next -> states.add(next.state()));
            this.id = rig.start("p", Data.fields("way", random.nextInt(1 << 12)));
            rest();
        }

        boolean isOpen() {
            return rig.look(id).info().status().isOpen();
        }

        /** The engine rests; what it has done since is a way in the product. */
        void rest() {
            rig.rest();
            List<HistoryEvent> history = rig.history(id);
            for (HistoryEvent event : history.subList(told, history.size())) {
                String work = event.detail().at("work").isNothing() ? "" : event.detail().at("work").toString();
                switch (event.kind()) {
                    case "WorkOffered" -> taskOf.put(work, event.detail().at("task").text());
                    case "WorkStarted" -> {
                        if (!event.detail().at("by").isNothing()) {
                            happened(taskOf.get(work) + ":start");
                        }
                    }
                    case "WorkCompleted" -> happened(taskOf.get(work) + ":complete");
                    case "WorkFailed" -> happened(taskOf.get(work) + ":fail");
                    default -> {}
                }
            }
            told = history.size();
            if (!isOpen()) {
                assertThat(closed(states)).as("the case ended: " + this).anyMatch(CourseState::over);
            }
        }

        private void happened(String label) {
            Set<CourseState> after = new LinkedHashSet<>();
            for (CourseState state : closed(states)) {
                steps.next(state).stream().filter(next -> next.label().equals(label)).forEach(next -> after.add(next.state()));
            }
            events.add(label);
            assertThat(after).as("the engine did " + label + ": " + this).isNotEmpty();
            states = after;
        }

        private Set<CourseState> closed(Set<CourseState> from) {
            Set<CourseState> all = new LinkedHashSet<>(from);
            List<CourseState> open = new ArrayList<>(from);
            while (!open.isEmpty()) {
                steps.next(open.removeLast()).stream().filter(next -> next.label().isEmpty() && all.add(next.state()))
                        .forEach(next -> open.add(next.state()));
            }
            return all;
        }

        boolean isLabelled(CourseState state, String label) {
            return steps.next(state).stream().anyMatch(next -> next.label().equals(label));
        }

        Data output() {
            return Data.fields("way", random.nextInt(1 << 12));
        }

        /** Somebody tries something; if the engine does not let it happen, the product does not in every state. */
        boolean attempt(String label, Command command) {
            Set<CourseState> before = states;
            Answer answer = rig.askAs("ann", command);
            rest();
            if (answer instanceof Answer.Delayed || answer instanceof Answer.Refused) {
                // An attempt of the same kind may wait already.
                assertThat(before).as("the engine did not do " + label + " " + answer + ": " + this)
                        .anyMatch(state -> !isLabelled(state, label));
                return false;
            }
            return true;
        }

        boolean step(boolean mayFail) {
            List<WorkItem> work = rig.work(id).stream().filter(item -> !item.isAutomatic() && item.delayed() == null).toList();
            if (work.isEmpty()) {
                return false;
            }
            WorkItem item = work.get(random.nextInt(work.size()));
            if (mayFail && random.nextInt(8) == 0 && !item.task().equals("undo")) {
                attempt(item.task() + ":fail", new Command.Fail(item.id(), "no luck", 0, false));
            } else if (item.state() != WorkState.STARTED) {
                attempt(item.task() + ":start", new Command.StartWork(item.id()));
            } else {
                attempt(item.task() + ":complete", new Command.Complete(item.id(), output(), 0));
            }
            return true;
        }

        void goOn(int most) {
            for (int i = 0; i < most && isOpen(); i++) {
                if (!step(false)) {
                    return;
                }
            }
        }

        /** Goes a way; false if a choice has led elsewhere. */
        boolean go(List<String> way) {
            for (String event : way) {
                String task = event.substring(0, event.indexOf(':'));
                WorkItem item = rig.work(id).stream().filter(each -> each.task().equals(task)).findFirst().orElse(null);
                if (item == null || !isOpen()) {
                    return false;
                }
                boolean did = switch (event.substring(event.indexOf(':') + 1)) {
                    case "start" -> item.state() != WorkState.STARTED && attempt(event, new Command.StartWork(item.id()));
                    case "complete" -> item.state() == WorkState.STARTED && attempt(event, new Command.Complete(item.id(), output(), 0));
                    case "fail" -> attempt(event, new Command.Fail(item.id(), "no luck", 0, false));
                    default -> throw new AssertionError(event);
                };
                if (!did) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String toString() {
            return what + "events " + events + "\n" + rig.look(id).next() + rig.look(id).attempts() + "\n";
        }
    }

    @Test
    void proofs_agree_with_cases() {
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            Random random = new Random(seed);
            MadeNet net = new MadeNet(random, seed % 3 == 0);
            MadeActivity activity = new MadeActivity(random, seed % 3 == 0);
            boolean isNet = seed % 5 > 1;
            int size = 2 + random.nextInt(4);
            Compiled<?> flow = isNet ? net.process(size) : activity.process(size);
            List<String> working = isNet ? net.working() : activity.working();
            String rules = rules(random, working);
            String what = "seed " + seed + "\n" + (isNet ? net : activity) + rules;
            RuleReport alone = RuleSet.of(RuleModule.read("made", rules).orRefuse()).check();
            if (!Boolean.TRUE.equals(alone.consistent())) {
                continue;
            }
            RuledProcess process = (RuledProcess) RuledLanguage.with(flow, rules);
            CourseReport report = Objects.requireNonNull(process.explored(MOST_STATES));
            verdicts.merge(report.verdict(), 1, Integer::sum);
            try {
                play(seed, working, process, report, what + report + "\n");
            } catch (RuntimeException e) {
                throw new IllegalStateException(what, e);
            }
        }
        String run = "seeds " + FIRST + " to " + (FIRST + SEEDS - 1) + ": " + verdicts + ", " + compared + " events";
        System.out.println(run);
        assertThat(compared).as(run).isGreaterThan(10 * SEEDS);
        assertThat(verdicts).containsKeys(Verdict.CAN_END, Verdict.BLOCKED);
    }

    private void play(long seed, List<String> working, RuledProcess process, CourseReport report, String what) {
        Random random = new Random(seed);
        Rig rig = Rig.with(process).participant("ann");
        rig.equip(mill -> working.forEach(task -> mill.on(task, work -> Data.fields("way", random.nextInt(1 << 12)))));
        for (int i = 0; i < PLAYS; i++) {
            Play play = new Play(rig, process, random, what);
            for (int step = random.nextInt(RANDOM_STEPS); step > 0 && play.isOpen(); step--) {
                play.step(true);
            }
            play.goOn(FAIR_STEPS);
            compared += play.events.size();
            assertThat(play.isOpen() && report.verdict() == Verdict.CAN_END).as("can always end: " + play).isFalse();
        }
        if (report.verdict() == Verdict.BLOCKED && seed % 3 != 0) {
            boolean blocked = false;
            for (int i = 0; i < REPLAYS && !blocked; i++) {
                Play play = new Play(rig, process, random, what);
                if (play.go(report.way())) {
                    play.goOn(FAIR_STEPS);
                    blocked = play.isOpen();
                }
            }
            assertThat(blocked).as("blocked: " + what).isTrue();
        }
    }
}
