package io.millrace.logic.read;

import io.millrace.logic.read.Token.Kind;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Term;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a text term by term. An error names its place and does not end the reading: the next call starts after the wrong clause, so that
 * one pass over a file finds all errors. Confined to one thread. Operators and flags may be replaced between two terms, as directives in
 * the text ask for.
 */
public final class Reader {
    private final Lexer lexer;
    private Operators operators;
    private Flags flags;
    private long nextVariable;

    /** A reader at the beginning of a text. The operators and flags apply until they are replaced. */
    public Reader(Source source, Operators operators, Flags flags) {
        this.lexer = new Lexer(source);
        this.operators = operators;
        this.flags = flags;
    }

    /** The one term of a text, with or without a full stop at its end, as {@code term_to_atom/2} reads it. */
    public static Read term(String text, Operators operators, Flags flags) {
        // The line break ends a comment that the text may end in.
        Reader reader = new Reader(Source.of("text", text + "\n."), operators, flags);
        Read read = reader.next();
        if (read == null) {
            throw new IllegalStateException("a text with a full stop holds a clause or an error");
        }
        Token after = reader.lexer.next();
        if (after.is(Kind.END)) {
            after = reader.lexer.next();
        }
        if (!after.is(Kind.END_OF_FILE)) {
            throw reader.lexer.error(after.start(), SyntaxError.Reason.END_OF_CLAUSE_EXPECTED);
        }
        return read;
    }

    /**
     * The number that a text stands for, as {@code number_codes/2} takes it: layout may come before it, a sign may stand
     * directly before the digits, nothing may follow. Throws {@link SyntaxError} with {@code illegal_number}.
     */
    public static Term number(String text) {
        return NumberText.parse(text);
    }

    /** The next term, or null at the end of the text. Throws {@link SyntaxError}; reading can continue after it. */
    public @Nullable Read next() {
        lexer.beginClause();
        try {
            int start = lexer.peek().start();
            if (lexer.peek().is(Kind.END_OF_FILE)) {
                return null;
            }
            Variables variables = new Variables(nextVariable);
            Term term = new Parser(lexer, operators, flags, variables).clause();
            nextVariable = variables.next();
            return variables.read(term, start, lexer.offset());
        } catch (SyntaxError e) {
            skipClause();
            throw e;
        }
    }

    /** Every term of the text; errors are added to the list and their clauses left out. */
    public List<Read> all(List<SyntaxError> errors) {
        List<Read> terms = new ArrayList<>();
        while (true) {
            try {
                Read read = next();
                if (read == null) {
                    return terms;
                }
                terms.add(read);
            } catch (SyntaxError e) {
                errors.add(e);
            }
        }
    }

    /** The text that is read. */
    public Source source() {
        return lexer.source();
    }

    /** The operators for the next term. */
    public Operators operators() {
        return operators;
    }

    /** Replaces the operators. Terms that were read before do not change. */
    public void operators(Operators changed) {
        this.operators = changed;
    }

    /** The flags for the next term. */
    public Flags flags() {
        return flags;
    }

    /** Replaces the flags. Terms that were read before do not change. */
    public void flags(Flags changed) {
        this.flags = changed;
    }

    /** How often a token was looked for, which a test holds against the length of the text. */
    long scans() {
        return lexer.scans();
    }

    /** Goes behind the full stop that ends the clause with the error, unless that was what the parser could not take. */
    private void skipClause() {
        while (!lexer.betweenClauses()) {
            skipToken();
        }
    }

    private void skipToken() {
        try {
            lexer.next();
        } catch (SyntaxError e) {
            // One error for a clause is enough. The lexer stands behind what it could not read, so skipping ends.
            lexer.beginClause();
        }
    }
}
