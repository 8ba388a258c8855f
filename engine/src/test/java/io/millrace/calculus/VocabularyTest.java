package io.millrace.calculus;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.logic.Prolog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class VocabularyTest {
    private static Set<String> of(String... kinds) {
        return Vocabulary.words().stream()
                .filter(word -> List.of(kinds).contains(word.kind()))
                .map(Vocabulary.Word::indicator)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void it_has_every_predicate_that_questions_know_and_no_other() {
        Set<String> own = new TreeSet<>(Questions.Prelude.PROGRAM.predicates());
        own.removeAll(Prolog.builder().build().predicates());
        assertThat(of("goal", "question")).isEqualTo(own);
    }

    @Test
    void it_has_every_outcome() {
        Fluents.OUTCOMES.forEach(outcome -> {
            assertThat(of("fluent")).contains(outcome.fluent() + "/" + outcome.arity());
            assertThat(of("event")).contains(outcome.event() + "/" + outcome.eventArity());
        });
    }

    @Test
    void the_page_of_the_language_names_every_word() throws IOException {
        String page = Files.readString(Path.of("../docs/languages/calculus.md"));
        Set<String> hidden = Set.of("occurred", "excluded", "required", "accepted");
        assertThat(Vocabulary.words())
                .filteredOn(word -> !hidden.contains(word.name()))
                .allSatisfy(word -> assertThat(page).contains(word.name() + "("));
    }

    @Test
    void texts_add_words() {
        String rules = """
                :- language(history).
                initiates(start(_, Who, _), on_duty(Who)).
                terminates(end(_, Who, _), on_duty(Who)).
                shared(Case, Who, x) :- holds_now(active(_, Who, Case)).
                quiet.
                """;
        assertThat(Vocabulary.definedBy("duty", rules, true)).extracting(word -> word.kind() + " " + word.name() + word.arguments())
                .containsExactly("fluent on_duty[Who]", "question shared[Case, Who, Arg3]", "question quiet[]");
        assertThat(Vocabulary.definedBy("claim", "initial_activity(a). initiates(granted(X), permit(X)).", false))
                .extracting(Vocabulary.Word::example)
                .containsExactly("holds_now(permit(X, Case))");
        assertThat(Vocabulary.definedBy("x", "<initiates/>", false)).isEmpty();
        assertThat(Vocabulary.definedBy("x", "initiates( ((", false)).isEmpty();
    }
}
