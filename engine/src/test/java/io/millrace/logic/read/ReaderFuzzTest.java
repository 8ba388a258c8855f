package io.millrace.logic.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever the text, the reader ends after work that is linear in its length, with terms and errors and nothing else. */
class ReaderFuzzTest {
    private static final String[] TOKENS = {
        "a", "foo", "X", "_", "_Y", "0", "1", "42", "1.5", "1.0e10", "0'a", "0''", "0'\\n", "0x1F", "1.0Inf", "16'ff", "1_000", "'q a'", "'it''s'",
        "'\\x41\\'", "'\\", "\"s\"", "`b`", "\"", "'", "`", "(", ")", "[", "]", "{", "}", ",", "|", "-", "+", "*", "=", ":-", "-->", "\\+", "->",
        ";", "!", "is", "mod", "dynamic", ".", ". ", ".\n", "%", "% c\n", "/*", "*/", "/* c */", " ", "\n", "\t", "\\", "\u0000", "é", "É", "→", "😀",
        "\uD800", "f(", "-1", "- 1", "pre", "post", "both"
    };

    private static final String PROGRAM = """
            :- dynamic(counter/1), op(700, xfx, ===>).
            append([], L, L).
            append([H|T], L, [H|R]) :- append(T, L, R).
            /* a comment
               over two lines */
            greeting --> [hello], name, !, { format("~w~n", ['it''s \\x41\\ fine']) }.
            fact(N, F) :- N > 0, ( N =:= 1 -> F = 1 ; M is N - 1, fact(M, G), F is N * G ), \\+ F = -1.
            p(X) :- X == 0'a, Y = "text", Z = `codes`, q(Y, Z, 1.5e-10, 0xFF, - 1, -1, {a, b}, [c|D], D). % end
            """;

    @Test
    void random_characters() {
        fuzz(20_000, random -> {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            return new String(bytes, random.nextBoolean() ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16BE);
        });
    }

    @Test
    void random_tokens() {
        fuzz(40_000, random -> {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(30); i > 0; i--) {
                text.append(TOKENS[random.nextInt(TOKENS.length)]).append(random.nextInt(3) == 0 ? " " : "");
            }
            return text.toString();
        });
    }

    @Test
    void programs_with_random_changes() {
        fuzz(10_000, random -> {
            StringBuilder text = new StringBuilder(PROGRAM);
            for (int i = 1 + random.nextInt(6); i > 0; i--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, TOKENS[random.nextInt(TOKENS.length)]);
                    case 2 -> text.setCharAt(at, (char) random.nextInt(128));
                    default -> text.delete(at, Math.min(text.length(), at + random.nextInt(40)));
                }
            }
            return text.toString();
        });
    }

    @Test
    void long_texts_of_one_token() {
        fuzz(TOKENS.length, random -> TOKENS[(int) (random.nextLong() & 0xffff) % TOKENS.length].repeat(20_000));
        for (String token : TOKENS) {
            assertThat(broken(token.repeat(20_000))).as(token).isNull();
            assertThat(broken((token + " ").repeat(20_000))).as(token).isNull();
        }
    }

    private static void fuzz(int seeds, Function<Random, String> generator) {
        for (long seed = 1; seed <= seeds; seed++) {
            String text = generator.apply(new Random(seed));
            if (broken(text) != null) {
                String small = shrunken(text);
                throw new AssertionError("seed " + seed + ": the text \"" + small + "\": " + broken(small));
            }
        }
    }

    /** What is wrong with how a text is read; null if nothing is. */
    private static @Nullable String broken(String text) {
        Operators operators = Operators.iso().with(200, Operators.Type.FY, "pre").with(200, Operators.Type.YF, "post")
                .with(300, Operators.Type.XFY, "both").with(300, Operators.Type.FX, "both");
        try {
            Reader reader = new Reader(Source.of("fuzz", text), operators, Flags.iso().withDoubleQuotes(Flags.DoubleQuotes.STRING));
            List<SyntaxError> errors = new ArrayList<>();
            List<Read> reads = reader.all(errors);
            if (reader.scans() > text.length() + 2L || reads.size() + errors.size() > text.length() + 1) {
                return "too much work";
            }
            for (SyntaxError error : errors.subList(0, Math.min(3, errors.size()))) {
                if (error.offset() > text.length() || error.getMessage().isEmpty()) {
                    return "an error outside of the text";
                }
            }
            return unstable(reads, operators);
        } catch (RuntimeException | StackOverflowError e) {
            return e.toString();
        }
    }

    /** Whatever was read and is written reads again as the same. */
    private static @Nullable String unstable(List<Read> reads, Operators operators) {
        Writer writer = Writer.quoted().withOperators(operators).withNumberVariables(false);
        for (Read read : reads.subList(0, Math.min(50, reads.size()))) {
            String written = writer.write(read.term());
            Term again = Reader.term(written, operators, Flags.iso().withDoubleQuotes(Flags.DoubleQuotes.STRING)).term();
            String names = "\\b_[0-9]+";
            if (!writer.write(again).replaceAll(names, "_").equals(written.replaceAll(names, "_"))) {
                return "what is written as " + written + " reads as another term";
            }
        }
        return null;
    }

    /** The text with everything taken away that is not needed for it to be read wrongly. */
    private static String shrunken(String text) {
        String small = text;
        for (int size = small.length() / 2; size > 0; size = size / 2) {
            for (int at = 0; at + size <= small.length();) {
                String less = small.substring(0, at) + small.substring(at + size);
                if (broken(less) != null) {
                    small = less;
                } else {
                    at += size;
                }
            }
        }
        return small;
    }
}
