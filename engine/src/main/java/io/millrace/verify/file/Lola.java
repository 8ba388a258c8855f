package io.millrace.verify.file;

import io.millrace.logic.read.Source;
import io.millrace.net.text.BadFile;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads LoLA's form of place/transition nets:
 *
 * <pre>
 *  PLACE [SAFE [number] :] name, … ;  [SAFE [number] :] name, … ;
 *  MARKING [name [: number], …] ;
 *  TRANSITION name [STRONG FAIR | WEAK FAIR]  CONSUME [name [: number], …] ;  PRODUCE [name [: number], …] ;  …
 * </pre>
 *
 * What {@code SAFE} promises and what is said of fairness does not change which markings can be reached, and is not kept.
 */
final class Lola {
    private static final Set<String> KEYWORDS = Set.of("PLACE", "MARKING", "TRANSITION", "CONSUME", "PRODUCE", "SAFE", "STRONG", "WEAK", "FAIR");
    private static final Set<String> HIGH_LEVEL = Set.of("SORT", "DOMAIN", "FUNCTION", "VAR", "GUARD", "CONSTANT");
    private static final Set<String> QUESTIONS = Set.of("FORMULA", "ANALYSE");

    private final Source source;
    private final LolaText words;
    private final List<Problem> problems;
    private final Map<String, Integer> places = new HashMap<>();
    private final Set<String> transitions = new HashSet<>();
    private final PlainNetBuilder net = new PlainNetBuilder();

    private Lola(Source source, List<Problem> problems) {
        this.source = source;
        this.problems = problems;
        this.words = new LolaText(source);
    }

    /** Whether a text begins like a net in this form. */
    static boolean begins(String text) {
        try {
            String first = new LolaText(Source.of("", text)).word();
            return first.equals("PLACE") || HIGH_LEVEL.contains(first);
        } catch (BadFile e) {
            return false;
        }
    }

    static PlainReading read(String fileName, String text) {
        List<Problem> problems = new ArrayList<>();
        try {
            Lola lola = new Lola(Source.of(fileName, text), problems);
            lola.net();
            if (problems.isEmpty()) {
                return PlainReading.of(lola.net.build(PlainNetFile.stem(fileName)));
            }
        } catch (BadFile e) {
            problems.add(e.problem());
        }
        return PlainReading.wrong(problems);
    }

    private void net() {
        if (HIGH_LEVEL.contains(words.word())) {
            throw words.wrong("this is a high-level net, and only place/transition nets are read");
        }
        words.expect("PLACE");
        do {
            places();
        } while (!words.is("MARKING") && !words.atEnd());
        words.expect("MARKING");
        list((place, tokens) -> net.mark(place, tokens), true);
        while (words.skip("TRANSITION")) {
            transition();
        }
        if (QUESTIONS.contains(words.word())) {
            throw words.wrong("a question follows the net; keep it in a file of its own");
        }
        if (!words.atEnd()) {
            throw words.unexpected("TRANSITION");
        }
    }

    private void places() {
        if (words.skip("SAFE")) {
            if (!words.is(":")) {
                words.number("a number or ':'");
            }
            words.expect(":");
        }
        do {
            int at = words.offset();
            String name = name("the name of a place");
            if (places.containsKey(name)) {
                wrong(at, "the place '" + name + "' is here a second time");
            } else {
                places.put(name, net.place(name));
            }
            if (words.is(":")) {
                throw words.wrong("the place '" + name + "' has a sort: this is a high-level net, and only place/transition nets are read");
            }
        } while (words.skip(","));
        words.expect(";");
    }

    private void transition() {
        int at = words.offset();
        String name = name("the name of a transition");
        if (!transitions.add(name)) {
            wrong(at, "the transition '" + name + "' is here a second time");
        }
        if (words.skip("STRONG") || words.skip("WEAK")) {
            words.expect("FAIR");
        }
        if (HIGH_LEVEL.contains(words.word())) {
            throw words.wrong("the transition '" + name + "' belongs to a high-level net, and only place/transition nets are read");
        }
        PlainNetBuilder.Open transition = net.transition(name);
        words.expect("CONSUME");
        list((place, weight) -> PlainNetBuilder.arc(transition.consumes, place, weight), false);
        words.expect("PRODUCE");
        list((place, weight) -> PlainNetBuilder.arc(transition.produces, place, weight), false);
    }

    /** Takes tokens of a place; false if they become too many to count. */
    private interface Taker {
        boolean take(int place, int tokens);
    }

    private void list(Taker taker, boolean none) {
        if (words.skip(";")) {
            return;
        }
        do {
            int at = words.offset();
            String name = name("the name of a place");
            int tokens = words.skip(":") ? words.number("a number") : 1;
            Integer place = places.get(name);
            if (place == null) {
                wrong(at, "there is no place '" + name + "'");
            } else if (tokens == 0 && !none) {
                wrong(at, "an arc of no tokens joins nothing");
            } else if (!taker.take(place, tokens)) {
                wrong(at, "these are more tokens of '" + name + "' than can be counted");
            }
        } while (words.skip(","));
        words.expect(";");
    }

    private String name(String what) {
        if (KEYWORDS.contains(words.word())) {
            throw words.unexpected(what);
        }
        return words.name(what);
    }

    private void wrong(int offset, String sentence) {
        problems.add(BadFile.at(source, offset, Code.LOLA, sentence).problem());
    }
}
