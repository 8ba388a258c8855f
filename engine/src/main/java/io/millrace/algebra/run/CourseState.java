package io.millrace.algebra.run;

import io.millrace.algebra.RuleState;
import io.millrace.language.Course;
import java.util.List;
import java.util.Map;

/**
 * Where a case of a process under rules can be, without its data.
 *
 * @param place where the process is
 * @param standing where the rules are
 * @param own how far each task is that the rules begin, in the order of their names
 * @param apart work items of the process that changed without a reaction of it: it is held back, or the process wants to end
 * @param held what has happened and what the process has not reacted to, because the rules do not let that happen yet
 * @param ending how the process wants to end
 * @param over whether the case has ended
 */
record CourseState(
        Object place,
        RuleState standing,
        List<Phase> own,
        Map<String, Phase> apart,
        List<Course.Move> held,
        Course.Standing ending,
        boolean over) {
    /** How far work is. */
    enum Phase {
        NEW,
        OFFERED,
        STARTED,
        OVER
    }

    CourseState {
        own = List.copyOf(own);
        apart = Map.copyOf(apart);
        held = List.copyOf(held);
    }

    boolean isRunning() {
        return ending == Course.Standing.RUNNING;
    }
}
