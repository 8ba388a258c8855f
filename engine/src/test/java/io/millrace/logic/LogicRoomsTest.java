package io.millrace.logic;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rooms of {@code logic} and the arrows between them, as the package comment draws them. */
class LogicRoomsTest {
    private static final String LOGIC = "io.millrace.logic";
    private static final JavaClasses ENGINE =
            new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.millrace");

    private static void dependsOnlyOn(String room, String... others) {
        String[] allowed = new String[others.length + 1];
        allowed[0] = LOGIC + "." + room;
        for (int i = 0; i < others.length; i++) {
            allowed[i + 1] = LOGIC + "." + others[i];
        }
        noClasses()
                .that().resideInAPackage(LOGIC + "." + room)
                .should().dependOnClassesThat(resideInAPackage("io.millrace..").and(resideOutsideOfPackages(allowed)))
                .because("the package comment says what the room depends on")
                .check(ENGINE);
    }

    private static com.tngtech.archunit.base.DescribedPredicate<com.tngtech.archunit.core.domain.JavaClass>
            resideOutsideOfPackages(String... packages) {
        var outside = resideOutsideOfPackage(packages[0]);
        for (String each : packages) {
            outside = outside.and(resideOutsideOfPackage(each));
        }
        return outside;
    }

    @Test
    void each_room_depends_only_on_those_that_its_comment_names() {
        dependsOnlyOn("term");
        dependsOnlyOn("read", "term");
        dependsOnlyOn("codec", "term");
        dependsOnlyOn("arithmetic", "term");
        dependsOnlyOn("machine", "term", "read", "arithmetic");
        dependsOnlyOn("library", "machine", "term", "read", "arithmetic");
    }

    @Test
    void no_two_rooms_depend_on_each_other() {
        slices().matching(LOGIC + ".(*)..").should().beFreeOfCycles().check(ENGINE);
    }

    @Test
    void internal_rooms_and_types_stay_inside() {
        classes()
                .that().resideInAnyPackage(LOGIC + ".arithmetic", LOGIC + ".library")
                .should().onlyBeAccessed().byClassesThat().resideInAPackage(LOGIC + "..")
                .check(ENGINE);
        for (String internal : List.of("Arguments", "Chars", "Cost", "Errors", "Functor", "Inside", "Kind", "Meter", "Order", "TermWalks")) {
            classes()
                    .that().haveFullyQualifiedName(LOGIC + ".term." + internal)
                    .should().onlyBeAccessed().byClassesThat().resideInAPackage(LOGIC + "..")
                    .check(ENGINE);
        }
    }
}
