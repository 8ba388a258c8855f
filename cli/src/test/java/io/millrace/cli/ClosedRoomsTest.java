package io.millrace.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.millrace.bench.Main;
import io.millrace.client.MillraceClient;
import io.millrace.examples.FirstCase;
import io.millrace.server.Server;
import io.millrace.store.rocksdb.RocksStore;
import io.millrace.testkit.Scenario;
import io.millrace.xquery.XQueryProvider;
import java.security.CodeSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Everything outside the engine gets along with what the engine shows: its kernel is closed to it as it is to users. */
class ClosedRoomsTest {
    private static final List<Class<?>> MODULES =
            List.of(Mill.class, Main.class, FirstCase.class, RocksStore.class, Scenario.class, XQueryProvider.class, Server.class, MillraceClient.class);

    private static JavaClasses modules() {
        JavaClasses modules = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importUrls(MODULES.stream().map(each -> each.getProtectionDomain().getCodeSource()).map(CodeSource::getLocation).toList());
        assertThat(MODULES.stream().map(Class::getName)).allMatch(modules::contain);
        return modules;
    }

    @Test
    void the_libraries_of_the_model_context_protocol_stay_in_their_package() {
        noClasses().that().resideOutsideOfPackages("io.millrace.server.mcp..").and().resideInAPackage("io.millrace..").should().dependOnClassesThat()
                .resideInAnyPackage("io.modelcontextprotocol..", "tools.jackson..", "com.fasterxml.jackson..", "reactor..").check(modules());
    }

    @Test
    void nothing_outside_the_engine_knows_its_kernel() {
        JavaClasses modules = modules();
        noClasses().that().resideOutsideOfPackages("io.millrace", "io.millrace.kernel..").should().dependOnClassesThat()
                .resideInAnyPackage("io.millrace.kernel..").check(modules);
    }
}
