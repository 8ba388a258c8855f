package io.millrace;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.millrace.OwnedCalls.Kind.CHANCE;
import static io.millrace.OwnedCalls.Kind.CLOCK;
import static io.millrace.OwnedCalls.Kind.MACHINE;
import static io.millrace.OwnedCalls.Kind.THREAD;
import static io.millrace.OwnedCalls.Kind.WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.millrace.OwnedCalls.Owner;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows between packages, as the design draws them. */
class ArchitectureTest {
    private static final JavaClasses ENGINE = new ClassFileImporter()
            .importUrl(Millrace.class.getProtectionDomain().getCodeSource().getLocation());

    private static final List<String> LANGUAGES = List.of("net", "activity", "prolog", "calculus", "algebra", "verify");

    /** What each package of the ground may know beside itself. */
    private static final Map<String, List<String>> ARROWS = Map.ofEntries(
            Map.entry("problem", List.of()),
            Map.entry("draw", List.of()),
            Map.entry("id", List.of("problem")),
            Map.entry("data", List.of("problem")),
            Map.entry("journal", List.of("problem")),
            Map.entry("runtime", List.of("problem")),
            Map.entry("work", List.of("problem", "id", "data")),
            Map.entry("language", List.of("problem", "id", "data", "work", "draw")),
            Map.entry("query", List.of("problem", "id", "data", "work")),
            Map.entry("event", List.of("problem", "id", "data", "journal", "work", "language", "query")),
            Map.entry("logic", List.of()),
            Map.entry("fact", List.of("data", "logic")),
            Map.entry("net", List.of("problem", "id", "data", "work", "language", "logic", "fact", "draw")),
            Map.entry("activity", List.of("problem", "id", "data", "work", "language", "draw")),
            Map.entry("prolog", List.of("problem", "id", "data", "work", "language", "logic", "fact", "draw")),
            Map.entry("schedule", List.of("problem", "id", "data", "work", "language")),
            Map.entry("exchange", List.of("problem", "id", "data", "work", "language", "query", "event")),
            Map.entry("algebra", List.of("problem", "id", "data", "work", "language", "query", "event", "logic", "draw")),
            Map.entry("calculus", List.of("exchange", "problem", "id", "data", "journal", "work", "language", "query", "event", "logic", "fact")),
            Map.entry("kernel", List.of("problem", "id", "data", "journal", "work", "language", "query", "event", "command", "runtime")));

    @Test
    void every_package_of_the_ground_knows_only_what_lies_below_it() {
        ARROWS.forEach((name, known) -> {
            // The JDK's XML parser has a package outside java; only nets and event logs are read from XML.
            String xml = name.equals("net") || name.equals("exchange") ? "javax.xml.stream.." : "java..";
            String[] allowed = Stream.concat(
                            Stream.of("java..", xml, "org.jspecify..", of(name)),
                            known.stream().map(ArchitectureTest::of))
                    .toArray(String[]::new);
            classes().that().resideInAPackage(of(name)).should().onlyDependOnClassesThat().resideInAnyPackage(allowed)
                    .allowEmptyShould(true).check(ENGINE);
        });
    }

    /** The rooms of the kernel; each knows those before it. The kernel itself stands on all of them. */
    private static final List<String> KERNEL_ROOMS = List.of("record", "entity", "index", "lane", "past", "check");

    @Test
    void rooms_of_the_kernel_know_only_those_below_them() {
        List<String> above = new ArrayList<>(KERNEL_ROOMS);
        above.add("");
        for (String room : KERNEL_ROOMS) {
            above.remove(room);
            noClasses().that().resideInAPackage("io.millrace.kernel." + room).should().dependOnClassesThat()
                    .resideInAnyPackage(above.stream().map(each -> "io.millrace.kernel" + (each.isEmpty() ? "" : "." + each)).toArray(String[]::new))
                    .check(ENGINE);
        }
        assertThat(ENGINE.stream().map(JavaClass::getPackageName).filter(each -> each.startsWith("io.millrace.kernel."))
                        .map(each -> each.substring("io.millrace.kernel.".length())).distinct())
                .containsExactlyInAnyOrderElementsOf(KERNEL_ROOMS);
    }

    @Test
    void only_the_facade_knows_the_kernel_and_shows_nothing_of_it() {
        noClasses().that().resideOutsideOfPackages("io.millrace", "io.millrace.kernel..").should().dependOnClassesThat()
                .resideInAPackage("io.millrace.kernel..").check(ENGINE);
        List<String> shown = ENGINE.stream()
                .filter(each -> each.getPackageName().equals("io.millrace") && each.getModifiers().contains(JavaModifier.PUBLIC))
                .flatMap(each -> each.getMembers().stream())
                .filter(each -> each.getModifiers().contains(JavaModifier.PUBLIC) || each.getModifiers().contains(JavaModifier.PROTECTED))
                .filter(each -> each.getAllInvolvedRawTypes().stream().anyMatch(type -> type.getPackageName().startsWith("io.millrace.kernel")))
                .map(JavaMember::getFullName)
                .toList();
        assertThat(shown).isEmpty();
    }

    /** The rooms for applications, which docs/architecture.md lists. */
    private static final List<String> OPEN =
            List.of("", "activity", "command", "data", "id", "problem", "query", "runtime", "schedule", "work");

    @Test
    void what_an_application_must_know_stays_small() {
        List<String> open = ENGINE.stream()
                .filter(each -> each.isTopLevelClass() && each.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(each -> OPEN.contains(each.getPackageName().replaceFirst("^io\\.millrace\\.?", "")))
                .map(JavaClass::getName)
                .sorted()
                .toList();
        assertThat(open).contains("io.millrace.Millrace").hasSizeLessThan(110);
    }

    @Test
    void languages_never_know_each_other() {
        for (String language : LANGUAGES) {
            String[] others = LANGUAGES.stream()
                    .filter(other -> !other.equals(language))
                    .filter(other -> !(language.equals("verify") && other.equals("net")))
                    .map(ArchitectureTest::of)
                    .toArray(String[]::new);
            noClasses().that().resideInAPackage(of(language)).should().dependOnClassesThat().resideInAnyPackage(others)
                    .allowEmptyShould(true).check(ENGINE);
        }
    }

    @Test
    void the_engine_depends_on_no_library_except_annotations() {
        classes().that().resideInAPackage("io.millrace..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "javax.xml.stream..", "org.jspecify..", "io.millrace..").check(ENGINE);
    }

    /** Where clocks, waiting, threads and chance come into the engine; everything else gets them from there. */
    private static final List<Owner> OWNERS = List.of(
            Owner.of("io.millrace.runtime.SystemTime", "is the engine's clock", CLOCK, WAIT, THREAD),
            Owner.of("io.millrace.runtime.RealThreads", "makes the engine's threads and watches how long they are busy", THREAD, WAIT, CLOCK),
            Owner.of("io.millrace.runtime.Relay", "looks every millisecond whether a short task comes back", WAIT),
            Owner.of("io.millrace.Builder", "chooses the clock by which durations are measured", CLOCK),
            Owner.of("io.millrace.kernel.lane.Committer", "measures commits for the monitor; no decision depends on it", CLOCK),
            Owner.of("io.millrace.runtime.Outside", "answers when the engine's threads are closed, and closes beside them; ends a caller's patience", THREAD, WAIT),
            Owner.of("io.millrace.kernel.past.Records", "builds the rows of many cases at a time in a journal that nobody runs", THREAD),
            Owner.of("io.millrace.work.Dispatcher", "waits for handlers while the engine closes", WAIT),
            Owner.of("io.millrace.work.Program", "writes to a program that may not read, outside of turns", THREAD));

    @Test
    void only_named_owners_read_a_clock_wait_make_threads_or_draw_lots() {
        assertThat(OwnedCalls.violations(ENGINE, OWNERS)).isEmpty();
    }

    @Test
    void a_call_that_no_owner_covers_is_found_and_so_is_an_owner_that_needs_none() {
        JavaClasses planted = new ClassFileImporter().importClasses(Planted.class);
        assertThat(OwnedCalls.violations(planted, List.of()))
                .extracting(found -> found.replaceAll(".* calls (\\S+) .*\\((.*)\\)", "$1 $2"))
                .containsExactlyInAnyOrder(
                        "Instant.now CLOCK",
                        "LocalDate.now CLOCK",
                        "Clock.systemUTC CLOCK",
                        "System.nanoTime CLOCK",
                        "System.currentTimeMillis CLOCK",
                        "Date.<init> CLOCK",
                        "Thread.sleep WAIT",
                        "Future.get WAIT",
                        "Thread.<init> THREAD",
                        "Executors.newCachedThreadPool THREAD",
                        "Math.random CHANCE",
                        "Random.<init> CHANCE",
                        "ThreadLocalRandom.current CHANCE",
                        "UUID.randomUUID CHANCE",
                        "Collections.shuffle CHANCE",
                        "ZoneId.systemDefault MACHINE");
        String itself = ArchitectureTest.class.getName();
        assertThat(OwnedCalls.violations(planted, List.of(Owner.of(itself, "a test", CLOCK, WAIT, THREAD, CHANCE, MACHINE)))).isEmpty();
        assertThat(OwnedCalls.violations(new ClassFileImporter().importClasses(OwnedCalls.class), List.of(Owner.of("a.B", "a test", CLOCK))))
                .containsExactly("a.B is listed for CLOCK and makes no such call");
    }

    /** One of each; never run. */
    @SuppressWarnings({"unused", "JavaTimeDefaultTimeZone", "JavaUtilDate", "UnusedVariable"})
    private static final class Planted {
        private Planted() {}

        static List<Object> all(Future<String> future) throws Exception {
            Thread.sleep(1);
            Supplier<UUID> reference = UUID::randomUUID;
            List<Object> all = new ArrayList<>(List.of(
                    Instant.now(), LocalDate.now(), Clock.systemUTC(), System.nanoTime(), System.currentTimeMillis(), new Date(),
                    future.get(1, TimeUnit.SECONDS), new Thread(() -> {}), Executors.newCachedThreadPool(), Math.random(), new Random(),
                    ThreadLocalRandom.current(), reference, ZoneId.systemDefault()));
            Collections.shuffle(all);
            return all;
        }
    }

    private static String of(String name) {
        return "io.millrace." + name + "..";
    }
}
