package io.millrace.net.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Specification;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged files: a reader may say no, and must say where; it never fails in another way. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class YawlFuzzTest {
    private static final List<String> PIECES = List.of(
            "<", ">", "&", "\"", "</task>", "<task>", "<task id=\"x\">", "]]>", "<![CDATA[", "<!--", "-->", "&amp;", "&#0;", "&lt;",
            "xmlns=\"a\"", "id=\"\"", "<?x y?>", "<flowsInto/>", "\u0000", "\uD800", "\n", "xsi:type", "<decomposition/>", "m:shape=\"[]\"");

    @Test
    void damaged_files_are_read_or_refused_and_what_was_read_can_be_written() {
        List<String> texts = new ArrayList<>();
        for (long seed = 1; seed <= 20; seed++) {
            texts.add(NetFile.toYawl(new RandomSpecifications(seed).next()));
        }
        mutate(texts, 1_500);
    }

    @Test
    void damaged_files_of_the_wild_are_read_or_refused_too() {
        mutate(Corpus.files("yawl").stream().filter(file -> file.toFile().length() < 20_000).map((Path file) -> Corpus.text(file)).toList(), 800);
    }

    private static void mutate(List<String> texts, int times) {
        int read = 0;
        for (long seed = 1; seed <= times; seed++) {
            Random random = new Random(seed);
            String text = Damage.to(texts.get(random.nextInt(texts.size())), PIECES, random);
            Reading reading;
            try {
                reading = NetFile.yawl("fuzz.yawl", text);
                if (reading.specification() != null) {
                    read++;
                    roundTrip(reading.specification());
                }
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + "\n" + text, e);
            }
            assertThat(reading.problems()).as("seed %s", seed).allSatisfy(problem -> assertThat(problem.message()).startsWith("fuzz.yawl:"));
        }
        assertThat(read).as("files that were still readable").isPositive();
    }

    private static void roundTrip(Specification read) {
        String written = NetFile.toYawl(read);
        Reading again = NetFile.yawl("again.yawl", written);
        assertThat(again.problems()).isEmpty();
        assertThat(Placeless.of(again.orRefuse().attach(null))).isEqualTo(Placeless.of(read.attach(null)));
        assertThat(NetFile.toYawl(again.orRefuse())).isEqualTo(written);
    }
}
