package io.millrace.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.In;
import io.millrace.data.Out;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.api.Test;

class PerformersTest {
    static List<Performers> kinds() {
        return List.of(
                Performers.ANYONE,
                Performers.role("clerk"),
                Performers.participant("anna", "ben").capable("french"),
                Performers.ANYONE.without(List.of("anna")),
                new Performers(List.of("a"), List.of("b", "c"), List.of("d", "e"), List.of("f", "g")));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void what_is_written_reads_back(Performers performers) {
        Out out = new Out();
        WorkCodec.write(out, performers);
        In in = new In(out.toBytes());
        assertThat(WorkCodec.readPerformers(in)).isEqualTo(performers);
        in.end();
    }

    @Test
    void whoever_is_excluded_may_not_do_it_though_the_role_fits() {
        Performers performers = Performers.role("clerk").without(List.of("anna"));
        assertThat(performers.admits(new Participant("anna", Set.of("clerk"), Set.of()))).isFalse();
        assertThat(performers.admits(new Participant("ben", Set.of("clerk"), Set.of()))).isTrue();
        assertThat(performers.isAnyone()).isFalse();
    }
}
