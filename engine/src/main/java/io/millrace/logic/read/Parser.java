package io.millrace.logic.read;

import io.millrace.logic.read.SyntaxError.Reason;
import io.millrace.logic.read.Token.Kind;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Chars;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Operators.Operator;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns the tokens of one clause into a term (ISO 6.3) by operator precedence with explicit stacks, so that depth costs
 * heap and not the Java stack. Each token is looked at once and each operator reduced once: linear.
 *
 * <p>Three stacks grow together. {@code frames} holds the open brackets; {@code pending} the operators that wait for
 * their right side; {@code operands} the finished terms. A frame remembers how high the other two were when it opened,
 * and nothing below that is touched before it closes. Invariant: in a frame, priorities of pending operators allow what
 * stands to their right, so that a reduction never fails; what does not fit is refused when it arrives.
 *
 * <p>An operator is an ordinary atom where it cannot be an operator: before a closing bracket or a separator, or (if it
 * is a prefix operator) before an infix operator that has a right side.
 */
final class Parser {
    private enum Bracket { NONE, GROUP, ARGUMENTS, LIST, TAIL, CURLY }

    /** An open bracket. */
    private record Frame(Bracket bracket, String functor, int maxPriority, int operands, int pending) {}

    /** An operator whose operands are not complete. {@code right} is what may stand to its right. */
    private record Pending(String name, int arity, int priority, int right) {}

    private final Lexer lexer;
    private final Operators operators;
    private final Flags flags;
    private final Variables variables;
    private final Map<String, Atom> atoms = new HashMap<>();
    private final List<Frame> frames = new ArrayList<>();
    private final List<Pending> pending = new ArrayList<>();
    private final List<Term> operands = new ArrayList<>();
    private Frame frame = new Frame(Bracket.NONE, "", Operators.MAX_PRIORITY, 0, 0);
    private boolean complete;

    Parser(Lexer lexer, Operators operators, Flags flags, Variables variables) {
        this.lexer = lexer;
        this.operators = operators;
        this.flags = flags;
        this.variables = variables;
    }

    /** The term up to the next full stop, which is consumed. */
    Term clause() {
        while (true) {
            Token token = lexer.next();
            if (!complete) {
                operand(token);
            } else if (token.is(Kind.END) && frame.bracket == Bracket.NONE) {
                reduceAll();
                return pop();
            } else {
                operator(token);
            }
            if (frames.size() + pending.size() > flags.maxDepth()) {
                throw lexer.error(token.start(), Reason.TOO_DEEP);
            }
        }
    }

    // What may stand where a term begins.

    private void operand(Token token) {
        switch (token.kind()) {
            case NUMBER -> finish(number(token));
            case VARIABLE -> finish(variables.named(token.text()));
            case STRING -> finish(string(token.text()));
            case BACK_QUOTED -> finish(codes(token.text()));
            case NAME, QUOTED_NAME -> name(token, token.text());
            case OPEN -> open(Bracket.GROUP, "", Operators.MAX_PRIORITY);
            case OPEN_LIST -> {
                if (lexer.peek().is(Kind.CLOSE_LIST)) {
                    name(lexer.next(), "[]");
                } else {
                    open(Bracket.LIST, "", argument());
                }
            }
            case OPEN_CURLY -> {
                if (lexer.peek().is(Kind.CLOSE_CURLY)) {
                    name(lexer.next(), "{}");
                } else {
                    open(Bracket.CURLY, "", Operators.MAX_PRIORITY);
                }
            }
            case END -> throw lexer.error(token.start(), Reason.END_OF_CLAUSE);
            case END_OF_FILE -> throw lexer.error(token.start(), Reason.END_OF_FILE);
            case CLOSE, CLOSE_LIST, CLOSE_CURLY, COMMA, BAR ->
                throw lexer.error(token.start(), Reason.CANNOT_START_TERM);
        }
    }

    private void name(Token token, String name) {
        if (token.functional()) {
            lexer.next();
            open(Bracket.ARGUMENTS, name, argument());
            return;
        }
        if (token.is(Kind.NAME) && name.equals("-") && numberFollows(token)) {
            finish(negated(number(lexer.next())));
            return;
        }
        Operator prefix = operators.prefix(name);
        if (prefix == null || !actsAsPrefix(prefix)) {
            finish(atom(name));
            return;
        }
        if (prefix.priority() > allowed()) {
            throw lexer.error(token.start(), Reason.OPERATOR_CLASH);
        }
        pending.add(new Pending(name, 1, prefix.priority(), prefix.right()));
    }

    /** The standard wants parentheses around an argument such as {@code a :- b}; other Prologs read it without. */
    private int argument() {
        return flags.strict() ? Operators.ARGUMENT_PRIORITY : Operators.MAX_PRIORITY;
    }

    /** {@code -1} is a number, {@code - 1} is not (ISO 6.3.4.1). */
    private boolean numberFollows(Token minus) {
        int next = minus.end();
        String text = lexer.source().text();
        return next < text.length() && Chars.digit(text.charAt(next)) && lexer.peek().is(Kind.NUMBER);
    }

    private boolean actsAsPrefix(Operator prefix) {
        Token next = lexer.peek();
        if (next.closes()) {
            return false;
        }
        boolean named = next.is(Kind.NAME) || next.is(Kind.QUOTED_NAME);
        if (!named || next.functional() || operators.infix(next.text()) == null && operators.postfix(next.text()) == null) {
            return true;
        }
        if (operators.prefix(next.text()) != null && prefix.priority() <= allowed()) {
            return true;
        }
        // What follows is an infix operator if it has a right side; otherwise it is an atom, and our operand.
        return operators.infix(next.text()) != null && lexer.peekSecond().closes();
    }

    // What may stand behind a complete term.

    private void operator(Token token) {
        switch (token.kind()) {
            case NAME, QUOTED_NAME -> operator(token, token.text());
            case COMMA -> {
                if (frame.bracket == Bracket.ARGUMENTS || frame.bracket == Bracket.LIST) {
                    reduceAll();
                    complete = false;
                } else {
                    operator(token, ",");
                }
            }
            case BAR -> {
                if (frame.bracket == Bracket.LIST) {
                    reduceAll();
                    frame = new Frame(Bracket.TAIL, "", Operators.ARGUMENT_PRIORITY, frame.operands, frame.pending);
                    complete = false;
                } else {
                    operator(token, "|");
                }
            }
            case CLOSE -> close(token);
            case CLOSE_LIST -> close(token);
            case CLOSE_CURLY -> close(token);
            case END -> throw lexer.error(token.start(), Reason.END_OF_CLAUSE);
            case END_OF_FILE -> throw lexer.error(token.start(), Reason.END_OF_FILE);
            case VARIABLE, NUMBER, STRING, BACK_QUOTED, OPEN, OPEN_LIST, OPEN_CURLY ->
                throw lexer.error(token.start(), Reason.OPERATOR_EXPECTED);
        }
    }

    private void operator(Token token, String name) {
        Operator infix = operators.infix(name);
        Operator postfix = operators.postfix(name);
        if (infix != null && (postfix == null || !lexer.peek().closes())) {
            makeRoom(token, infix);
            pending.add(new Pending(name, 2, infix.priority(), infix.right()));
            complete = false;
        } else if (postfix != null) {
            makeRoom(token, postfix);
            // It waits like the others, for its priority to be seen, but nothing can stand to its right.
            pending.add(new Pending(name, 1, postfix.priority(), -1));
        } else {
            throw lexer.error(token.start(), Reason.OPERATOR_EXPECTED);
        }
    }

    /** Reduces what belongs to the left of an operator; refuses one that fits neither above nor below what is pending. */
    private void makeRoom(Token token, Operator arriving) {
        while (pending.size() > frame.pending) {
            Pending top = pending.getLast();
            if (top.priority <= arriving.left()) {
                reduce();
            } else if (arriving.priority() <= top.right) {
                return;
            } else {
                throw lexer.error(token.start(), Reason.OPERATOR_CLASH);
            }
        }
        if (arriving.priority() > frame.maxPriority) {
            throw lexer.error(token.start(), Reason.OPERATOR_CLASH);
        }
    }

    private int allowed() {
        return pending.size() > frame.pending ? pending.getLast().right : frame.maxPriority;
    }

    private void reduceAll() {
        while (pending.size() > frame.pending) {
            reduce();
        }
    }

    private void reduce() {
        Pending top = pending.removeLast();
        Term right = pop();
        Atom name = atom(top.name);
        operands.add(top.arity == 1 ? Struct.of(name, right) : Struct.of(name, pop(), right));
    }

    // Brackets.

    private void open(Bracket bracket, String functor, int maxPriority) {
        frames.add(frame);
        frame = new Frame(bracket, functor, maxPriority, operands.size(), pending.size());
    }

    private void close(Token token) {
        reduceAll();
        Kind fits = switch (frame.bracket) {
            case NONE -> Kind.END;
            case GROUP, ARGUMENTS -> Kind.CLOSE;
            case LIST, TAIL -> Kind.CLOSE_LIST;
            case CURLY -> Kind.CLOSE_CURLY;
        };
        if (!token.is(fits)) {
            throw lexer.error(token.start(),
                    frame.bracket == Bracket.NONE ? Reason.END_OF_CLAUSE_EXPECTED : Reason.UNBALANCED_BRACKET);
        }
        Term term = switch (frame.bracket) {
            case NONE, GROUP -> pop();
            case ARGUMENTS -> Struct.of(atom(frame.functor), content().toArray(new Term[0]));
            case LIST -> Lists.of(content(), Atom.NIL);
            case TAIL -> {
                Term tail = pop();
                yield Lists.of(content(), tail);
            }
            case CURLY -> Struct.of(Atom.BRACES, pop());
        };
        operands.subList(frame.operands, operands.size()).clear();
        frame = frames.removeLast();
        finish(term);
    }

    private List<Term> content() {
        return operands.subList(frame.operands, operands.size());
    }

    // Terms without parts.

    private void finish(Term term) {
        operands.add(term);
        complete = true;
    }

    private Term pop() {
        return operands.removeLast();
    }

    private Atom atom(String name) {
        return atoms.computeIfAbsent(name, Atom::of);
    }

    private static Term number(Token token) {
        Term number = token.number();
        if (number == null) {
            throw new IllegalStateException("a token of kind NUMBER carries its number");
        }
        return number;
    }

    static Term negated(Term number) {
        return number instanceof Real real ? Real.of(-real.value()) : Numbers.integer(Numbers.big(number).negate());
    }

    private Term string(String text) {
        return switch (flags.doubleQuotes()) {
            case CODES -> codes(text);
            case CHARS -> Lists.of(text.codePoints().mapToObj(Atom::ofCodePoint).toList());
            case ATOM -> atom(text);
            case STRING -> Str.of(text);
        };
    }

    private static Term codes(String text) {
        return Lists.of(text.codePoints().mapToObj(Int::of).toList());
    }
}
