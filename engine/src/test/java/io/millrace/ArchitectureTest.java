package io.millrace;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
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
            Map.entry("id", List.of("problem")),
            Map.entry("data", List.of("problem")),
            Map.entry("journal", List.of("problem")),
            Map.entry("runtime", List.of("problem")),
            Map.entry("work", List.of("problem", "id", "data")),
            Map.entry("language", List.of("problem", "id", "data", "work")),
            Map.entry("query", List.of("problem", "id", "data", "work")),
            Map.entry("logic", List.of()),
            Map.entry("fact", List.of("data", "logic")),
            Map.entry("net", List.of("problem", "id", "data", "work", "language", "logic", "fact")),
            Map.entry("activity", List.of("problem", "id", "data", "work", "language")),
            Map.entry("prolog", List.of("problem", "id", "data", "work", "language", "logic", "fact")),
            Map.entry("kernel", List.of("problem", "id", "data", "journal", "work", "language", "query", "command", "runtime")));

    @Test
    void every_package_of_the_ground_knows_only_what_lies_below_it() {
        ARROWS.forEach((name, known) -> {
            // The JDK's XML parser has a package outside java, and only nets read XML.
            String xml = name.equals("net") ? "javax.xml.stream.." : "java..";
            String[] allowed = Stream.concat(
                            Stream.of("java..", xml, "org.jspecify..", of(name)),
                            known.stream().map(ArchitectureTest::of))
                    .toArray(String[]::new);
            classes().that().resideInAPackage(of(name)).should().onlyDependOnClassesThat().resideInAnyPackage(allowed)
                    .allowEmptyShould(true).check(ENGINE);
        });
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

    @Test
    void clocks_threads_and_randomness_have_their_few_places() {
        noClasses().that().resideInAnyPackage(of("kernel"), of("activity"), of("logic"), of("net"))
                .and().haveNameNotMatching(".*(RealThreads|SystemTime|Subscription|Committer).*")
                .should().dependOnClassesThat().belongToAnyOf(Thread.class, java.util.Random.class, java.time.Clock.class)
                .check(ENGINE);
    }

    private static String of(String name) {
        return "io.millrace." + name + "..";
    }
}
