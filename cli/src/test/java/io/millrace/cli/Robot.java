package io.millrace.cli;

import io.millrace.DeployOption;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.language.Compiled;
import io.millrace.net.Decomposition;
import io.millrace.net.Net;
import io.millrace.net.run.NetProcess;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.testkit.TestEngine;
import io.millrace.work.Doer;
import io.millrace.work.Participant;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Plays a case of a net to its end: does whatever work is open, as somebody who may, with made-up data of the declared types,
 * and lets time pass when there is nothing else to do.
 */
final class Robot {
    /** A loop whose end is decided by made-up data is left long before. */
    private static final int MOST_STEPS = 300;

    private static final List<String> TEXTS = List.of("some text", "<&>", "ü 1", "2024-02-29");

    private final TestEngine engine;
    private final NetProcess process;
    private final Random random;
    private final int restartEvery;

    /** @param restartEvery after how many steps the engine crashes and recovers, or 0 for never */
    Robot(TestEngine engine, NetProcess process, long seed, int restartEvery) {
        this.engine = engine;
        this.process = process;
        this.random = new Random(seed);
        this.restartEvery = restartEvery;
        for (String handler : handlers()) {
            // Handlers are called by threads of their own, and must give the same at every attempt.
            engine.on(handler, work -> made(task(work.process(), work.task()).output(), new Random(seed), work.input()));
        }
    }

    private List<String> handlers() {
        List<String> names = new ArrayList<>();
        for (Net net : process.specification().nets()) {
            net.tasks().forEach(task -> {
                if (task.decomposition() instanceof Decomposition.Atomic work && work.work().doer() instanceof Doer.Handler by) {
                    names.add(by.name());
                }
            });
        }
        return names.stream().distinct().toList();
    }

    /** Why the case does not come to its end, or nothing if it does. */
    Optional<String> play() {
        engine.deploy(process, DeployOption.ALLOW_UNSOUND);
        String name = process.contract().name();
        CaseId root = engine.mill().start(name, made(process.contract().input(), random, Data.fields())).id();
        for (int step = 1; step <= MOST_STEPS; step++) {
            engine.quiet();
            if (restartEvery > 0 && step % restartEvery == 0) {
                engine.restart();
            }
            List<CaseDetails> cases = open(root);
            if (cases.isEmpty()) {
                var end = engine.mill().find(root).details().info();
                return switch (end.status()) {
                    case COMPLETED -> Optional.empty();
                    case RUNNING, SUSPENDED, FAILED, CANCELLED -> Optional.of(end.status().word() + ": " + end.outcome());
                };
            }
            Optional<String> incident = cases.stream().flatMap(each -> Robot.incidents(each).stream()).findFirst();
            if (incident.isPresent()) {
                return incident;
            }
            if (!act(cases)) {
                return Optional.of("nothing to do");
            }
        }
        return Optional.of("still running after " + MOST_STEPS + " steps");
    }

    private static List<String> incidents(CaseDetails details) {
        List<String> incidents = new ArrayList<>();
        if (details.info().incident() != null) {
            incidents.add(details.info().incident());
        }
        details.work().stream().map(WorkItem::incident).filter(each -> each != null).forEach(incidents::add);
        return incidents;
    }

    /** A case and its sub-cases, as far as they are open. */
    private List<CaseDetails> open(CaseId root) {
        List<CaseDetails> all = new ArrayList<>(List.of(details(root)));
        for (int i = 0; i < all.size(); i++) {
            CaseId parent = all.get(i).info().id();
            for (WorkItem item : all.get(i).work()) {
                if (item.child() != 0) {
                    all.add(details(parent.child(item.child())));
                }
            }
        }
        all.removeIf(each -> !each.info().status().isOpen());
        return all;
    }

    private CaseDetails details(CaseId id) {
        return engine.mill().find(id).details();
    }

    /** Does some work, or moves the clock to the next instant at which something happens. */
    private boolean act(List<CaseDetails> cases) {
        List<WorkItem> work = cases.stream()
                .flatMap(each -> each.work().stream())
                .filter(item -> item.doer() instanceof Doer.People)
                .toList();
        Optional<Instant> wakes = cases.stream().flatMap(each -> each.timers().stream()).min(Comparator.naturalOrder());
        if (wakes.isPresent() && (work.isEmpty() || random.nextInt(8) == 0)) {
            engine.time().advanceTo(wakes.get());
            return true;
        }
        if (work.isEmpty()) {
            return false;
        }
        WorkItem item = work.get(random.nextInt(work.size()));
        String net = engine.mill().find(item.id().caseId()).details().info().process();
        Data output = made(task(net, item.task()).output(), random, item.input());
        var commands = engine.mill().as(someoneFor(item));
        if (random.nextBoolean()) {
            commands.startWork(item.id());
        }
        try {
            commands.complete(item.id(), output);
        } catch (RefusedException e) {
            throw new IllegalStateException("'" + item.task() + "' with " + output + " was refused: " + e.problem().message(), e);
        }
        return true;
    }

    private String someoneFor(WorkItem item) {
        if (item.holder() != null) {
            return item.holder();
        }
        for (Participant each : engine.mill().participants()) {
            if (item.performers().admits(each)) {
                return each.name();
            }
        }
        List<String> named = new ArrayList<>(item.performers().participants());
        named.removeAll(item.performers().excluded());
        String name = named.isEmpty() ? "robot-" + engine.mill().participants().size() : named.getFirst();
        engine.mill().participant(new Participant(
                name, Set.copyOf(item.performers().roles()), Set.copyOf(item.performers().capabilities())));
        return name;
    }

    private io.millrace.work.Task task(String net, String task) {
        int part = net.indexOf('/');
        Compiled<?> code = part < 0 ? process : process.inner(net.substring(part + 1));
        return (code == null ? process : code).task(task);
    }

    /** A value of a shape; what was given under the same name and fits is sometimes given back. */
    private static Data made(Shape shape, Random random, Data given) {
        if (!given.isNothing() && shape.check(given).isEmpty() && !shape.equals(Shape.truth()) && random.nextInt(3) == 0) {
            return given;
        }
        return switch (shape) {
            case Shape.Simple simple -> switch (simple) {
                case ANY -> given.isNothing() ? Data.fields() : given;
                // What was given may have to stay a number, although it is declared a text.
                case TEXT -> given instanceof Data.Text ? given : Data.of(TEXTS.get(random.nextInt(TEXTS.size())));
                case NUMBER, INTEGER, DOUBLE -> Data.of(random.nextInt(20));
                case TRUTH -> Data.of(random.nextBoolean());
                case INSTANT -> Data.of("2026-01-01T00:00:00Z");
                case DURATION -> Data.of("PT1H");
                case DATE -> Data.of("2026-01-01");
            };
            case Shape.ListOf list -> {
                List<Data> items = new ArrayList<>();
                for (int left = 1 + random.nextInt(3); left > 0; left--) {
                    items.add(made(list.element(), random, Data.nothing()));
                }
                yield Data.of(items);
            }
            case Shape.MapOf map -> Data.fields("key", made(map.value(), random, Data.nothing()));
            case Shape.OneOf choice -> choice.values().get(random.nextInt(choice.values().size()));
            case Shape.OrNothing other -> made(other.shape(), random, given);
            case Shape.FieldsOf fields -> {
                Map<String, Data> made = new LinkedHashMap<>();
                for (Shape.Field field : fields.fields()) {
                    Data part = given instanceof Data.Fields ? given.at(field.name()) : Data.nothing();
                    made.put(field.name(), made(field.shape(), random, part));
                }
                yield Data.of(made);
            }
        };
    }
}
