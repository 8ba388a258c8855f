package io.millrace.net.text;

import java.util.Map;
import java.util.function.Predicate;

/**
 * What the XML of one kind of file speaks of.
 *
 * @param own which namespaces hold the elements that the reader knows; the empty one stands for none
 * @param prefixes for other namespaces that the reader looks for, the prefix that each has in the tree, whatever a file chose
 */
public record Vocabulary(Predicate<String> own, Map<String, String> prefixes) {
    public Vocabulary {
        prefixes = Map.copyOf(prefixes);
    }
}
