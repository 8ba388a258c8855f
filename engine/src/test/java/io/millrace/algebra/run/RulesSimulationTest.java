package io.millrace.algebra.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.algebra.RuleModule;
import io.millrace.algebra.RuleReport;
import io.millrace.algebra.RuleSet;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.query.CaseStatus;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Rules that are made up and proved enforceable, cases in which people start, finish and fail what they like, with processes that end
 * without warning. A checker that knows nothing of the algebra reads the histories: no rule is ever broken, and every case ends.
 */
class RulesSimulationTest {
    private static final int SEEDS = Integer.getInteger("millrace.rules.seeds", 150);
    private static final long FIRST = Long.getLong("millrace.rules.seed", 1L);
    private static final int TASKS = 4;
    private static final int STEPS = 60;

    /** A rule as text, and what it means for a sequence of literals in which every event is decided. */
    private record Law(String text, Predicate<List<String>> holds) {}

    private static int at(List<String> trace, String literal) {
        return trace.indexOf(literal);
    }

    private static boolean has(List<String> trace, String literal) {
        return at(trace, literal) >= 0;
    }

    private static boolean inOrder(List<String> trace, String a, String b) {
        return has(trace, a) && has(trace, b) && at(trace, a) < at(trace, b);
    }

    private static Law law(Random random, List<String> events) {
        String x = events.get(random.nextInt(events.size()));
        String y = x;
        while (y.equals(x)) {
            y = events.get(random.nextInt(events.size()));
        }
        String a = x;
        String b = y;
        return switch (random.nextInt(6)) {
            case 0 -> new Law(a + " < " + b, trace -> !has(trace, a) || !has(trace, b) || inOrder(trace, a, b));
            case 1 -> new Law(a + " -> " + b, trace -> !has(trace, a) || has(trace, b));
            case 2 -> new Law(a + " <= " + b, trace -> !has(trace, a) || inOrder(trace, b, a));
            case 3 -> new Law(a + " => " + b, trace -> !has(trace, a) || inOrder(trace, a, b));
            case 4 -> new Law("~" + a + " | ~" + b, trace -> !has(trace, a) || !has(trace, b));
            default -> new Law("~" + a + " | ~" + b + " . " + a + " | " + b + " . " + a,
                    trace -> !has(trace, a) || inOrder(trace, "~" + b, a) || inOrder(trace, b, a));
        };
    }

    private static final class Made {
        final StringBuilder text = new StringBuilder();
        final List<Law> laws = new ArrayList<>();
    }

    /** Rules that a scheduler can keep, whatever people do. */
    private static Made rules(Random random) {
        while (true) {
            Made made = new Made();
            List<String> events = new ArrayList<>();
            for (int i = 0; i < TASKS; i++) {
                made.text.append("event s").append(i).append(" on t").append(i).append(":start ")
                        .append(random.nextInt(3) == 0 ? "triggerable" : "flexible").append(";\n");
                made.text.append("event c").append(i).append(" on t").append(i).append(":complete flexible;\n");
                made.text.append("assume order").append(i).append(": c").append(i).append(" <= s").append(i).append(";\n");
                events.add("s" + i);
                events.add("c" + i);
            }
            for (int i = 0, count = 1 + random.nextInt(4); i < count; i++) {
                Law law = law(random, events);
                made.laws.add(law);
                made.text.append("dep d").append(i).append(": ").append(law.text()).append(";\n");
            }
            RuleReport report = RuleSet.of(RuleModule.read("made", made.text.toString()).orRefuse()).check();
            if (Boolean.TRUE.equals(report.enforceable())) {
                return made;
            }
        }
    }

    @Test
    void no_rule_is_broken_and_every_case_ends() {
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            Random random = new Random(seed);
            Made made = rules(random);
            String what = "seed " + seed + "\n" + made.text;
            try {
                play(random, made, what);
            } catch (RuntimeException e) {
                throw new IllegalStateException(what, e);
            }
        }
    }

    private static void play(Random random, Made made, String what) {
        Rig rig = Rig.with(new RulesLanguage().compile("p", made.text.toString())).participant("ann");
        CaseId id = rig.start("p");
        for (int step = 0; step < STEPS && isOpen(rig, id); step++) {
            step(random, rig, id);
        }
        if (isOpen(rig, id)) {
            rig.ask(new Command.Signal("close", id.toString(), Data.nothing()));
            rig.rest();
        }
        for (int step = 0; step < 4 * TASKS && isOpen(rig, id); step++) {
            for (WorkItem item : rig.work(id)) {
                rig.askAs("ann", new Command.StartWork(item.id()));
                rig.askAs("ann", new Command.Complete(item.id(), Data.fields(), 0));
                rig.rest();
            }
        }
        List<String> trace = rig.history(id).stream()
                .filter(event -> event.kind().equals("Decided"))
                .map(event -> event.detail().at("literal").text())
                .toList();
        String told = what + trace + "\n" + rig.look(id).next() + rig.look(id).attempts();
        assertThat(isOpen(rig, id)).as("ends: " + told).isFalse();
        assertThat(rig.events(id)).as(told).doesNotContain("Violated", "Stuck");
        for (Law law : made.laws) {
            assertThat(law.holds().test(trace)).as(law.text() + " in " + told).isTrue();
        }
    }

    private static boolean isOpen(Rig rig, CaseId id) {
        CaseStatus status = rig.look(id).info().status();
        return status.isOpen();
    }

    private static void step(Random random, Rig rig, CaseId id) {
        Command command = command(random, rig.work(id), id);
        if (random.nextInt(5) == 0) {
            // The process ends before, between or after the commits of what is asked and of what follows from it.
            rig.failCommitsAfter(random.nextInt(4));
            rig.mill().as("ann").ask(command);
            rig.rest();
            rig.restart();
        } else {
            rig.askAs("ann", command);
        }
    }

    private static Command command(Random random, List<WorkItem> work, CaseId id) {
        int luck = random.nextInt(40);
        if (luck == 0 || work.isEmpty()) {
            return new Command.Signal("close", id.toString(), Data.nothing());
        }
        if (luck == 1) {
            return new Command.CancelCase(id, "enough");
        }
        WorkItem item = work.get(random.nextInt(work.size()));
        if (item.state() != WorkState.STARTED) {
            return new Command.StartWork(item.id());
        }
        return random.nextInt(4) == 0
                ? new Command.Fail(item.id(), "no luck", 0, false)
                : new Command.Complete(item.id(), Data.fields(), 0);
    }
}
