package io.millrace.cli;

import io.millrace.logic.machine.Solutions;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Stop;
import java.util.List;

/** One goal from the command line: its answers, one a line. */
final class LogicGoal {
    private final Screen screen;
    private final LogicSession session;

    LogicGoal(Screen screen, LogicSession session) {
        this.screen = screen;
        this.session = session;
    }

    int run(String text, int most) {
        try {
            return answers(session.read(text), most);
        } catch (SyntaxError e) {
            session.say(e);
        } catch (PrologError e) {
            session.flush();
            session.say(e);
        } catch (Stop e) {
            session.flush();
            if (e.reason() == Stop.Reason.HALT) {
                return e.status();
            }
            session.say(e);
        }
        return Mill.CANNOT_ASK;
    }

    private int answers(Read query, int most) {
        int found = 0;
        try (Solutions solutions = session.machine().solve(query.term())) {
            while (found < most && solutions.next()) {
                found++;
                session.flush();
                List<String> bindings = LogicAnswer.of(query, session.machine());
                screen.println(bindings.isEmpty() ? "true" : String.join(", ", bindings));
                if (!solutions.more()) {
                    break;
                }
            }
        }
        session.flush();
        if (found == 0) {
            screen.println("false");
        }
        return found > 0 ? Mill.FINE : Mill.NO;
    }
}
