package io.millrace.testkit;

import io.millrace.id.CaseId;
import io.millrace.problem.RefusedException;
import io.millrace.testkit.Statement.Value;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What may follow the object of a command, in any order and each at most once: {@code in CASE}, {@code #N}, {@code by
 * WHO}, {@code to WHO}, {@code key KEY}, {@code because "reason"}, and data.
 */
final class Clauses {
    /** The kinds of clauses. */
    enum Kind {
        IN,
        NUMBER,
        BY,
        TO,
        KEY,
        BECAUSE,
        VALUE
    }

    private static final String[] WORDS = {"in", "by", "to", "key", "because"};

    @Nullable CaseId in;
    int number;
    @Nullable String by;
    @Nullable String to;
    @Nullable String key;
    @Nullable String because;
    Value value = Value.NONE;

    private final Cursor cursor;
    private final Set<Kind> allowed;
    private final Set<Kind> given = new HashSet<>();

    private Clauses(Cursor cursor, Set<Kind> allowed) {
        this.cursor = cursor;
        this.allowed = allowed;
    }

    /** Reads the clauses up to the end of the statement. Who asks, and why, may be said of every command. */
    static Clauses read(Cursor cursor, Kind... kinds) throws ScenarioException {
        Set<Kind> allowed = new HashSet<>(Set.of(kinds));
        allowed.add(Kind.BY);
        allowed.add(Kind.BECAUSE);
        Clauses clauses = new Clauses(cursor, allowed);
        while (!cursor.atEnd()) {
            clauses.next();
        }
        return clauses;
    }

    private void next() throws ScenarioException {
        if (cursor.looksAt('#')) {
            one(Kind.NUMBER);
            cursor.take('#');
            number = cursor.number("the number of a work item");
            return;
        }
        switch (cursor.word()) {
            case "in" -> in = caseAfter("in", Kind.IN);
            case "by" -> by = nameAfter("by", Kind.BY, "a participant");
            case "to" -> to = nameAfter("to", Kind.TO, "a participant");
            case "key" -> key = nameAfter("key", Kind.KEY, "a key");
            case "because" -> because = nameAfter("because", Kind.BECAUSE, "a reason");
            default -> {
                one(Kind.VALUE);
                value = value(cursor);
            }
        }
    }

    private String nameAfter(String word, Kind kind, String what) throws ScenarioException {
        one(kind);
        cursor.take(word);
        return cursor.name(what);
    }

    private CaseId caseAfter(String word, Kind kind) throws ScenarioException {
        one(kind);
        cursor.take(word);
        return caseId(cursor);
    }

    private void one(Kind kind) throws ScenarioException {
        if (!allowed.contains(kind)) {
            cursor.end();
        }
        if (!given.add(kind)) {
            throw cursor.wrong(cursor.at(), "this is given twice");
        }
    }

    static Value value(Cursor cursor) throws ScenarioException {
        return cursor.atJson() ? new Value.Json(cursor.json()) : new Value.Term(cursor.until(WORDS));
    }

    static CaseId caseId(Cursor cursor) throws ScenarioException {
        cursor.skipBlank();
        int start = cursor.at();
        String word = cursor.takeWord("the id of a case");
        try {
            return CaseId.parse(word);
        } catch (RefusedException e) {
            throw cursor.wrong(start, "the id of a case, such as 1 or 1.2, was expected, found '" + word + "'");
        }
    }
}
