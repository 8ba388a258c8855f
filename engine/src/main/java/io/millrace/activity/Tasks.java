package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.work.Deadline;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.List;

/** Tasks as data, for fingerprints, and as words, for people. */
final class Tasks {
    private Tasks() {}

    static Data describe(Task task) {
        Deadline deadline = task.deadline();
        Data described = Data.fields(
                "doer", describe(task.doer()),
                "participants", task.performers().participants(),
                "roles", task.performers().roles(),
                "capabilities", task.performers().capabilities(),
                "excluded", task.performers().excluded(),
                "priority", task.priority(),
                "due", task.dueAfter(),
                "deadline", deadline == null ? Data.nothing() : describe(deadline),
                "retry", describe(task.retry()),
                "limit", task.timeLimit(),
                "takes", task.input().toData(),
                "gives", task.output().toData());
        // Definitions that name no pool keep the fingerprint that they had before there were any.
        String pool = task.performers().pool();
        return pool == null ? described : described.with("pool", pool);
    }

    /** Fingerprints are stored, so the words in here never change. */
    private static Data describe(Doer doer) {
        return switch (doer) {
            case Doer.People people -> Data.of("people");
            case Doer.Handler handler -> Data.items("handler", handler.name());
            case Doer.Program program -> Data.items("program", program.name());
            case Doer.Process process -> Data.items("process", process.name());
        };
    }

    private static Data describe(Deadline deadline) {
        Data described = one(deadline);
        for (Deadline later = deadline.later(); later != null; later = later.later()) {
            described = described.plus(one(later));
        }
        return described;
    }

    private static Data one(Deadline deadline) {
        return switch (deadline.action()) {
            case Deadline.Escalate action -> Data.items(deadline.after(), "escalate", action.role());
            case Deadline.Reassign action -> Data.items(deadline.after(), "reassign", action.participant());
            case Deadline.HandOver action -> Data.items(deadline.after(), "hand over", action.pool());
            case Deadline.Fail action -> Data.items(deadline.after(), "fail", action.reason());
        };
    }

    private static Data describe(RetryPolicy retry) {
        // Policies without jitter and exceptions keep the fingerprint that they had before there were any.
        Data described = Data.items(retry.attempts(), retry.first(), retry.factor(), retry.longest());
        return retry.jitter() == 0 && retry.notRetried().isEmpty()
                ? described
                : described.plus(retry.jitter()).plus(retry.notRetried());
    }

    static String shown(Performers performers) {
        List<String> words = new ArrayList<>();
        if (!performers.roles().isEmpty()) {
            words.add("role " + String.join(" or ", performers.roles()));
        }
        if (!performers.participants().isEmpty()) {
            words.add(String.join(" or ", performers.participants()));
        }
        if (performers.pool() != null) {
            words.add("pool " + performers.pool());
        }
        return words.isEmpty() ? "" : " (" + String.join(", ", words) + ")";
    }
}
