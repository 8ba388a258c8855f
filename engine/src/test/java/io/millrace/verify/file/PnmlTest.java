package io.millrace.verify.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.problem.Code;
import io.millrace.verify.PlainNet;
import io.millrace.verify.PlainNet.Arc;
import io.millrace.verify.PlainNet.Transition;
import java.util.List;
import org.junit.jupiter.api.Test;

class PnmlTest {
    private static final String PTNET = "http://www.pnml.org/version-2009/grammar/ptnet";

    @Test
    void a_net_is_read_from_its_pages_with_references_resolved() {
        PlainNet net = PlainNetFile.read("x.pnml", """
                <?xml version="1.0"?>
                <pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
                  <net id="n" type="%s">
                    <name><text>Two pages</text></name>
                    <page id="one">
                      <place id="a"><name><text>ready</text><graphics><offset x="1" y="2"/></graphics></name>
                        <initialMarking><text> 2 </text><toolspecific tool="T" version="1"><place id="a"/></toolspecific></initialMarking>
                        <toolspecific tool="T" version="1"><initialMarking><text>7</text></initialMarking></toolspecific>
                      </place>
                      <transition id="t"/>
                      <arc id="x" source="a" target="t"><inscription><text>2</text></inscription></arc>
                      <page id="two">
                        <place id="b"/>
                        <referencePlace id="r" ref="s"/>
                        <referencePlace id="s" ref="a"/>
                        <referenceTransition id="u" ref="t"/>
                        <arc id="y" source="u" target="b"/>
                        <arc id="z" source="u" target="r"/>
                        <arc id="zz" source="u" target="a"><inscription><text>3</text></inscription></arc>
                      </page>
                    </page>
                    <toolspecific tool="T" version="1"><page id="p"><place id="hidden"/></page></toolspecific>
                  </net>
                </pnml>
                """.formatted(PTNET)).orRefuse();
        assertThat(net).isEqualTo(new PlainNet(
                "Two pages",
                List.of("ready", "b"),
                List.of(2, 0),
                List.of(new Transition("t", List.of(new Arc(0, 2)), List.of(new Arc(1, 1), new Arc(0, 4))))));
    }

    @Test
    void a_net_without_namespace_with_a_prefix_or_of_an_older_type_is_read_too() {
        String body = "<place id='p'/><transition id='t'/><arc id='a' source='p' target='t'/>";
        assertThat(PlainNetFile.read("plain.xml", "<pnml><net id='n'>" + body + "</net></pnml>").orRefuse().name()).isEqualTo("plain");
        for (String type : List.of("http://www.informatik.hu-berlin.de/top/pntd/ptNetb", "P/T net", "PTNet", "http://www.pnml.org/version-2009/grammar/pnmlcoremodel")) {
            assertThat(PlainNetFile.read("x.pnml", "<pnml><net id='n' type='" + type + "'>" + body + "</net></pnml>").problems()).isEmpty();
        }
        PlainNet prefixed = PlainNetFile.read(
                        "x.pnml",
                        "<p:pnml xmlns:p='http://www.pnml.org/version-2009/grammar/pnml'><p:net id='n'><p:place id='a'><p:name><p:text>A</p:text></p:name></p:place></p:net></p:pnml>")
                .orRefuse();
        assertThat(prefixed.places()).containsExactly("A");
    }

    @Test
    void names_that_are_not_different_give_way_to_ids() {
        assertThat(places("<place id='p'><name><text>a</text></name></place><place id='q'><name><text>a</text></name></place>"
                        + "<place id='r'><name><text>c</text></name></place><place id='s'><name><text> </text></name></place>"))
                .containsExactly("p", "q", "c", "s");
        assertThat(places("<place id='p'><name><text>q</text></name></place><place id='q'/>")).containsExactly("p", "q");
    }

    private static List<String> places(String body) {
        return PlainNetFile.read("x.pnml", "<pnml><net id='n'>" + body + "</net></pnml>").orRefuse().places();
    }

    @Test
    void what_is_not_a_place_transition_net_is_refused_with_the_reason() {
        refuses(Code.NOT_PNML, "<specificationSet/>", "it begins with 'specificationSet', not with 'pnml'");
        refuses(Code.NOT_PNML, "<pnml/>", "there is no 'net' in it");
        refuses(Code.NOT_PNML, "<pnml><net id='a'/><net id='b'/></pnml>", "it holds 2 nets, and one is asked for");
        refuses(
                Code.NOT_PNML,
                "<pnml><net id='a' type='http://www.pnml.org/version-2009/grammar/symmetricnet'/></pnml>",
                "its net has the type 'http://www.pnml.org/version-2009/grammar/symmetricnet', and only place/transition nets");
        wrong("<place/>", "this 'place' has no id");
        wrong("<place id='p'/><transition id='p'/>", "the id 'p' is here a second time");
        wrong("<place id='p'><initialMarking><text>-1</text></initialMarking></place>", "this 'initialMarking' of 'p' is not a number: '-1'");
        wrong("<place id='p'><initialMarking/></place>", "this 'initialMarking' of 'p' is not a number");
        wrong("<place id='p'><initialMarking><text>2147483648</text></initialMarking></place>", "the number 2147483648 is too large");
        String both = "<place id='p'/><transition id='t'/><referencePlace id='r' ref='p'/>";
        wrong(both + "<arc id='a' source='p'/>", "this 'arc' has no target");
        wrong(both + "<arc id='a' source='p' target='x'/>", "there is no place or transition 'x'");
        wrong(both + "<arc id='a' source='p' target='r'/>", "an arc leads from 'p' to 'r', and does not join a place and a transition");
        wrong(both + "<arc id='a' source='p' target='t'><inscription><text>0</text></inscription></arc>", "an arc of no tokens joins nothing");
        wrong(both + "<arc id='a' source='p' target='t'><type value='inhibitor'/></arc>", "an arc of the type 'inhibitor' is not one");
        String most = "<inscription><text>2147483647</text></inscription></arc>";
        wrong(both + "<arc id='a' source='p' target='t'>" + most + "<arc id='b' source='p' target='t'>" + most, "weigh more than can be counted");
        wrong("<referencePlace id='r' ref='s'/><referencePlace id='s' ref='r'/>", "the reference 'r' leads in a circle");
        wrong("<referencePlace id='r' ref='s'/>", "the reference 'r' leads nowhere");
        wrong("<transition id='t'/><referencePlace id='r' ref='t'/>", "the reference 'r' leads to 't', which is not of its kind");
    }

    private static void wrong(String body, String why) {
        refuses(Code.PNML, "<pnml><net id='n'>" + body + "</net></pnml>", why);
    }

    private static void refuses(Code code, String text, String why) {
        PlainReading reading = PlainNetFile.read("x.pnml", text);
        assertThat(reading.net()).isNull();
        assertThat(reading.problems().getFirst().code()).isEqualTo(code);
        assertThat(reading.problems().getFirst().message()).startsWith("x.pnml:1:").contains(why);
    }

    @Test
    void entities_are_refused_before_they_are_expanded_or_fetched() {
        refuses(Code.XML_ENTITIES, "<!DOCTYPE pnml [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><pnml><net id='&e;'/></pnml>", "document types");
        refuses(
                Code.XML_ENTITIES,
                "<!DOCTYPE pnml [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;'>]><pnml>&b;</pnml>",
                "document types");
    }

    @Test
    void what_is_written_is_read_as_the_same_net() {
        PlainNet net = new PlainNet(
                "odd <net> & \"more\"",
                List.of("p2", "p1", "a b", "<x>", "t1"),
                List.of(0, 3, 0, 0, 1),
                List.of(
                        new Transition("t2", List.of(new Arc(1, 3), new Arc(4, 1)), List.of(new Arc(0, 2))),
                        new Transition("p2", List.of(), List.of(new Arc(3, 1))),
                        new Transition("t1", List.of(new Arc(2, 1)), List.of())));
        assertThat(PlainNetFile.read("again.pnml", PlainNetFile.toPnml(net)).orRefuse()).isEqualTo(net);
    }

    @Test
    void a_written_net_looks_like_the_standard_wants_it() {
        PlainNet net = new PlainNet("n", List.of("a"), List.of(1), List.of(new Transition("t", List.of(new Arc(0, 2)), List.of())));
        assertThat(PlainNetFile.toPnml(net)).isEqualTo("""
                <?xml version="1.0" encoding="UTF-8"?>
                <pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
                  <net id="net1" type="http://www.pnml.org/version-2009/grammar/ptnet">
                    <name>
                      <text>n</text>
                    </name>
                    <page id="page1">
                      <place id="p1">
                        <name>
                          <text>a</text>
                        </name>
                        <initialMarking>
                          <text>1</text>
                        </initialMarking>
                      </place>
                      <transition id="t1">
                        <name>
                          <text>t</text>
                        </name>
                      </transition>
                      <arc id="a1" source="p1" target="t1">
                        <inscription>
                          <text>2</text>
                        </inscription>
                      </arc>
                    </page>
                  </net>
                </pnml>
                """);
    }

    @Test
    void a_plain_net_is_known_by_its_name_or_its_beginning() {
        assertThat(PlainNetFile.isPlain("a.pnml", "")).isTrue();
        assertThat(PlainNetFile.isPlain("a.LOLA", "")).isTrue();
        assertThat(PlainNetFile.isPlain("a.xml", "<?xml version='1.0'?><!-- <x> -->\n<x:pnml >")).isTrue();
        assertThat(PlainNetFile.isPlain("a.xml", "<specificationSet>")).isFalse();
        assertThat(PlainNetFile.isPlain("a.xml", "<")).isFalse();
        assertThat(PlainNetFile.isPlain("a.txt", "{ made by }\nPLACE a;")).isTrue();
        assertThat(PlainNetFile.isPlain("a.pl", "initial_activity(place).")).isFalse();
    }
}
