package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.algebra.RuleModule;
import io.millrace.algebra.RuleSet;
import io.millrace.data.Data;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesCommandTest {
    private static final String TRAVEL = Repository.root().resolve("examples/rules/travel.deps").toString();

    @TempDir
    Path folder = Path.of("");

    private String file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text).toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void rules_that_agree_and_can_be_enforced_are_a_line_and_a_good_end() {
        Printed printed = Printed.by("rules", TRAVEL);
        assertThat(printed.status()).isEqualTo(Mill.FINE);
        assertThat(printed.out()).isEqualTo("enforceable  " + TRAVEL + "  4 rules, 5 events, 66 states\n");
        assertThat(printed.err()).isEmpty();
    }

    @Test
    void json_has_the_agreed_fields() {
        Data found = Data.parse(Printed.by("rules", "--json", TRAVEL).out());
        assertThat(found.asMap()).containsKeys(
                "consistent", "enforceable", "conflict", "dead", "mandatory", "redundant", "neverAccepted", "losingPlay", "states");
        assertThat(found.at("consistent").truth()).isTrue();
        assertThat(found.at("states").asInt()).isEqualTo(66);
        Data walked = Data.parse(Printed.by("rules", TRAVEL, "--walk", "s_buy s_book c_book ~c_buy", "--json").out());
        assertThat(walked.asMap()).containsOnlyKeys(
                "obligation", "permitted", "accepted", "delayed", "never", "required", "trigger", "satisfied");
        assertThat(walked.at("trigger")).hasToString("[\"s_cancel\"]");
        assertThat(walked.at("satisfied").truth()).isFalse();
    }

    @Test
    void a_literal_that_is_not_permitted_ends_the_walk_with_its_reason() {
        Printed printed = Printed.by("rules", TRAVEL, "--walk", "s_buy c_buy c_book");
        assertThat(printed.status()).isEqualTo(Mill.NO);
        assertThat(printed.out()).startsWith("c_buy is not permitted here. Rule 'book_first' does not permit it yet. It can happen after c_book.\n  obligation s_book & ");
        Data refused = Data.parse(Printed.by("rules", "--json", TRAVEL, "--walk", "s_buy ~s_buy").out());
        assertThat(refused.at("refused").text()).isEqualTo("~s_buy");
        assertThat(refused.at("reason").text()).isEqualTo("Its complement occurred already.");
        assertThat(Printed.by("rules", TRAVEL, "--walk", "~c_book c_buy").out()).contains("not permit it any more.");
    }

    @Test
    void an_unknown_event_or_file_cannot_be_asked_about() {
        Printed unknown = Printed.by("rules", TRAVEL, "--walk", "s_buy nonsense");
        assertThat(unknown.status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(unknown.out()).isEmpty();
        assertThat(unknown.err()).contains("'nonsense' is not an event of these rules.").contains("MR-6014");
        assertThat(Printed.by("rules", "nowhere.deps").status()).isEqualTo(Mill.CANNOT_ASK);
        Printed wrong = Printed.by("rules", file("wrong.deps", "dep a: x |;\ndep b: &;\n"));
        assertThat(wrong.status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(wrong.err()).contains("wrong.deps:1:11").contains("wrong.deps:2:8");
    }

    @Test
    void contradictions_and_lost_games_are_explained() {
        Printed conflict = Printed.by("rules", file("conflict.deps", "dep fine: a | b;\ndep one: e . f;\ndep two: f . e;\n"));
        assertThat(conflict.status()).isEqualTo(Mill.NO);
        assertThat(conflict.out()).startsWith("inconsistent").contains("one, two.").doesNotContain("fine");
        Printed lost = Printed.by("rules", file("lost.deps", "event e immediate;\nevent f;\ndep d: e -> f;\n"));
        assertThat(lost.status()).isEqualTo(Mill.NO);
        assertThat(lost.out()).startsWith("unenforceable").contains("no scheduler keeps the rules: e, ~f.").contains("make e flexible, ");
        Printed dead = Printed.by("rules", file("dead.deps", "dep d: e -> f;\ndep n: e -> ~f;\n"));
        assertThat(dead.status()).isEqualTo(Mill.NO);
        assertThat(dead.out()).contains("These events can never happen: e.");
        Printed hole = Printed.by("rules", file("hole.deps", "event undo triggerable;\ndep d: undo -> done;\n"));
        assertThat(hole.out()).contains("Rule 'd' lets undo be triggered before done. Write done . undo if it has to come first.");
    }

    @Test
    void tables_guards_and_drawings_are_printed() {
        String order = file("order.deps", "dep d: e < f;\n");
        assertThat(Printed.by("rules", order, "--table").out()).endsWith("""

                0  ~e | ~f | e . f
                     permitted    e->1, ~e->1, f->2, ~f->1
                1  true
                2  ~e
                     permitted    ~e->1
                     never        e
                """);
        assertThat(Printed.by("rules", order, "--guards").out()).endsWith("\ne if !f\n~e if true\nf if []e | <>~e\n~f if true\n");
        assertThat(Printed.by("rules", order, "--dot").out()).startsWith("digraph rules {").contains("s0 -> s1 [label=\"e, ~e, ~f\"];");
        Data all = Data.parse(Printed.by("rules", order, "--table", "--guards", "--json").out());
        assertThat(all.at("table").asList()).hasSize(3);
        assertThat(all.at("guards").at("e").text()).isEqualTo("!f");
    }

    @Test
    void events_with_constants_are_walked_through() {
        String mutex = Repository.root().resolve("examples/rules/mutex.deps").toString();
        assertThat(Printed.by("rules", mutex).out()).isEqualTo("enforceable  " + mutex + "  6 rules, 4 events, 24 states\n");
        Printed waits = Printed.by("rules", mutex, "--walk", "b1[1] b2[1]");
        assertThat(waits.status()).isEqualTo(Mill.NO);
        assertThat(waits.out()).startsWith("b2[1] is not permitted here. Rule 'paint_alone' does not permit it yet. It can happen after e1[1].\n");
        Data state = Data.parse(Printed.by("rules", mutex, "--walk", "b1[1] e1[1] b2[1]", "--json").out());
        assertThat(state.at("required")).hasToString("[\"e2[1]\"]");
        assertThat(state.at("delayed").toString()).contains("b1[*]");
        assertThat(Printed.by("rules", mutex, "--walk", "b1").status()).isEqualTo(Mill.CANNOT_ASK);
    }

    @Test
    void files_are_read_as_one() {
        Printed printed = Printed.by("rules", file("a.deps", "dep one: e . f;\n"), file("b.deps", "dep two: f . e;\n"));
        assertThat(printed.out()).startsWith("inconsistent");
    }

    @Test
    void the_rules_of_the_documents_and_examples_compile() throws IOException {
        Matcher blocks = Pattern.compile("^```deps\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Repository.read("docs/languages/rules.md"));
        int count = 0;
        while (blocks.find()) {
            count++;
            assertThat(RuleSet.of(RuleModule.read("block.deps", blocks.group(1))).check().consistent()).as(blocks.group(1)).isTrue();
        }
        assertThat(count).isGreaterThan(5);
        String shown = Repository.read("docs/languages/rules.md");
        assertThat(shown).contains(Printed.by("rules", TRAVEL, "--walk", "s_buy s_book c_book").out());
        String travel = Repository.read("examples/rules/travel.deps").replaceAll("(?m) *#.*$", "").strip();
        assertThat(shown).contains(travel);
    }
}
