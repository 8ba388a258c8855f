package io.millrace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.language.Compiled;
import io.millrace.language.Language;
import io.millrace.net.run.NetLanguage;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.prolog.WorkflowProlog;
import io.millrace.query.CaseStatus;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that came as text go on in an engine that was not told their languages. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReopenedTest {
    private static final String FACTS = """
            initial_activity(a).
            sequential(a, b).
            final_activity(b).
            """;

    private static final String PROGRAM = """
            :- rpc(clerk, ask, Q), go(Q).

            go(Q) :- replycontent(Q, yes) : rpc(clerk, again, R), after(R).

            after(R) :- replycontent(R, yes) : result(fine).
            """;

    private static final String YAWL = """
            <specificationSet version="2.0" xmlns="http://www.yawlfoundation.org/yawlschema">
              <specification uri="trip">
                <metaData/>
                <decomposition id="trip" isRootNet="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="NetFactsType">
                  <processControlElements>
                    <inputCondition id="i"><flowsInto><nextElementRef id="a"/></flowsInto></inputCondition>
                    <task id="a"><flowsInto><nextElementRef id="b"/></flowsInto><join code="xor"/><split code="and"/><decomposesTo id="do"/></task>
                    <task id="b"><flowsInto><nextElementRef id="o"/></flowsInto><join code="xor"/><split code="and"/><decomposesTo id="do"/></task>
                    <outputCondition id="o"/>
                  </processControlElements>
                </decomposition>
                <decomposition id="do" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="WebServiceGatewayFactsType"/>
              </specification>
            </specificationSet>
            """;

    private final KeptStore store = new KeptStore();

    private Millrace open() {
        return Millrace.builder().everything().store(store).open();
    }

    private void goesOn(Compiled<?> process, Data reply) {
        String name = process.contract().name();
        Case started;
        try (Millrace mill = open()) {
            mill.deploy(process);
            started = mill.start(name);
            mill.operator().complete(started.work().getFirst().id(), reply);
        }
        try (Millrace mill = open()) {
            assertThat(mill.health().isWell()).isTrue();
            Case found = mill.find(started.id());
            mill.operator().complete(found.work().getFirst().id(), reply);
            assertThat(found.status()).isEqualTo(CaseStatus.COMPLETED);
            assertThat(mill.start(name).work()).hasSize(1);
        }
    }

    @Test
    void a_net_of_facts_goes_on() {
        goesOn(new NetLanguage().compile("facts", FACTS), Data.nothing());
    }

    @Test
    void a_net_of_a_yawl_file_goes_on() {
        goesOn(new NetLanguage().compile("trip", "trip.yawl", YAWL), Data.nothing());
    }

    @Test
    void a_workflow_prolog_program_goes_on() {
        goesOn(new WorkflowProlog().compile("program", PROGRAM), Data.of("yes"));
    }

    @Test
    void a_stored_text_that_cannot_be_compiled_keeps_nobody_from_opening() {
        Case other;
        try (Millrace mill = open()) {
            mill.deploy(new NetLanguage().compile("facts", FACTS));
            mill.deploy(new WorkflowProlog().compile("program", PROGRAM));
            mill.start("facts");
            other = mill.start("program");
        }
        try (Logged logged = new Logged()) {
            try (Millrace mill = Millrace.builder().everything().store(store).language(new Unable("nets broke")).open()) {
                assertThat(mill.health().problems()).extracting(Problem::code).containsExactly(Code.STORED_SOURCE);
                assertThat(mill.health().toString()).contains("process 'facts' version 1", "nets broke", "MR-1065");
                assertThat(mill.find("1").status()).isEqualTo(CaseStatus.RUNNING);
                mill.operator().complete(mill.find(other.id()).work().getFirst().id(), Data.of("yes"));
            }
            assertThat(logged.lines()).anySatisfy(line -> assertThat(line).contains("nets broke", "MR-1065"));
        }
    }

    /** A language that cannot read what its namesake wrote. */
    private record Unable(String why) implements Language {
        @Override
        public String name() {
            return new NetLanguage().name();
        }

        @Override
        public Compiled<?> compile(String process, String source) {
            throw new IllegalArgumentException(why);
        }
    }
}
