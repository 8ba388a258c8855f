package io.millrace.net.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.kernel.Golden;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Events and states of nets, and the fingerprint of a net, keep their bytes. */
class GoldenFormsTest {
    private static final Data DATA = Data.fields("amount", 12.5, "lines", List.of(1, "two"));
    private static final Map<String, Integer> TOKENS = new TreeMap<>(Map.of("c", 1, "d", 300));

    private static final String FACTS = """
            initial_activity(a).
            and_split(a, [b, c]).
            and_join([b, c], d).
            final_activity(d).
            """;

    private static final List<NetEvent> EVENTS = List.of(
            new NetEvent.Readied("a", 1, 2, 3),
            new NetEvent.Disabled("a"),
            new NetEvent.Entered("a", null, 1, 1, 1),
            new NetEvent.Entered("a", "c", 3, 10, 2),
            new NetEvent.InstanceMade("a", 1, 2, true),
            new NetEvent.InstanceStarted("a", 2, "anna"),
            new NetEvent.InstanceStarted("a", 2, null),
            new NetEvent.InstanceCompleted("a", 2, DATA),
            new NetEvent.InstanceAdded("a"),
            new NetEvent.ResultsTaken("a"),
            new NetEvent.Exited("a", List.of("c", "d")),
            new NetEvent.Fired("a", "c", List.of("d")),
            new NetEvent.Fired("a", null, List.of()),
            new NetEvent.Armed("a", 1, 2),
            new NetEvent.Listening("paid", 3),
            new NetEvent.Initiated("paid(7)"),
            new NetEvent.Terminated("paid(7)"),
            new NetEvent.Deferred("a"),
            new NetEvent.Happened("a", DATA),
            new NetEvent.Assigned("x", DATA),
            new NetEvent.Troubled("a", "no value"),
            new NetEvent.TroubleOver(),
            new NetEvent.Stuck(TOKENS),
            new NetEvent.Dropped(TOKENS),
            new NetEvent.TokensSet("c", 2),
            new NetEvent.Stopped("a"),
            new NetEvent.StartedFor("a", "anna"));

    @Test
    void every_event_keeps_its_bytes() {
        new Golden<NetEvent>(GoldenFormsTest.class, "events-1.hex", (out, event) -> event.write(out), NetEvent::read)
                .check(NetEvent.class, EVENTS);
    }

    @Test
    void a_state_keeps_its_bytes() {
        NetProcess process = (NetProcess) new NetLanguage().compile("facts", FACTS);
        NetState state = process.blank();
        int first = process.graph().taskNamed("a");
        List<String> ways = List.of(
                process.graph().condition(process.graph().post(first)[0]),
                process.graph().condition(process.graph().post(first)[1]));
        for (NetEvent event : List.of(
                new NetEvent.Entered("a", null, 1, 1, 1),
                new NetEvent.InstanceMade("a", 1, 1, true),
                new NetEvent.InstanceCompleted("a", 1, Data.nothing()),
                new NetEvent.Exited("a", ways),
                new NetEvent.Readied("b", 2, 1, 1),
                new NetEvent.Entered("c", null, 3, 10, 2),
                new NetEvent.InstanceMade("c", 1, 3, false),
                new NetEvent.InstanceMade("c", 2, 4, true),
                new NetEvent.InstanceMade("c", 3, 5, true),
                new NetEvent.InstanceCompleted("c", 4, DATA),
                new NetEvent.Happened("c", DATA),
                new NetEvent.Deferred("c"),
                new NetEvent.Troubled("b", "no value"),
                new NetEvent.Assigned("x", DATA),
                new NetEvent.Initiated("paid(7)"),
                new NetEvent.Listening("paid", 3))) {
            process.apply(state, event);
        }
        state.doers.put("a", List.of("anna", "bert"));
        new Golden<NetState>(
                        GoldenFormsTest.class,
                        "states-1.hex",
                        (out, each) -> each.write(out),
                        in -> NetState.read(process.semantics(), in))
                .check(List.of(state));
    }

    @Test
    void a_net_keeps_its_fingerprint() {
        assertThat(new NetLanguage().compile("facts", FACTS).fingerprint()).isEqualTo("42d2287c94704d8d4d8919c0245599a3");
    }
}
