package io.millrace.xquery;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.millrace.OwnedCalls;
import io.millrace.OwnedCalls.Kind;
import io.millrace.OwnedCalls.Owner;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnersTest {
    private static final List<Owner> OWNERS = List.of(
            Owner.of("io.millrace.xquery.DeepStack", "needs a stack of a known size, on a thread for which the caller waits", Kind.THREAD));

    @Test
    void no_clock_and_no_chance_reaches_an_evaluation_and_one_class_makes_threads() {
        assertThat(OwnedCalls.violations(
                        new ClassFileImporter().importUrl(XQueryProvider.class.getProtectionDomain().getCodeSource().getLocation()),
                        OWNERS))
                .isEmpty();
    }
}
