package io.millrace.cli;

import io.millrace.logic.Prolog;
import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Limits;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.machine.Program;
import io.millrace.logic.machine.ProgramBuilder;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Grammar;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Stop;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import io.millrace.problem.Code;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A loaded program and a machine that runs it, with what goes wrong said on a screen. */
final class LogicSession {
    /** Longer errors are cut: a term in one may be endless. */
    private static final int SHOWN = 2_000;

    private static final int SHOWN_GOALS = 8;

    private final Screen screen;
    private final Limits limits;
    private Program program = Prolog.standard();
    private Machine machine;

    /** The predicates that texts consulted at the prompt define. */
    private final Set<String> consulted = new HashSet<>();

    LogicSession(Screen screen, Limits limits) {
        this.screen = screen;
        this.limits = limits;
        this.machine = new Machine(program, Library.NONE, limits);
    }

    Program program() {
        return program;
    }

    Machine machine() {
        return machine;
    }

    /** Loads files; says every error in them. Whether there was none. */
    boolean load(List<Path> files) {
        ProgramBuilder builder = Prolog.builder();
        List<SyntaxError> errors = new ArrayList<>();
        try {
            for (Path file : files) {
                builder.consult(Source.of(file.toString(), Files.readString(file, StandardCharsets.UTF_8)), errors);
            }
            program = builder.build();
        } catch (NoSuchFileException e) {
            screen.complain(Code.NO_SUCH_FILE.with(e.getFile()).message());
            return false;
        } catch (IOException e) {
            screen.complain(Code.UNREADABLE.with(files, String.valueOf(e.getMessage())).message());
            return false;
        } catch (PrologError e) {
            say(e);
            return false;
        }
        errors.forEach(this::say);
        machine = new Machine(program, Library.NONE, limits);
        return errors.isEmpty();
    }

    /** Adds the clauses of a text to the database and runs its directives. Predicates that an earlier such text defined are replaced. */
    void consult(Source source) {
        Reader reader = new Reader(source, operators(), flags());
        Set<String> replaced = new HashSet<>();
        boolean more = true;
        while (more) {
            try {
                Read read = reader.next();
                more = read != null;
                if (read != null) {
                    take(read.term(), source.name() + ":" + source.line(read.start()), replaced);
                    reader.operators(operators());
                    reader.flags(flags());
                }
            } catch (SyntaxError e) {
                say(e);
            }
        }
    }

    private void take(Term term, String place, Set<String> replaced) {
        if (term instanceof Struct directive && (directive.is(":-", 1) || directive.is("?-", 1))) {
            run(directive.arg(0), place);
            return;
        }
        Term clause = term instanceof Struct rule && Grammar.isRule(rule) ? Grammar.clause(rule, Var::new) : term;
        Term head = clause instanceof Struct rule && rule.is(":-", 2) ? rule.arg(0) : clause;
        String key = head instanceof Struct struct ? struct.name().name() + "/" + struct.arity() : String.valueOf(head);
        if (replaced.add(key) && !consulted.add(key) && head instanceof Struct struct) {
            Term[] any = new Term[struct.arity()];
            Arrays.setAll(any, i -> new Var());
            run(Struct.of("retractall", Struct.of(struct.name(), any)), place);
        }
        run(Struct.of("assertz", clause), place);
    }

    /** Runs what the files ask to be run; whether all of it succeeded. */
    boolean directives() {
        boolean fine = true;
        for (boolean initialization : new boolean[] {false, true}) {
            for (Program.Directive directive : program.directives()) {
                if (directive.initialization() == initialization) {
                    fine &= run(directive);
                }
            }
        }
        return fine;
    }

    private boolean run(Program.Directive directive) {
        return run(directive.goal(), directive.file() + ":" + directive.line());
    }

    private boolean run(Term goal, String place) {
        try {
            if (machine.once(goal)) {
                return true;
            }
            screen.complain(Code.GOAL_FAILED.with(place + ": " + text(goal)).message());
        } catch (PrologError e) {
            screen.complain(place + ":");
            say(e);
        } catch (Stop e) {
            say(e);
        } finally {
            flush();
        }
        return false;
    }

    /** The query in a text. */
    Read read(String text) {
        return Reader.term(text, operators(), flags());
    }

    Operators operators() {
        return machine.operators();
    }

    Flags flags() {
        return machine.flags();
    }

    /** Prints what the machine has written. */
    void flush() {
        screen.out().print(machine.takeOutput());
        screen.flush();
    }

    void say(SyntaxError error) {
        String place = error.file() + ":" + error.line() + ":" + error.column();
        screen.complain(Code.SYNTAX.with(place + ": " + error.sentence()).message() + "\n" + error.marked());
    }

    void say(PrologError error) {
        StringBuilder said = new StringBuilder(Code.UNCAUGHT.with(text(error.term())).message());
        error.stack().stream().limit(SHOWN_GOALS).forEach(goal -> said.append("\n  ").append(goal));
        screen.complain(said.toString());
    }

    void say(Stop stop) {
        screen.complain(Code.RUN_STOPPED.with(unstopped(stop.getMessage())).message());
    }

    private static String unstopped(@Nullable String sentence) {
        String text = sentence == null ? "" : sentence;
        int end = text.indexOf(". ");
        return end >= 0 ? text.substring(0, end) : text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    private String text(Term term) {
        return Writer.quoted().withOperators(operators()).withMaxLength(SHOWN).write(term);
    }
}
