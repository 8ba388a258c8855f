package io.millrace.server.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.server.federation.RemoteEvent.Ending;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What journals hold of remote cases. These forms are read for ever: lines may be added here, and none changed. */
class RemoteFormsTest {
    private static final RemoteProcess PROCESS = new RemoteProcess("check", "bank", "credit_check", 0);

    private static void keeps(RemoteEvent event, String hex) {
        Out out = new Out();
        event.write(out);
        assertThat(HexFormat.of().formatHex(out.toBytes())).isEqualTo(hex);
        assertThat(new RemoteLanguage().read(new In(HexFormat.of().parseHex(hex)))).isEqualTo(event);
    }

    @Test
    void events_keep_their_form() {
        keeps(new RemoteEvent.Requested("bank", "62.1@x", 1), "010462616e6b0636322e31407801");
        keeps(new RemoteEvent.Accepted("bank", "17", 2), "020462616e6b02313702");
        keeps(new RemoteEvent.Recalled("bank", Ending.COMPLETED, Data.of(7), 3), "030462616e6b014703");
        keeps(new RemoteEvent.Recalled("bank", Ending.FAILED, Data.of("no"), 3), "030462616e6b02226e6f03");
        keeps(new RemoteEvent.Recalled("bank", Ending.CANCELLED, Data.of("no"), 3), "030462616e6b03226e6f03");
    }

    @Test
    void states_keep_their_form() {
        RemoteProcess.State state = PROCESS.blank();
        keeps(state, "010000000000");
        PROCESS.apply(state, new RemoteEvent.Requested("bank", "62.1@x", 1));
        keeps(state, "010636322e31407800010000");
        PROCESS.apply(state, new RemoteEvent.Accepted("bank", "17", 2));
        keeps(state, "010636322e314078033137020000");
        PROCESS.apply(state, new RemoteEvent.Recalled("bank", Ending.CANCELLED, Data.of("no"), 3));
        keeps(state, "010636322e314078033137030103226e6f");
    }

    private static void keeps(RemoteProcess.State state, String hex) {
        Out out = new Out();
        PROCESS.write(state, out);
        assertThat(HexFormat.of().formatHex(out.toBytes())).isEqualTo(hex);
        RemoteProcess.State read = PROCESS.read(new In(HexFormat.of().parseHex(hex)));
        assertThat(List.of(read.key, String.valueOf(read.remote), read.work, String.valueOf(read.ending), read.value))
                .isEqualTo(List.of(state.key, String.valueOf(state.remote), state.work, String.valueOf(state.ending), state.value));
    }

    @Test
    void the_text_of_a_process_is_its_fingerprint() {
        assertThat(PROCESS.source()).isEqualTo("{\"engine\":\"bank\",\"process\":\"credit_check\"}");
        assertThat(new RemoteLanguage().compile("check", PROCESS.source()).fingerprint()).isEqualTo(PROCESS.fingerprint());
        assertThat(new RemoteProcess("check", "bank", "credit_check", 3).source()).contains("\"version\":3");
    }
}
