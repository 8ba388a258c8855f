package io.millrace.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Function;
import org.junit.jupiter.api.Test;

class FormTest {
    private final Form<Function<In, String>> first = Form.first("a name", In::text);
    private final Form<Function<In, String>> second = first.next(in -> in.text() + " " + in.text());

    @Test
    void the_version_is_the_first_byte() {
        assertThat(first.begin(new Out()).text("Anna").toBytes()).startsWith(1);
        assertThat(second.begin(new Out()).text("Anna").text("Berg").toBytes()).startsWith(2);
        assertThat(second.version()).isEqualTo(2);
    }

    @Test
    void a_later_version_reads_what_an_earlier_one_wrote() {
        In in = new In(first.begin(new Out()).text("Anna").toBytes());
        assertThat(second.reader(in).apply(in)).isEqualTo("Anna");
    }

    @Test
    void an_unknown_version_is_named() {
        In in = new In(second.begin(new Out()).text("Anna").text("Berg").toBytes());
        assertThatThrownBy(() -> first.reader(in)).isInstanceOf(DataException.class).hasMessageContaining("a name of form 2");
    }
}
