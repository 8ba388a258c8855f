package io.millrace.prolog;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;

/** How an error of Prolog that nobody caught ends a query. */
final class QueryErrors {
    private static final String UNCAUGHT = "uncaught_exception";
    private static final String UNKNOWN_PROCEDURE = "unknown_procedure";

    /**
     * @param code the name of the error: of ISO, {@code unknown_procedure}, or {@code uncaught_exception}
     * @param goal the goal that raised it
     */
    record Raised(String code, String goal, Problem problem) {}

    private QueryErrors() {}

    /** @param file the name of the program's text: places in it are told, those in the library are not */
    static Raised raised(PrologError error, String file) {
        Term formal = formal(error.term());
        String code = code(formal);
        Term raiser = error.goal();
        String goal = ShownTerms.goal(raiser == null ? error.term() : raiser);
        Problem problem = code.equals(UNKNOWN_PROCEDURE)
                ? Code.UNKNOWN_PROCEDURE.with(goal, place(error, file))
                : Code.PROLOG_ERROR.with(goal, place(error, file), ShownTerms.goal(formal));
        return new Raised(code, goal, problem);
    }

    /** The clause of the program that was running, with its line. */
    private static String place(PrologError error, String file) {
        return error.stack().stream()
                .filter(goal -> goal.contains(" at " + file + ":"))
                .findFirst()
                .map(goal -> " in " + goal)
                .orElse("");
    }

    private static Term formal(Term ball) {
        return ball instanceof Struct struct && struct.is("error", 2) ? struct.arg(0).deref() : ball;
    }

    private static String code(Term formal) {
        if (formal instanceof Struct struct && struct.is("existence_error", 2)
                && struct.arg(0).deref().equals(Atom.of("procedure"))) {
            return UNKNOWN_PROCEDURE;
        }
        String name = formal instanceof Struct struct ? struct.name().name() : formal instanceof Atom atom ? atom.name() : "";
        return name.endsWith("_error") ? name : UNCAUGHT;
    }
}
