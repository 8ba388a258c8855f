package io.millrace.server.channel.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left of a reply, and what it means. */
class ReplyTextTest {
    @Test
    void what_is_quoted_is_no_answer() {
        for (String rest : List.of(
                "On Mon, 1 Jan 2029 at 10:00, Mill <mill@example.org> wrote:\n> old\n> older",
                "On Mon, 1 Jan 2029 at 10:00, Mill\n<mill@example.org> wrote:\n\n> old",
                "Am 01.01.2029 um 10:00 schrieb Mill:\n> old",
                "-----Original Message-----\nFrom: Mill\nold",
                "________________________________\nFrom: Mill\nSent: Monday\nTo: Ann\nSubject: x\n\nold",
                "From: Mill\nSent: Monday\nTo: Ann\n\nold",
                "Von: Mill\nGesendet: Montag\nAn: Ann\n\nold",
                ReplyText.MARK + "\nold",
                "> " + ReplyText.MARK + "\n> old",
                "-- \nAnn\nold street",
                "> old",
                "")) {
            assertThat(ReplyText.own("first line\r\nsecond: line\r\n\r\n" + rest.replace("\n", "\r\n"))).as(rest).isEqualTo("first line\nsecond: line");
        }
    }

    @Test
    void what_only_looks_like_a_quotation_stays() {
        assertThat(ReplyText.own("On Monday I wrote:\nthis and that")).isEqualTo("On Monday I wrote:\nthis and that");
        assertThat(ReplyText.own("From: here\nI go on")).isEqualTo("From: here\nI go on");
        assertThat(ReplyText.own("a -- b\n--\nc")).isEqualTo("a -- b\n--\nc");
    }

    @Test
    void a_text_becomes_what_the_task_wants() throws Exception {
        assertThat(ReplyText.read(Shape.any(), "ok", List.of())).isEqualTo(Data.of("ok"));
        assertThat(ReplyText.read(Shape.text(), "a\nb", List.of())).isEqualTo(Data.of("a\nb"));
        assertThat(ReplyText.read(Shape.truth(), "Yes", List.of())).isEqualTo(Data.of(true));
        assertThat(ReplyText.read(Shape.integer(), " 12 ", List.of())).isEqualTo(Data.of(12));
        assertThat(ReplyText.read(Shape.listOf(Shape.integer()), "1, 2\n3", List.of())).isEqualTo(Data.items(1, 2, 3));
        assertThat(ReplyText.read(Shape.nullable(Shape.text()), "", List.of())).isEqualTo(Data.nothing());
        Shape one = Shape.fields(Shape.field("words", Shape.text()));
        assertThat(ReplyText.read(one, "hello: world", List.of())).isEqualTo(Data.fields("words", "hello: world"));
        assertThat(ReplyText.read(one, "Words: hello", List.of())).isEqualTo(Data.fields("words", "hello"));
        assertThatThrownBy(() -> ReplyText.read(one, "", List.of())).hasMessage("'words' is missing.");
        assertThatThrownBy(() -> ReplyText.read(Shape.text(), " ", List.of())).hasMessageContaining("no answer");
        assertThatThrownBy(() -> ReplyText.read(Shape.number(), "1e999999999", List.of())).hasMessageContaining("must be a number");
    }

    @Test
    void a_page_is_read_as_its_text() {
        assertThat(Received.text("<html><head><style>p{}</style><title>t</title></head><body><p>decision: approve</p><div>amount:&nbsp;1 &lt; 2</div>"
                        + "<script>alert(1)</script><div class=\"gmail_quote\">old</div></body></html>"))
                .isEqualTo("decision: approve\namount: 1 < 2");
        assertThat(Received.text("yes<br>really<blockquote>old</blockquote>")).isEqualTo("yes\nreally");
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void a_page_that_is_made_to_keep_a_reader_busy_does_not() {
        for (String part : List.of("<", "<style", "<style>", "<a ", "<title></title", " \n", "<br", "&lt;")) {
            assertThat(Received.text(part.repeat(100_000))).isNotNull();
            assertThat(ReplyText.own(part.repeat(100_000))).isNotNull();
        }
    }
}
