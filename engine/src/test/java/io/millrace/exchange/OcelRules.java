package io.millrace.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rules of OCEL 2.0 in JSON, written down from its specification (section 8) and its schema: which members there are and of which
 * type, and what a schema cannot say: names that are declared, objects that are there, values of their types.
 */
final class OcelRules {
    private static final Set<String> TYPES = Set.of("string", "time", "integer", "float", "boolean");

    private OcelRules() {}

    /** Fails if a log breaks a rule; returns it. */
    static Data check(byte[] log) {
        Data root = Data.parse(new String(log, StandardCharsets.UTF_8));
        assertThat(root.asMap().keySet()).containsExactlyInAnyOrder("eventTypes", "objectTypes", "events", "objects");
        Map<String, Map<String, String>> eventTypes = types(root.at("eventTypes"));
        Map<String, Map<String, String>> objectTypes = types(root.at("objectTypes"));
        Set<String> objects = new HashSet<>();
        for (Data object : root.at("objects").asList()) {
            assertThat(objects.add(object.at("id").text())).as("%s is there once", object.at("id")).isTrue();
        }
        for (Data object : root.at("objects").asList()) {
            assertThat(object.asMap().keySet()).isSubsetOf("id", "type", "attributes", "relationships");
            thing(object, objectTypes, objects);
            for (Data attribute : object.at("attributes").asList()) {
                assertThat(attribute.asMap().keySet()).containsExactlyInAnyOrder("name", "value", "time");
                Instant.parse(attribute.at("time").text());
            }
        }
        Set<String> events = new HashSet<>();
        for (Data event : root.at("events").asList()) {
            assertThat(event.asMap().keySet()).isSubsetOf("id", "type", "time", "attributes", "relationships");
            assertThat(events.add(event.at("id").text())).as("%s is there once", event.at("id")).isTrue();
            Instant.parse(event.at("time").text());
            thing(event, eventTypes, objects);
            event.at("attributes").asList().forEach(each -> assertThat(each.asMap().keySet()).containsExactlyInAnyOrder("name", "value"));
        }
        return root;
    }

    private static Map<String, Map<String, String>> types(Data declared) {
        Map<String, Map<String, String>> types = new HashMap<>();
        for (Data type : declared.asList()) {
            assertThat(type.asMap().keySet()).containsExactlyInAnyOrder("name", "attributes");
            Map<String, String> attributes = new HashMap<>();
            for (Data attribute : type.at("attributes").asList()) {
                assertThat(attribute.asMap().keySet()).containsExactlyInAnyOrder("name", "type");
                assertThat(TYPES).contains(attribute.at("type").text());
                assertThat(attributes.put(attribute.at("name").text(), attribute.at("type").text())).isNull();
            }
            assertThat(types.put(type.at("name").text(), attributes)).isNull();
        }
        return types;
    }

    /** What events and objects have in common. */
    private static void thing(Data thing, Map<String, Map<String, String>> types, Set<String> objects) {
        Map<String, String> declared = types.get(thing.at("type").text());
        assertThat(declared).as("type of %s", thing.at("id")).isNotNull();
        for (Data attribute : thing.at("attributes").asList()) {
            String type = declared.get(attribute.at("name").text());
            assertThat(type).as("%s of %s", attribute, thing.at("id")).isNotNull();
            value(type, attribute.at("value").text());
        }
        Set<List<String>> relations = new HashSet<>();
        for (Data relation : thing.at("relationships").asList()) {
            assertThat(relation.asMap().keySet()).containsExactlyInAnyOrder("objectId", "qualifier");
            assertThat(objects).contains(relation.at("objectId").text());
            assertThat(relations.add(List.of(relation.at("objectId").text(), relation.at("qualifier").text()))).isTrue();
        }
    }

    private static void value(String type, String value) {
        switch (type) {
            case "integer" -> new BigInteger(value);
            case "float" -> new BigDecimal(value);
            case "boolean" -> assertThat(value).isIn("true", "false");
            case "time" -> Instant.parse(value);
            default -> {}
        }
    }
}
