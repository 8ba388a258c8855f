package io.millrace.xquery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.net.EvaluationException;
import io.millrace.net.Evaluator;
import io.millrace.net.Evaluator.Scope;
import io.millrace.net.EvaluatorProvider;
import io.millrace.net.Expression;
import io.millrace.net.Multiplicity;
import io.millrace.net.Net;
import io.millrace.net.Specification;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class XQueryTest {
    private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");
    private static final Evaluator EVALUATOR = new XQueryProvider().compile(empty(), complaint -> {});

    private static Specification empty() {
        return Specification.of("p", "n", List.of(new Net("n", "n", List.of(), List.of(), List.of(), List.of(), false, null)));
    }

    private static Expression query(String text) {
        return new Expression.XQuery(text, null);
    }

    private static Data value(String query, Shape shape, Data data) {
        return EVALUATOR.value(query(query), shape, new Scope("Net", data, NOW));
    }

    private static boolean holds(String query, Data data) {
        return EVALUATOR.holds(query(query), new Scope("Net", data, NOW));
    }

    @Test
    void the_provider_is_found_and_takes_xquery_only() {
        List<EvaluatorProvider> takers = new ArrayList<>();
        for (EvaluatorProvider provider : ServiceLoader.load(EvaluatorProvider.class)) {
            if (provider.evaluates(query("1"))) {
                takers.add(provider);
            }
        }
        assertThat(takers).hasExactlyElementsOfTypes(XQueryProvider.class);
        assertThat(takers.getFirst().evaluates(Expression.variable("x"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            /Net/c=0                                   | {"c": 0}                       | true
            /Net/c>10                                  | {"c": 9}                       | false
            number(/Net/c/text())<5                    | {"c": 4.5}                     | true
            /Net/ok/text()='true'                      | {"ok": true}                   | true
            /Net/o/Approved/text()='false'             | {"o": {"Approved": true}}      | false
            empty(/Net/d/ShipmentNumber)               | {"d": null}                    | true
            exists(/Net/d/n) and exists(/Net/e/n)      | {"d": {"n": 1}, "e": {"n": 2}} | true
            true()                                     | {}                             | true
            count(/Net/list/item)=3                    | {"list": [1, 2, 3]}            | true
            count(/Net/o/line)=2                       | {"o": {"line": ["a", "b"]}}    | true
            /Net/a_x0020_b/text()='x'                  | {"a b": "x"}                   | true
            /Net/o/@k='v'                              | {"o": {"@k": "v", "n": 1}}     | true
            """)
    void predicates_are_decided(String predicate, String data, boolean expected) {
        assertThat(holds(predicate, Data.parse(data))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "INF", "-INF"})
    void a_double_that_is_no_number_is_its_text_and_comes_back_as_it_was(String text) {
        Data given = value("<x>{xs:double('" + text + "')}</x>", Shape.floating(), Data.fields());
        assertThat(given).isEqualTo(Data.of(text));
        assertThat(Shape.floating().check(given)).isEmpty();
        assertThat(value("xs:double(/Net/x) * 2", Shape.floating(), Data.fields("x", given))).isEqualTo(Data.of(text));
        assertThat(holds("number(/Net/x) = number(/Net/x)", Data.fields("x", given))).isEqualTo(!text.equals("NaN"));
        assertThat(value("xs:double('1.5e3')", Shape.floating(), Data.fields())).isEqualTo(Data.of(1500));
        assertThatThrownBy(() -> value("'" + text + "'", Shape.number(), Data.fields())).isInstanceOf(EvaluationException.class);
        assertThatThrownBy(() -> value("'nan'", Shape.floating(), Data.fields())).isInstanceOf(EvaluationException.class);
    }

    @Test
    void a_mapping_gives_what_its_element_contains_by_the_declared_type() {
        Data data = Data.parse("{\"n\": 7, \"s\": \"007\", \"o\": {\"line\": [{\"q\": 1}], \"note\": \"x\"}}");
        assertThat(value("<n>{/Net/n/text()}</n>", Shape.integer(), data)).isEqualTo(Data.of(7));
        assertThat(value("<n>{/Net/n/text()}</n>", Shape.text(), data)).isEqualTo(Data.of("7"));
        assertThat(value("/Net/s", Shape.text(), data)).isEqualTo(Data.of("007"));
        assertThat(value("/Net/n + 1", Shape.any(), data)).isEqualTo(Data.of(8));
        assertThat(value("/Net/n = 7", Shape.any(), data)).isEqualTo(Data.of(true));
        assertThat(value("<b>false</b>", Shape.truth(), data)).isEqualTo(Data.of(false));
        assertThat(value("/Net/none", Shape.text(), data)).isEqualTo(Data.nothing());
        Shape order = Shape.fields(Shape.optional("line", Shape.listOf(Shape.fields(Shape.field("q", Shape.integer())))), Shape.optional("note", Shape.text()));
        assertThat(value("<o>{/Net/o/*}</o>", order, data)).isEqualTo(data.at("o"));
        assertThat(value("<o/>", order, data)).isEqualTo(Data.fields());
        assertThat(value("<o/>", Shape.fields(Shape.field("q", Shape.integer())), data)).isEqualTo(Data.nothing());
        assertThat(value("/Net/o", Shape.any(), data)).isEqualTo(Data.parse("{\"line\": {\"q\": \"1\"}, \"note\": \"x\"}"));
        assertThat(value("/Net/o/line/q", Shape.listOf(Shape.integer()), data)).isEqualTo(Data.items(1));
    }

    @Test
    void data_comes_back_from_a_document_as_it_was_when_its_shape_is_known() {
        Data data = Data.parse("""
                {"t": "a < b & ü", "n": -2.5, "b": false, "l": [], "m": [[1, 2], [3]], "odd name": {"1": "x", "_x0041_": "y"}, "e": ""}""");
        Shape shape = Shape.fields(
                Shape.field("t", Shape.text()), Shape.field("n", Shape.number()), Shape.field("b", Shape.truth()),
                Shape.optional("l", Shape.listOf(Shape.text())), Shape.field("m", Shape.listOf(Shape.listOf(Shape.integer()))),
                Shape.field("odd name", Shape.mapOf(Shape.text())), Shape.field("e", Shape.text()));
        assertThat(value("/Net/v", shape, Data.fields("v", data))).isEqualTo(data.without("l"));
        assertThat(value("/Net/v", Shape.listOf(Shape.integer()), Data.parse("{\"v\": [1, 2]}"))).isEqualTo(Data.items(1, 2));
    }

    @Test
    void a_value_that_is_not_of_its_type_is_an_error_that_names_the_expression() {
        assertThatThrownBy(() -> value("<n>seven</n>", Shape.integer(), Data.fields()))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("'<n>seven</n>': 'seven' is not integer");
        assertThatThrownBy(() -> holds("random1()", Data.fields())).isInstanceOf(EvaluationException.class).hasMessageContaining("cannot be compiled");
        assertThatThrownBy(() -> value("1 div 0", Shape.any(), Data.fields())).isInstanceOf(EvaluationException.class).hasMessageContaining("zero");
    }

    @Test
    void the_clock_is_the_turns() {
        assertThat(value("string(fn:current-date())", Shape.text(), Data.fields()).text()).startsWith("2026-02-03");
        assertThat(value("string(fn:current-dateTime())", Shape.text(), Data.fields())).isEqualTo(Data.of("2026-02-03T04:05:06Z"));
    }

    @Test
    void instances_get_their_parts_and_their_results_are_joined() {
        Multiplicity.Split split = new Multiplicity.Split(query("/Net/Notices"), query("for $i in /Notices/* return $i"), "Notice");
        Data data = Data.parse("{\"Notices\": {\"Notice\": [{\"n\": 1}, {\"n\": 2}]}}");
        Shape notice = Shape.fields(Shape.field("n", Shape.integer()));
        assertThat(EVALUATOR.split(split, notice, new Scope("Net", data, NOW))).containsExactly(Data.fields("n", 1), Data.fields("n", 2));

        Multiplicity.Join join = new Multiplicity.Join(
                query("<Entry><n>{/Log/n/text()}</n></Entry>"), query("<Entries>{for $i in /Log/Entry return $i}</Entries>"), "Entries");
        List<Data> given = new ArrayList<>();
        for (int n = 1; n <= 2; n++) {
            given.add(EVALUATOR.contribution(join, new Scope("Log", Data.fields("n", n), NOW)));
        }
        Shape entries = Shape.fields(Shape.optional("Entry", Shape.listOf(notice)));
        assertThat(EVALUATOR.join(join, given, entries, new Scope("Log", Data.fields(), NOW)))
                .isEqualTo(Data.parse("{\"Entry\": [{\"n\": 1}, {\"n\": 2}]}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "doc('file:///etc/passwd')",
        "doc('http://127.0.0.1:1/x')",
        "collection('file:///etc')",
        "collection()",
        "uri-collection('file:///etc')",
        "unparsed-text('file:///etc/passwd')",
        "unparsed-text-lines('file:///etc/passwd')",
        "json-doc('file:///etc/passwd')",
        "import module namespace m = 'urn:m' at 'file:///etc/passwd'; 1",
        "load-xquery-module('urn:m')",
        "transform(map{'stylesheet-location': 'file:///etc/passwd'})",
        "transform(map{'stylesheet-text': '<a/>'})",
        "parse-xml('<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&amp;x;</a>')",
        "declare namespace s = 'java:java.lang.System'; s:getProperty('user.home')",
        "Q{java:java.lang.Runtime}getRuntime()",
        "Q{http://saxon.sf.net/}system-id()",
        "environment-variable('PATH') = environment-variable('PATH') and string-length(environment-variable('PATH')) gt 0 or error()",
        "declare option output:method 'xml'; fn:put(<a/>, 'out.xml')",
    })
    void nothing_outside_is_reached(String query) {
        assertThatThrownBy(() -> value(query, Shape.any(), Data.fields())).as(query).isInstanceOf(EvaluationException.class);
    }

    @Test
    void a_result_without_end_is_refused() {
        assertThatThrownBy(() -> value("for $i in 1 to 250000 return <a/>", Shape.listOf(Shape.any()), Data.fields()))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("larger than");
    }
}
