package io.millrace.net.run;

import static io.millrace.net.Junction.OR;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.net.Event;
import io.millrace.net.Expression;
import io.millrace.net.Multiplicity;
import io.millrace.net.Nets;
import io.millrace.net.Timer;
import io.millrace.net.Variable;
import io.millrace.work.Deadline;
import io.millrace.work.RetryPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Fingerprints are stored: that of a net built in Java stays the same whatever its classes are called. */
class DefinitionTextTest {
    private static NetProcess process() {
        return NetProcess.of(Nets.specification(
                "p",
                Nets.net("n")
                        .variable(new Variable("v", Variable.Use.BOTH, "long", Expression.constant(1), null))
                        .variable(new Variable("w", Variable.Use.LOCAL, "any", Shape.any(), Expression.variable("v"), null))
                        .input("i").to("a")
                        .task("a").role("clerk").work(task -> task.deadline(Deadline.escalate(Duration.ofHours(2), "boss")))
                        .give("x", data -> data.at("v")).take("v", data -> data.at("x"))
                        .split(OR).when(data -> data.at("v").equals(Data.of(1)), "b").otherwise("c")
                        .task("b").handler("h").work(task -> task.retry(RetryPolicy.attempts(3)))
                        .instances(1, 3, 2, Multiplicity.Creation.DYNAMIC).to("d")
                        .composite("c", "sub").to("d")
                        .timeout("d", Timer.after(Duration.ofDays(1))).join(OR).cancels("b").to("e")
                        .event("e", new Event("paid", Expression.variable("v"), "w")).to("o")
                        .output("o")
                        .build(),
                Nets.net("sub").input("i").to("s").route("s").to("o").output("o").build()), null);
    }

    @Test
    void the_text_names_no_class_and_counts_a_function_by_its_title() {
        String text = DefinitionText.of(process().specification());
        assertThat(text)
                .startsWith("Specification[name=p, nets=[Net[name=n")
                .contains("Task[name=a", "decomposition=Work[root=a, work=Task[name=a, doer=People[]", "Lambda[a function]", "SubNet[net=sub]")
                .doesNotContain("NetTask", "Atomic", "$", "@");
        assertThat(DefinitionText.of(process().specification())).isEqualTo(text);
    }

    @Test
    void the_fingerprint_is_the_one_that_journals_have() {
        assertThat(process().fingerprint()).isEqualTo("e8ebfc3656cef1f37ce26957caef4a2f");
    }
}
