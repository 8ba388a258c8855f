package io.millrace.sim;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;

import io.millrace.activity.ActivityProcess;
import io.millrace.algebra.run.RuledLanguage;
import io.millrace.algebra.run.RulesLanguage;
import io.millrace.language.Compiled;
import io.millrace.net.run.NetLanguage;
import io.millrace.prolog.WorkflowProlog;
import io.millrace.sim.LiteralGame.Who;
import io.millrace.work.Pool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Processes with rules that are made up: of rules alone, and nets, activities and programs under rules; and rules between their
 * cases. Those inside a case can be kept whatever the tasks do, and the engine has proved that its cases can end.
 */
final class RuledScene implements Scene {
    /** So many processes with rules are made; making one takes longer than simulating a case of it. */
    private static final int MADE = 48;
    private static final Map<Integer, Made> KNOWN = new ConcurrentHashMap<>();

    /** How a process is written. */
    enum Kind {
        ALONE,
        NET,
        ACTIVITY,
        PROGRAM
    }

    /**
     * A process with rules inside its cases.
     *
     * @param game what the rules mean; the events of a task are its name after {@code s_} and {@code c_}
     * @param own the tasks that the rules begin
     */
    record Made(String name, Kind kind, Compiled<?> code, String text, LiteralGame game, List<String> own) {}

    private final List<Made> ruled = new ArrayList<>();
    private final List<AcrossLaws> across = new ArrayList<>();
    private final List<Compiled<?>> processes = new ArrayList<>();
    private final List<Compiled<?>> startable = new ArrayList<>();

    RuledScene(long seed) {
        Random random = new Random(seed * 31 + 7);
        for (int i = 0, count = 1 + random.nextInt(2); i < count; i++) {
            int number = random.nextInt(MADE);
            if (ruled.stream().noneMatch(each -> each.name().equals("ruled" + number))) {
                ruled.add(KNOWN.computeIfAbsent(number, RuledScene::made));
            }
        }
        for (int i = 0, count = random.nextInt(3); i < count; i++) {
            List<String> tasks = random.nextInt(2) == 0 ? List.of("a", "b", "c") : List.of("t1", "t2", "t3");
            across.add(new AcrossLaws("across" + i, random, tasks));
        }
        across.forEach(each -> processes.add(new RulesLanguage().compile(each.name(), each.text())));
        ruled.forEach(each -> startable.add(each.code()));
        if (!across.isEmpty()) {
            startable.add(new NetLanguage().compile("p1", "initial_activity(t1).\nfinal_activity(t1).\n"));
            startable.add(new NetLanguage().compile("p2", "initial_activity(t2).\nsequential(t2, t3).\nfinal_activity(t3).\nwork(t3, handler(t3)).\n"));
            startable.add(ActivityProcess.named("p3", parallel(work("t1"), call("t2"))));
        }
        processes.addAll(startable);
    }

    List<Made> ruled() {
        return ruled;
    }

    List<AcrossLaws> across() {
        return across;
    }

    /** The processes of which clients start cases. */
    List<Compiled<?>> startable() {
        return startable;
    }

    /** For people who look into a failure. */
    String shown() {
        StringBuilder text = new StringBuilder();
        ruled.forEach(each -> text.append(each.name()).append(' ').append(each.kind()).append('\n').append(each.text()));
        across.forEach(each -> text.append(each.name()).append('\n').append(each.text()));
        return text.toString();
    }

    @Override
    public List<Compiled<?>> processes() {
        return processes;
    }

    @Override
    public @Nullable Compiled<?> later() {
        return null;
    }

    @Override
    public List<String> handlers() {
        return List.of("b", "c", "t2", "t3");
    }

    @Override
    public List<Pool> pools() {
        return List.of();
    }

    @Override
    public boolean isGated(Random random) {
        return false;
    }

    @Override
    public Clients clients(Simulation world, Random random) {
        return new RuledClients(world, random, this);
    }

    // Making processes.

    private static Made made(int number) {
        Random random = new Random(4_000 + number);
        Kind kind = Kind.values()[number % Kind.values().length];
        while (true) {
            Made made = kind == Kind.ALONE ? alone("ruled" + number, random) : under("ruled" + number, kind, random);
            boolean safe = made.game().isSafe(List.of());
            boolean objected = made.code().proof().objection() != null;
            if (safe && !objected) {
                return made;
            }
            if (kind == Kind.ALONE && safe == objected) {
                throw new AssertionError("rules that can be kept: " + safe + ", and the engine says otherwise\n" + made.text());
            }
        }
    }

    private static final class Text {
        final StringBuilder text = new StringBuilder();
        final Map<String, Who> events = new LinkedHashMap<>();
        final List<Law> kept = new ArrayList<>();
        final List<Law> assumed = new ArrayList<>();

        void task(String task, Who start, Who complete) {
            text.append("event s_%1$s on %1$s:start %2$s;\n".formatted(task, start.name().toLowerCase(java.util.Locale.ROOT)));
            text.append("event c_%1$s on %1$s:complete %2$s;\n".formatted(task, complete.name().toLowerCase(java.util.Locale.ROOT)));
            events.put("s_" + task, start);
            events.put("c_" + task, complete);
            Law order = Law.after("c_" + task, "s_" + task);
            assumed.add(order);
            text.append("assume order_").append(task).append(": ").append(order.text()).append(";\n");
        }

        void keep(Law law) {
            text.append("dep d").append(kept.size()).append(": ").append(law.text()).append(";\n");
            kept.add(law);
        }

        LiteralGame game() {
            return new LiteralGame(events, kept, assumed);
        }
    }

    private static Made alone(String name, Random random) {
        Text text = new Text();
        List<String> tasks = List.of("a", "b", "c", "d");
        for (String task : tasks) {
            text.task(task, random.nextInt(3) == 0 ? Who.TRIGGERABLE : Who.FLEXIBLE, Who.FLEXIBLE);
        }
        if (random.nextInt(3) == 0) {
            text.text.append("task b handler;\n");
        }
        List<String> events = List.copyOf(text.events.keySet());
        String wanted = events.stream().filter(event -> text.events.get(event) == Who.TRIGGERABLE).findFirst().orElse("");
        if (!wanted.isEmpty() && random.nextBoolean()) {
            String cause = events.get(random.nextInt(events.size()));
            if (!cause.endsWith(wanted.substring(1))) {
                text.keep(Law.demanding(cause, wanted));
            }
        }
        for (int i = 0, count = 1 + random.nextInt(3); i < count; i++) {
            text.keep(Law.made(random, events));
        }
        String source = text.text.toString();
        return new Made(name, Kind.ALONE, new RulesLanguage().compile(name, source), source, text.game(), tasks);
    }

    private static Made under(String name, Kind kind, Random random) {
        Text text = new Text();
        List<String> tasks = List.of("a", "b", "c");
        tasks.forEach(task -> text.task(task, Who.FLEXIBLE, Who.FLEXIBLE));
        List<String> events = new ArrayList<>(text.events.keySet());
        List<String> own = new ArrayList<>();
        if (random.nextBoolean()) {
            text.text.append("task undo;\n");
            text.task("undo", Who.TRIGGERABLE, Who.GUARANTEED);
            own.add("undo");
            List<String> ends = List.of("c_a", "c_b", "c_c");
            int first = random.nextInt(3);
            Law.undoing(ends.get(first), ends.get((first + 1 + random.nextInt(2)) % 3), "s_undo").forEach(text::keep);
        }
        for (int i = 0, count = (own.isEmpty() ? 1 : 0) + random.nextInt(2); i < count; i++) {
            text.keep(Law.made(random, events));
        }
        String handled = List.of("b", "c", "").get(random.nextInt(3));
        String source = text.text.toString();
        Compiled<?> process = switch (kind) {
            case NET, ALONE -> new NetLanguage().compile(name, """
                    initial_activity(begin).
                    and_split(begin, [a, b, c]).
                    and_join([a, b, c], finish).
                    final_activity(finish).
                    """ + (handled.isEmpty() ? "" : "work(%1$s, handler(%1$s)).\n".formatted(handled)));
            case ACTIVITY -> ActivityProcess.named(
                    name,
                    sequence(
                            work("begin"),
                            parallel(
                                    work("a").result("ra"),
                                    (handled.equals("b") ? call("b") : work("b")).result("rb"),
                                    (handled.equals("c") ? call("c") : work("c")).result("rc")),
                            work("finish")));
            case PROGRAM -> new WorkflowProlog().compile(name, """
                    :- rpc(begin, 0, B), go(B).
                    go(B) :- replycontent(B, _) : rpc(a, 0, A1), rpc(b, 0, B1), rpc(c, 0, C1), last(A1, B1, C1).
                    last(A1, B1, C1) :- replycontent(A1, _), replycontent(B1, _), replycontent(C1, _) : rpc(finish, 0, F), replycontent(F, _).
                    """);
        };
        return new Made(name, kind, RuledLanguage.with(process, source), source, text.game(), own);
    }
}
