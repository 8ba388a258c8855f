package io.millrace.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.activity.TravelTest;
import io.millrace.calculus.LateHistoryTest;
import io.millrace.calculus.PoolHistoryTest;
import io.millrace.kernel.AlarmsTest;
import io.millrace.kernel.MailboxOrderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test of the tests: each planted fault changes one place of the kernel or of the rules, and the simulation must find it. It takes
 * minutes and runs with {@code -Dmillrace.planted=true} only; {@code -Dmillrace.planted.only=timer} runs those whose
 * sentence has this word in it.
 */
class PlantedFaultsTest {
    /** So many seeds are run before a fault counts as not found. */
    private static final int SEEDS = Integer.getInteger("millrace.planted.seeds", 600);

    private static final int MINUTES = 5;
    /** How a process says that the fault was found. */
    private static final int FOUND = 3;

    /** One place that is changed: the class, what stands there, and what stands there instead. */
    record Fault(String sentence, String type, String text, String instead) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static final List<Fault> FAULTS = List.of(
            new Fault(
                    "an old epoch is acknowledged",
                    "Committer",
                    "unit.release.released(unit.epoch == now ? failure : outdated);",
                    "unit.release.released(failure);"),
            new Fault(
                    "instants of an entity go back",
                    "Scribe",
                    "if (entity.last.isAfter(now)) {",
                    "if (false) {"),
            new Fault(
                    "a deadline outlives its work",
                    "CaseTurn",
                    "if (item.deadline() != 0 && member.timers.has(item.deadline())) {",
                    "if (false) {"),
            new Fault(
                    "far timers are forgotten",
                    "Alarms",
                    "for (Alarm alarm : beyond) {",
                    "for (Alarm alarm : List.<Alarm>of()) {"),
            new Fault(
                    "a message whose taking is on its way is taken again",
                    "Lane",
                    "|| received.has(message)\n",
                    "\n"),
            new Fault(
                    "a message of an old epoch is taken before those sent earlier",
                    "Lane",
                    "(ask.epoch() != epoch\n                        || received",
                    "(received"),
            new Fault(
                    "a message that was taken is taken again",
                    "Lane",
                    "|| durable && !surroundings.holds(message));",
                    ");"),
            new Fault(
                    "a message that was taken stays in the outbox",
                    "Rows",
                    "batch.delete(Table.OUTBOX, keys.message(taken.from(), taken.number(), taken.to()));",
                    ""),
            new Fault(
                    "a message is not written to the outbox",
                    "Rows",
                    "batch.put(Table.OUTBOX, key, codec.encode(body.toBytes()));",
                    ""),
            new Fault(
                    "a key is not freed when its case ends",
                    "CaseTurn",
                    "if (member.unique && member.key != null) {",
                    "if (false) {"),
            new Fault(
                    "a key is given to two cases",
                    "KeyEntity",
                    "if (holder != 0) {",
                    "if (false) {"),
            new Fault(
                    "a signal that comes back loses its place",
                    "MailboxEntity",
                    "kept.getLast().sent().isAfter(signal.sent())",
                    "false"),
            new Fault(
                    "a snapshot keeps sub-cases that ended",
                    "Heap",
                    "cases.dropEnded();",
                    ""),
            new Fault(
                    "a snapshot leaves out the root case",
                    "CaseEntity",
                    "unsaved.add(rootId);",
                    ""),
            new Fault(
                    "a work item that is done stays in a list in memory",
                    "Heads",
                    "head.rows.remove(place)",
                    "head.rows.size()"),
            new Fault(
                    "a case that has ended leaves the heap before the store knows it",
                    "Heap",
                    "entity != null && entity.isSettled(); entity = ended.peek()",
                    "entity != null; entity = ended.peek()"),
            new Fault(
                    "a work item that is done stays in a list",
                    "Rows",
                    "batch.delete(Table.WORK, Keys.work(tenant, list, before));",
                    ""),
            new Fault(
                    "an answer is not remembered",
                    "Scribe",
                    "rows.addAnswer(batch, ask.key(), answer, ledger.now);",
                    ""),
            new Fault(
                    "a cancelled timer fires",
                    "Alarms",
                    "void cancel(Alarm alarm) {\n        take(alarm);",
                    "void cancel(Alarm alarm) {"),
            new Fault(
                    "a case keeps a timer that it has cancelled",
                    "CaseState",
                    "case Event.TimerCancelled e -> timers.remove(e.timer());",
                    "case Event.TimerCancelled e -> {}"),
            new Fault(
                    "what an incident holds back is forgotten",
                    "Incidents",
                    "ledger.record(member, new Event.StimulusHeld(happening));",
                    ""),
            new Fault(
                    "a result of an old attempt counts",
                    "WorkCommands",
                    "if (attempt != item.attempt()) {",
                    "if (false) {"),
            new Fault(
                    "states survive a failed commit",
                    "Lane",
                    "heap.clear();",
                    ""),
            new Fault(
                    "timers survive a failed commit",
                    "Lane",
                    "clock.reset();",
                    ""),
            new Fault(
                    "messages are not delivered again after a failed commit",
                    "Kernel",
                    "lanes.tick();\n        redeliver();\n    }\n\n    /** Messages",
                    "lanes.tick();\n    }\n\n    /** Messages"),
            new Fault(
                    "a turn that threw leaves its state in the heap",
                    "Lane",
                    "} catch (Throwable e) {\n            heap.drop(ask.entity());\n            if (Failures.inTurn",
                    "} catch (Throwable e) {\n            if (Failures.inTurn"),
            new Fault(
                    "the committer goes on after an error",
                    "Committer",
                    "ground.life().stop(e);",
                    ""),
            new Fault(
                    "a state leaves the heap before it is in the store",
                    "Heap",
                    "if (!entity.isSettled()) {\n                continue;\n            }",
                    ""),
            new Fault(
                    "a sub-case outlives its work item",
                    "CaseTurn",
                    "recall(item, reason);\n        cancelChild(member, item, reason);",
                    "recall(item, reason);"),
            new Fault(
                    "a case that ends leaves its timers",
                    "CaseTurn",
                    "for (int timer : member.timers.keys()) {",
                    "for (int timer : new int[0]) {"),
            new Fault(
                    "a suspended case reacts",
                    "CaseTurn",
                    "if (entity.isSuspended(member)) {",
                    "if (false) {"),
            new Fault(
                    "answers go out before the commit",
                    "Committer",
                    "int now = epoch.get();\n        Problem failure",
                    "int now = epoch.get();\n        if (units.size() % 2 == 0) {\n            units.forEach(unit -> unit.release.released(null));\n            return;\n        }\n        Problem failure"),
            new Fault(
                    "work that is done keeps its agent",
                    "CaseTurn",
                    "void done(CaseState member, WorkItem item, Data output) {\n        placing.vacate(member, item.id().number());",
                    "void done(CaseState member, WorkItem item, Data output) {"),
            new Fault(
                    "a case that ends keeps its agents",
                    "CaseTurn",
                    "                placing.vacate(member, work);\n",
                    ""),
            new Fault(
                    "an assignment of an old ticket is taken",
                    "CaseCommands",
                    "return new WorkItem.Placed(assign.pool(), assign.ticket()).equals(item.placed())\n                && item",
                    "return item"),
            new Fault(
                    "an agent with something is free",
                    "PoolState",
                    "(limit == 0 || desk.holds.size() < limit)",
                    "true"),
            new Fault(
                    "an agent who is released finds nothing",
                    "PoolEntity",
                    "turn.freed(holder.name());",
                    ""),
            new Fault(
                    "a pool that settles does so once",
                    "PoolTurn",
                    "            assign(match);\n            decide();\n",
                    "            assign(match);\n"),
            new Fault(
                    "a pool that has settled believes that it is about to",
                    "PoolEntity",
                    "case Event.PoolSettling e -> state.settling = e.pending();",
                    "case Event.PoolSettling e -> state.settling |= e.pending();"),
            new Fault(
                    "work of a suspended case that was assigned is forgotten",
                    "CaseCommands",
                    "turn.placing().queue(each, work, List.of());",
                    ""),
            new Fault(
                    "a snapshot of a pool forgets what waits",
                    "PoolEntity",
                    "out.each(state.waiting(), (to, each) -> {",
                    "out.each(java.util.List.<PoolState.Waiting>of(), (to, each) -> {"),
            new Fault(
                    "work that is claimed by hand stays in the queue",
                    "PoolEntity",
                    "case Message.Occupy occupy -> {\n                clear(occupy.work(), ledger, turn);",
                    "case Message.Occupy occupy -> {"),
            new Fault(
                    "an attempt that failed keeps its agent",
                    "WorkCommands",
                    "turn.placing().leave(member, work);",
                    ""),
            new Fault(
                    "rows of the index of a turn that became an incident wait for the next one",
                    "Incidents",
                    "        ledger.finish();\n",
                    ""),
            new Fault(
                    "the index forgets that an interval was told late",
                    "calculus/Diary",
                    "if (interval.late || interval.end < chunk.start) {",
                    "if (interval.late) {"),
            new Fault(
                    "what is open is not carried into the next chunk",
                    "calculus/Diary",
                    "(other != null && other.bucket.has(each.hash()) ? other : to).add(carried);",
                    ""),
            new Fault(
                    "what holds of a case goes on after its end",
                    "calculus/Diary",
                    "if (each.isOpen() && !Fluents.LASTING.contains(each.fluent.name())) {",
                    "if (false) {"),
            new Fault(
                    "a work item that changes hands is active twice",
                    "calculus/Chronicle",
                    "diary.terminates(moment, each.fluent(), each.item());",
                    "if (!each.fluent().name().equals(Fluents.ACTIVE)) {\n                    diary.terminates(moment, each.fluent(), each.item());\n                }"),
            new Fault(
                    "the agents of a pool leave in any order",
                    "calculus/PoolChronicle",
                    ".sorted(Comparator.comparing(Data::text))",
                    ".sorted(Comparator.comparing((Data each) -> System.identityHashCode(each)))"),
            new Fault(
                    "a fork forgets timers",
                    "Fork",
                    "state.timers.forEach((number, timer) ->",
                    "if (rows == null)\n                state.timers.forEach((number, timer) ->"),
            new Fault(
                    "a fork forgets work that was on its way into a pool",
                    "BetweenPools",
                    "if (holder == null && (there == null || there.ticket() != ticket)) {",
                    "if (false) {"),
            new Fault(
                    "a fork forgets who was on the way to get work",
                    "BetweenPools",
                    "&& agent != null && here != null &&",
                    "&& false && agent != null && here != null &&"),
            new Fault(
                    "the rules demand something and nobody begins it",
                    "algebra/run/RulesTurn",
                    "changed = ruleOut() || abandon() || trigger() || offer();",
                    "changed = ruleOut() || abandon() || offer();"),
            new Fault(
                    "what the rules exclude is not recorded",
                    "algebra/run/RulesTurn",
                    "changed = ruleOut() || abandon() || trigger() || offer();",
                    "changed = abandon() || trigger() || offer();"),
            new Fault(
                    "rules accept what they cannot always keep",
                    "algebra/RuleState",
                    "return accepts(literal) || !isSafe(set.clusterOf(literal)) && isPermitted(literal);",
                    "return isPermitted(literal);"),
            new Fault(
                    "rules take no notice of what happens",
                    "Ledger",
                    "put(member, new Event.Progressed(each), 0);",
                    ""),
            new Fault(
                    "an attempt that waits for rules is not reconsidered",
                    "Attempts",
                    "send(ledger, member, 1);",
                    ""),
            new Fault(
                    "an answer of rules between cases is lost",
                    "CaseCommands",
                    "attempts().decide(member, decide, taken.from());",
                    ""),
            new Fault(
                    "an acceptance of rules counts for whatever is asked",
                    "Gatekeeper",
                    "return literals.isEmpty()\n                ||",
                    "return true\n                ||"),
            new Fault(
                    "held work begins a second time when it is resumed",
                    "CaseTurn",
                    "if (Attempts.hasBeginning(member, item.id().number())) {",
                    "if (false) {"),
            new Fault(
                    "rules between cases remember attempts that are over",
                    "Attempts",
                    "ledger.settled(member, attempt.number());",
                    ""),
            new Fault(
                    "rules between cases are not told of refused attempts",
                    "Attempts",
                    "ledger.settled(member, e.number());",
                    ""),
            new Fault(
                    "rules between cases are not told of the end of a case",
                    "Ledger",
                    "if (each.code().speaksOfCases()) {",
                    "if (false) {"),
            new Fault(
                    "rules between cases are not told of what happened",
                    "Ledger",
                    "consult(member, each.rules().rules(), 0, Happening.Matter.HAPPENED, each.literals());",
                    ""),
            new Fault(
                    "rules between cases are not in force after a restart",
                    "Catalogue",
                    "if (member != null && member.status.isOpen()) {",
                    "if (false) {"),
            new Fault(
                    "what is granted is given to others, too",
                    "algebra/run/AcrossTurn",
                    ".filter(each -> !each.getKey().equals(attempt))",
                    ".filter(each -> false)"),
            new Fault(
                    "what rules between cases exclude is not recorded",
                    "algebra/run/AcrossTurn",
                    "boolean due = literal.startsWith(\"~\") || ",
                    "boolean due = "),
            new Fault(
                    "rules between cases look only at who came last",
                    "algebra/run/AcrossTurn",
                    "changed |= decide(each.getKey(), each.getValue());",
                    "changed |= each.getKey().equals(List.copyOf(state.waiting.keySet()).getLast()) && decide(each.getKey(), each.getValue());"),
            new Fault(
                    "rules between cases do not hear that released work has ended",
                    "algebra/run/AcrossProcess",
                    "if (is(occasion, event) || isLateEnd(each, occasion, event)) {",
                    "if (is(occasion, event)) {"),
            new Fault(
                    "automatic work does not wait for rules between cases",
                    "Ledger",
                    "return !inForce.isEmpty() && inForce.stream().anyMatch(each -> each.code().speaksOfStart(task));",
                    "return false;"));

    static Stream<Fault> faults() {
        String only = System.getProperty("millrace.planted.only", "");
        return FAULTS.stream().filter(fault -> fault.sentence().contains(only));
    }

    @Test
    void every_fault_still_has_its_place() {
        for (Fault fault : FAULTS) {
            String source = read(source(fault.type()));
            assertThat(source.split(java.util.regex.Pattern.quote(fault.text()), -1))
                    .as("places for '%s' in %s", fault, fault.type())
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @MethodSource("faults")
    @EnabledIfSystemProperty(named = "millrace.planted", matches = "true")
    void every_fault_is_found(Fault fault, @TempDir Path directory) throws Exception {
        Path classes = Files.createDirectory(directory.resolve("classes"));
        compile(fault, directory, classes);
        Path said = directory.resolve("said.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        classes + System.getProperty("path.separator") + System.getProperty("java.class.path"),
                        PlantedFaultsTest.class.getName(),
                        Integer.toString(SEEDS))
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
        process.destroyForcibly();
        String end = read(said);
        String shown = end.isEmpty() ? "not found" : end.substring(Math.max(0, end.length() - 700));
        System.out.println(fault + ": " + shown.strip());
        assertThat(ended && process.exitValue() == FOUND).as("'%s' is found: %s", fault, shown).isTrue();
    }

    /** The file of a type of the kernel, in whichever of its rooms it is; a type of another package has that before its name. */
    private static Path source(String type) {
        Path all = Path.of("src", "main", "java", "io", "millrace");
        try (Stream<Path> files = Files.walk(type.contains("/") ? all : all.resolve("kernel"))) {
            return files.filter(file -> file.endsWith(type + ".java")).findFirst().orElseThrow(() -> new NoSuchElementException(type));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void compile(Fault fault, Path directory, Path classes) throws IOException {
        Path changed = directory.resolve(source(fault.type()).getFileName());
        Files.writeString(changed, read(source(fault.type())).replace(fault.text(), fault.instead()));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int status = compiler.run(
                null,
                null,
                null,
                "--release",
                "21",
                "-proc:none",
                "-nowarn",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                changed.toString());
        assertThat(status).as("'%s' compiles", fault).isZero();
    }

    /** Runs the tests on classes with a planted fault; the exit status says whether one of them failed. */
    public static void main(String[] arguments) {
        java.util.logging.Logger.getLogger("").setLevel(java.util.logging.Level.OFF);
        int seeds = Integer.parseInt(arguments[0]);
        boolean found = find("timers by themselves", 5, AlarmsTest::run);
        found |= find("signals by themselves", 5, MailboxOrderTest::run);
        found |= find("pools and the index by themselves", 20, WanderedPoolsTest::run);
        found |= find("the index of activities by itself", 25, TravelTest::index);
        found |= find("the index of pools by itself", 10, PoolHistoryTest::run);
        found |= find("what is told late by itself", 10, LateHistoryTest::run);
        found |= find("the simulation", found ? seeds / 4 : seeds, seed -> new Simulation(seed, false).run());
        found |= find("the simulation of rules", found ? 10 : seeds / 2, RuledSimulationTest::run);
        System.exit(found ? FOUND : 0);
    }

    private static boolean find(String where, int seeds, LongConsumer test) {
        for (long seed = 1; seed <= seeds; seed++) {
            try {
                test.accept(seed);
            } catch (Throwable failure) {
                String text = failure.toString();
                System.out.println("found in " + where + ", seed " + seed + ": " + text.substring(0, Math.min(200, text.length())));
                return true;
            }
        }
        return false;
    }
}
