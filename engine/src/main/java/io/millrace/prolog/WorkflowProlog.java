package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.fact.NoDataException;
import io.millrace.language.Compiled;
import io.millrace.language.Language;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Terms;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.regex.Pattern;

/** The language of Workflow Prolog: a {@code .pl} file with a guard or an {@code rpc/3} in it. */
public final class WorkflowProlog implements Language {
    /** The name under which programs are deployed. */
    public static final String NAME = "prolog";

    /** For a text that cannot be read: then what is wrong with it is said by the language that it looks like. */
    private static final Pattern LOOKS_LIKE = Pattern.compile("\\brpc\\s*\\(|\\breplycontent\\s*\\(");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean reads(String file, String source) {
        if (!file.endsWith(".pl")) {
            return false;
        }
        try {
            ProgramText text = ProgramText.read(file, source);
            String said = text.language();
            return said != null ? said.equals(NAME) : text.isWorkflow() && !text.defines("initial_activity/1");
        } catch (RefusedException e) {
            return LOOKS_LIKE.matcher(source).find() && !source.contains("initial_activity(");
        }
    }

    @Override
    public Compiled<?> compile(String process, String source) {
        return PrologProcess.compile(process, source);
    }

    /** The data of the text of a ground term, for replies that are terms. */
    public static Data data(String term) {
        Term read;
        try {
            read = Reader.term(term, Operators.iso(), Flags.iso()).term();
        } catch (SyntaxError e) {
            throw new RefusedException(Code.UNREADABLE_TERM.with(String.valueOf(e.getMessage())));
        }
        if (!Terms.ground(read)) {
            throw new RefusedException(Code.TERM_NOT_GROUND.with(term, "it has variables"));
        }
        try {
            return Facts.data(read);
        } catch (NoDataException e) {
            throw new RefusedException(Code.TERM_NOT_GROUND.with(term, String.valueOf(e.getMessage())));
        }
    }
}
