package io.millrace.net;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** A bag of tokens, each a location and an identity: the states of Definition 7. Immutable, slow and obvious. */
public record Bag(Map<Token, Integer> counts) {
    public static final Bag EMPTY = new Bag(Map.of());

    /** A location with an identity; an identity is a path of numbers (Definition 6). */
    public record Token(String place, List<Integer> id) {
        @Override
        public String toString() {
            return place + id;
        }
    }

    public int count(Token token) {
        return counts.getOrDefault(token, 0);
    }

    public boolean has(Token token) {
        return count(token) > 0;
    }

    public boolean isEmpty() {
        return counts.isEmpty();
    }

    public int size() {
        return counts.values().stream().mapToInt(each -> each).sum();
    }

    public Set<Token> tokens() {
        return counts.keySet();
    }

    Bag plus(Bag other) {
        Map<Token, Integer> sum = new HashMap<>(counts);
        other.counts.forEach((token, count) -> sum.merge(token, count, Integer::sum));
        return new Bag(sum);
    }

    public Bag plus(Token token) {
        return plus(new Bag(Map.of(token, 1)));
    }

    /** Never below nothing, as the paper's difference. */
    Bag minus(Bag other) {
        Map<Token, Integer> rest = new HashMap<>(counts);
        other.counts.forEach((token, count) -> rest.computeIfPresent(token, (each, had) -> had > count ? had - count : null));
        return new Bag(rest);
    }

    boolean isWithin(Bag other) {
        return counts.entrySet().stream().allMatch(each -> other.count(each.getKey()) >= each.getValue());
    }

    Bag only(Predicate<Token> which) {
        Map<Token, Integer> kept = new HashMap<>();
        counts.forEach((token, count) -> {
            if (which.test(token)) {
                kept.put(token, count);
            }
        });
        return new Bag(kept);
    }

    @Override
    public String toString() {
        Set<String> shown = new TreeSet<>();
        counts.forEach((token, count) -> shown.add(count + "x" + token));
        return shown.toString();
    }
}
