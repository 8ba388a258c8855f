package io.millrace.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The rules of IEEE 1849-2016, written down from the text of the standard: clause 5 as a schema, and what a schema cannot say (clause 4)
 * as code.
 */
final class XesRules {
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="http://www.xes-standard.org/"
                targetNamespace="http://www.xes-standard.org/" elementFormDefault="qualified">
              <xs:element name="log">
                <xs:complexType>
                  <xs:sequence>
                    <xs:element name="extension" minOccurs="0" maxOccurs="unbounded">
                      <xs:complexType>
                        <xs:attribute name="name" type="xs:NCName" use="required"/>
                        <xs:attribute name="prefix" type="xs:NCName" use="required"/>
                        <xs:attribute name="uri" type="xs:anyURI" use="required"/>
                      </xs:complexType>
                    </xs:element>
                    <xs:element name="global" minOccurs="0" maxOccurs="unbounded">
                      <xs:complexType>
                        <xs:group ref="attributes"/>
                        <xs:attribute name="scope" type="xs:NCName" use="required"/>
                      </xs:complexType>
                    </xs:element>
                    <xs:element name="classifier" minOccurs="0" maxOccurs="unbounded">
                      <xs:complexType>
                        <xs:attribute name="name" type="xs:NCName" use="required"/>
                        <xs:attribute name="scope" type="xs:NCName"/>
                        <xs:attribute name="keys" type="xs:token" use="required"/>
                      </xs:complexType>
                    </xs:element>
                    <xs:group ref="attributes"/>
                    <xs:element name="trace" minOccurs="0" maxOccurs="unbounded">
                      <xs:complexType>
                        <xs:sequence>
                          <xs:group ref="attributes"/>
                          <xs:element name="event" type="event" minOccurs="0" maxOccurs="unbounded"/>
                        </xs:sequence>
                      </xs:complexType>
                    </xs:element>
                    <xs:element name="event" type="event" minOccurs="0" maxOccurs="unbounded"/>
                  </xs:sequence>
                  <xs:attribute name="xes.version" type="xs:decimal" use="required"/>
                  <xs:attribute name="xes.features" type="xs:token"/>
                </xs:complexType>
              </xs:element>
              <xs:complexType name="event"><xs:group ref="attributes"/></xs:complexType>
              <xs:group name="attributes">
                <xs:sequence>
                  <xs:choice minOccurs="0" maxOccurs="unbounded">
                    <xs:element name="string" type="ofText"/>
                    <xs:element name="date" type="ofDate"/>
                    <xs:element name="int" type="ofInt"/>
                    <xs:element name="float" type="ofFloat"/>
                    <xs:element name="boolean" type="ofTruth"/>
                    <xs:element name="id" type="ofId"/>
                    <xs:element name="list" type="ofList"/>
                  </xs:choice>
                </xs:sequence>
              </xs:group>
              <xs:complexType name="keyed"><xs:group ref="attributes"/><xs:attribute name="key" type="xs:Name" use="required"/></xs:complexType>
              <xs:complexType name="ofText"><xs:complexContent><xs:extension base="keyed">
                <xs:attribute name="value" type="xs:string" use="required"/></xs:extension></xs:complexContent></xs:complexType>
              <xs:complexType name="ofDate"><xs:complexContent><xs:extension base="keyed">
                <xs:attribute name="value" type="xs:dateTime" use="required"/></xs:extension></xs:complexContent></xs:complexType>
              <xs:complexType name="ofInt"><xs:complexContent><xs:extension base="keyed">
                <xs:attribute name="value" type="xs:long" use="required"/></xs:extension></xs:complexContent></xs:complexType>
              <xs:complexType name="ofFloat"><xs:complexContent><xs:extension base="keyed">
                <xs:attribute name="value" type="xs:double" use="required"/></xs:extension></xs:complexContent></xs:complexType>
              <xs:complexType name="ofTruth"><xs:complexContent><xs:extension base="keyed">
                <xs:attribute name="value" type="xs:boolean" use="required"/></xs:extension></xs:complexContent></xs:complexType>
              <xs:simpleType name="uuid"><xs:restriction base="xs:string">
                <xs:pattern value="[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"/></xs:restriction></xs:simpleType>
              <xs:complexType name="ofId"><xs:complexContent><xs:extension base="keyed">
                <xs:attribute name="value" type="uuid" use="required"/></xs:extension></xs:complexContent></xs:complexType>
              <xs:complexType name="ofList"><xs:complexContent><xs:extension base="keyed">
                <xs:sequence><xs:element name="values"><xs:complexType><xs:group ref="attributes"/></xs:complexType></xs:element></xs:sequence>
                </xs:extension></xs:complexContent></xs:complexType>
            </xs:schema>
            """;

    private XesRules() {}

    /** Fails if a log breaks a rule. */
    static void check(byte[] log) throws Exception {
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(new StreamSource(new StringReader(SCHEMA)));
        schema.newValidator().validate(new StreamSource(new ByteArrayInputStream(log)));
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Element root = factory.newDocumentBuilder().parse(new ByteArrayInputStream(log)).getDocumentElement();
        assertThat(root.getAttribute("xes.version")).isEqualTo("1849.2016");
        extensions(root);
        globals(root);
        uniqueKeys(root);
        identities(root);
    }

    /** Clause 4.5: a prefix of a key belongs to an extension that the log declares; ours need none. */
    private static void extensions(Element root) {
        Set<String> prefixes = new HashSet<>(Set.of("mill"));
        children(root, "extension").forEach(each -> prefixes.add(each.getAttribute("prefix")));
        for (Element each : all(root)) {
            String key = each.getAttribute("key");
            if (key.indexOf(':') >= 0) {
                assertThat(prefixes).contains(key.substring(0, key.indexOf(':')));
            }
        }
    }

    /** Clauses 4.3 and 4.4: every trace and event has the global attributes, and classifiers speak of those only. */
    private static void globals(Element root) {
        Set<String> ofTraces = new HashSet<>();
        Set<String> ofEvents = new HashSet<>();
        for (Element global : children(root, "global")) {
            Set<String> into = global.getAttribute("scope").equals("trace") ? ofTraces : ofEvents;
            children(global, null).forEach(each -> into.add(each.getAttribute("key")));
        }
        for (Element classifier : children(root, "classifier")) {
            Set<String> known = classifier.getAttribute("scope").equals("trace") ? ofTraces : ofEvents;
            assertThat(known).containsAll(Arrays.asList(classifier.getAttribute("keys").split(" ")));
        }
        for (Element trace : children(root, "trace")) {
            assertThat(keys(trace)).containsAll(ofTraces);
            children(trace, "event").forEach(event -> assertThat(keys(event)).containsAll(ofEvents));
        }
    }

    /** Clause 4.2: no two attributes of a component have the same key; the values of a list may. */
    private static void uniqueKeys(Element root) {
        for (Element each : all(root)) {
            if (!each.getLocalName().equals("values")) {
                assertThat(keys(each)).doesNotHaveDuplicates();
            }
        }
    }

    private static void identities(Element root) {
        Set<UUID> seen = new HashSet<>();
        for (Element each : all(root)) {
            if (each.getAttribute("key").equals("identity:id")) {
                assertThat(seen.add(UUID.fromString(each.getAttribute("value")))).isTrue();
            }
        }
    }

    private static List<String> keys(Element of) {
        return children(of, null).stream().map(each -> each.getAttribute("key")).filter(key -> !key.isEmpty()).toList();
    }

    private static List<Element> children(Element of, @Nullable String name) {
        List<Element> children = new ArrayList<>();
        for (Node node = of.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && (name == null || element.getLocalName().equals(name))) {
                children.add(element);
            }
        }
        return children;
    }

    private static List<Element> all(Element of) {
        List<Element> all = new ArrayList<>(List.of(of));
        children(of, null).forEach(each -> all.addAll(all(each)));
        return all;
    }
}
