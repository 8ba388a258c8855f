package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.work.Deadline;
import io.millrace.work.Performers;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.List;

/** Tasks as data, for fingerprints, and as words, for people. */
final class Tasks {
    private Tasks() {}

    static Data describe(Task task) {
        Deadline deadline = task.deadline();
        return Data.fields(
                "doer", task.doer().toString(),
                "participants", task.performers().participants(),
                "roles", task.performers().roles(),
                "capabilities", task.performers().capabilities(),
                "priority", task.priority(),
                "due", task.dueAfter(),
                "deadline", deadline == null ? null : deadline.after() + " " + deadline.action(),
                "retry", task.retry().toString(),
                "limit", task.timeLimit(),
                "takes", task.input().toData(),
                "gives", task.output().toData());
    }

    static String shown(Performers performers) {
        List<String> words = new ArrayList<>();
        if (!performers.roles().isEmpty()) {
            words.add("role " + String.join(" or ", performers.roles()));
        }
        if (!performers.participants().isEmpty()) {
            words.add(String.join(" or ", performers.participants()));
        }
        return words.isEmpty() ? "" : " (" + String.join(", ", words) + ")";
    }
}
