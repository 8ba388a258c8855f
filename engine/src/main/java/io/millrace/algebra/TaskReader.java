package io.millrace.algebra;

import io.millrace.algebra.Lexer.Kind;
import io.millrace.algebra.Lexer.Token;
import io.millrace.algebra.Parser.Tokens;
import io.millrace.logic.read.Source;
import io.millrace.problem.Code;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.List;

/** Reads who does a task: {@code task buy role clerk;} or {@code task book handler;}. */
final class TaskReader {
    private final Source source;
    private final Tokens tokens;
    private final RuleModule module;

    TaskReader(Source source, Tokens tokens, RuleModule module) {
        this.source = source;
        this.tokens = tokens;
        this.module = module;
    }

    void read() {
        Token name = named("the name of the task");
        Task task = Task.people(name.text());
        List<String> roles = new ArrayList<>();
        List<String> participants = new ArrayList<>();
        String pool = null;
        for (Token word = tokens.next(); !word.is(";") && word.kind() != Kind.END; word = tokens.next()) {
            switch (word.kind() == Kind.NAME ? word.text() : "") {
                case "role" -> roles.addAll(names("a role"));
                case "participant" -> participants.addAll(names("a participant"));
                case "pool" -> pool = named("the name of the pool").text();
                case "handler" -> task = task.by(new Doer.Handler(or(name.text()))).retry(RetryPolicy.DEFAULT);
                case "program" -> task = task.by(new Doer.Program(named("the name of the program").text())).retry(RetryPolicy.DEFAULT);
                case "process" -> task = task.by(new Doer.Process(named("the name of the process").text()));
                default -> throw tokens.wrong(
                        word, "'role', 'participant', 'pool', 'handler', 'program' or 'process' is expected, not " + word.shown());
            }
        }
        if (module.tasks().containsKey(name.text())) {
            throw Wrong.at(source, name.offset(), Code.RULES_EVENT, "task '" + name.text() + "' is declared twice");
        }
        Performers performers = new Performers(participants, roles, List.of()).in(pool);
        module.tasks().put(name.text(), task.offeredTo(performers));
    }

    private Token named(String what) {
        Token token = tokens.next();
        if (token.kind() != Kind.NAME && token.kind() != Kind.QUOTED) {
            throw tokens.wrong(token, what + " is expected, not " + token.shown());
        }
        return token;
    }

    private List<String> names(String what) {
        List<String> all = new ArrayList<>();
        do {
            all.add(named(what).text());
        } while (tokens.skip(","));
        return all;
    }

    /** A name that may be left out. */
    private String or(String other) {
        Token next = tokens.peek();
        return next.kind() == Kind.NAME || next.kind() == Kind.QUOTED ? tokens.next().text() : other;
    }
}
