package io.millrace.calculus;

import io.millrace.language.Compiled;
import io.millrace.language.Language;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Struct;
import java.util.ArrayList;
import java.util.List;

/**
 * The language of rules over the history: {@code .pl} files with the directive {@code :- language(history).} Rules are deployed with
 * versions like processes, and questions use the newest ones. They cannot start cases.
 */
public final class HistoryRules implements Language {
    /** The name under which rules are deployed. */
    public static final String NAME = "history";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean reads(String file, String source) {
        if (!file.endsWith(".pl") || !source.contains("language")) {
            return false;
        }
        List<SyntaxError> errors = new ArrayList<>();
        for (Read read : new Reader(Source.of(file, GoalText.read(source)), Operators.iso(), Flags.iso()).all(errors)) {
            if (read.term().deref() instanceof Struct directive
                    && directive.is(":-", 1)
                    && directive.arg(0).deref() instanceof Struct language
                    && language.is("language", 1)) {
                return language.arg(0).deref().equals(Atom.of(NAME));
            }
        }
        return false;
    }

    @Override
    public Compiled<?> compile(String process, String source) {
        return new RulesProcess(process, source, Rules.read(process, source));
    }

    @Override
    public Compiled<?> compile(String process, String file, String source) {
        return new RulesProcess(process, source, Rules.read(file, source));
    }
}
