package io.millrace.net.text;

import io.millrace.net.Place;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A piece of XML, as it was written: prefixes, white space and comments are kept. */
public sealed interface Xml {
    /** Stands for whatever namespace a file has for the elements that its reader knows; see {@link Vocabulary}. */
    String OWN = "own";

    /** Characters between tags. */
    record Text(String characters) implements Xml {}

    /** A comment, or a processing instruction, with its delimiters. */
    record Aside(String text) implements Xml {}

    /** An attribute, or a declaration of a namespace, under its name with the prefix. */
    record Attribute(String name, String value) {}

    /**
     * An element.
     *
     * @param name with its prefix; an element of the file's own vocabulary has none
     * @param namespace what its name belongs to; {@link #OWN} for the file's own vocabulary
     * @param place where its tag begins, or null if it was made here
     */
    record Element(
            String name, String namespace, List<Attribute> attributes, List<Xml> content, @Nullable Place place)
            implements Xml {
        public Element {
            attributes = List.copyOf(attributes);
            content = List.copyOf(content);
        }

        /** An element of the file's own vocabulary without attributes and without a place. */
        public static Element of(String name, Xml... content) {
            return new Element(name, OWN, List.of(), List.of(content), null);
        }

        /** An element that holds nothing but text. */
        public static Element of(String name, String text) {
            return of(name, new Text(text));
        }

        /** The name without a prefix. */
        public String local() {
            return name.substring(name.indexOf(':') + 1);
        }

        /** Whether it belongs to the vocabulary of its file. */
        public boolean isOwn() {
            return namespace.equals(OWN);
        }

        /** Whether it is the one of this name in the vocabulary of its file. */
        public boolean is(String local) {
            return isOwn() && name.equals(local);
        }

        /** The elements directly inside this one, in order, whatever vocabulary they belong to. */
        public List<Element> elements() {
            List<Element> elements = new ArrayList<>();
            for (Xml each : content) {
                if (each instanceof Element element) {
                    elements.add(element);
                }
            }
            return elements;
        }

        /** The own elements of a name, in order. */
        public List<Element> all(String local) {
            return elements().stream().filter(element -> element.is(local)).toList();
        }

        /** The first own element of a name, or null. */
        public @Nullable Element first(String local) {
            for (Xml each : content) {
                if (each instanceof Element element && element.is(local)) {
                    return element;
                }
            }
            return null;
        }

        /** Whether there is an own element of this name directly inside. */
        public boolean has(String local) {
            return first(local) != null;
        }

        /** The text of the first element of a name, without the space around it; null if there is none or it is empty. */
        public @Nullable String textOf(String local) {
            Element element = first(local);
            String text = element == null ? "" : element.text().strip();
            return text.isEmpty() ? null : text;
        }

        /** All characters directly in this element. */
        public String text() {
            StringBuilder text = new StringBuilder();
            for (Xml each : content) {
                if (each instanceof Text characters) {
                    text.append(characters.characters());
                }
            }
            return text.toString();
        }

        /** The value of an attribute, or null. */
        public @Nullable String attribute(String wanted) {
            for (Attribute attribute : attributes) {
                if (attribute.name().equals(wanted)) {
                    return attribute.value();
                }
            }
            return null;
        }

        /** This element with an attribute set; one that is there keeps its position. */
        public Element with(String attribute, String value) {
            List<Attribute> changed = new ArrayList<>(attributes);
            for (int i = 0; i < changed.size(); i++) {
                if (changed.get(i).name().equals(attribute)) {
                    changed.set(i, new Attribute(attribute, value));
                    return attributes(changed);
                }
            }
            changed.add(new Attribute(attribute, value));
            return attributes(changed);
        }

        /** This element without an attribute; an equal element if there is no such attribute. */
        public Element without(String attribute) {
            return attributes(attributes.stream().filter(each -> !each.name().equals(attribute)).toList());
        }

        /** This element with other attributes instead of all its own. */
        public Element attributes(List<Attribute> changed) {
            return new Element(name, namespace, changed, content, place);
        }

        /** This element with other content instead of all its own. */
        public Element content(List<? extends Xml> changed) {
            return new Element(name, namespace, attributes, List.copyOf(changed), place);
        }

        /** This element under another name, in the same namespace. */
        public Element named(String changed) {
            return new Element(changed, namespace, attributes, content, place);
        }
    }
}
