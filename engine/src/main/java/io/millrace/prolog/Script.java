package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Plays a script of replies and clock moves to one case of a program, and reports each phase as one object. A step is {@code {"time": T,
 * "reply": k, "content": "term"}}, the answer to the k-th message that the case sent, or {@code {"time": T}}. A reply that changes nothing
 * is reported with the reason.
 */
public final class Script {
    /** The engine on which a script is played, with a clock that the script moves. */
    public interface Stage {
        /** Starts the case. */
        void start();

        /** Moves the clock through every instant at which something is due. */
        void advanceTo(Instant instant);

        /** Completes a work item of the case, or says why not. */
        @Nullable
        Problem complete(int work, Data output);

        /** The details of the phases since this was asked last. */
        List<Data> phases();
    }

    private final Stage stage;
    private final Consumer<Data> out;
    private final PhaseReports reports = new PhaseReports();
    private final Set<Integer> replied = new HashSet<>();
    private final Set<Integer> cancelled = new HashSet<>();
    private int sent;
    private boolean ended;

    private Script(Stage stage, Consumer<Data> out) {
        this.stage = stage;
        this.out = out;
    }

    /** The instant at which a script begins; the default is 1970. */
    public static Instant start(Data script) {
        return script.has("start") ? instant(script.at("start")) : Instant.EPOCH;
    }

    /**
     * Plays a script.
     *
     * @param script a list of steps, or fields with {@code start} and the list {@code script}
     * @return the status of the query at the end: running, succeeded, failed or error
     */
    public static String play(Data script, Stage stage, Consumer<Data> out) {
        Script player = new Script(stage, out);
        stage.start();
        String status = player.tell("running");
        for (Data step : (script.has("script") ? script.at("script") : script).asList()) {
            stage.advanceTo(instant(step.at("time")));
            status = player.tell(status);
            if (step.has("reply")) {
                player.reply(step.at("time"), step.at("reply").asInt(), step.at("content").text());
                status = player.tell(status);
            }
        }
        return status;
    }

    private static Instant instant(Data seconds) {
        BigDecimal number = seconds.number();
        return Times.instant(number);
    }

    private String tell(String before) {
        String status = before;
        for (Data phase : stage.phases()) {
            if (ended) {
                // An error has ended the query, as in the paper. What the engine keeps for its operator is no part of the run.
                return status;
            }
            Data report = reports.report(phase);
            sent += report.at("sent").asList().size();
            report.at("cancelled").asList().forEach(message -> cancelled.add(message.at("message").asInt()));
            status = report.at("status").text();
            ended = !status.equals("running");
            out.accept(report);
        }
        return status;
    }

    private void reply(Data time, int message, String content) {
        String reason = refused(message);
        Data output = Data.nothing();
        if (reason == null) {
            try {
                output = WorkflowProlog.data(content);
            } catch (RefusedException e) {
                if (e.problem().code() != Code.TERM_NOT_GROUND) {
                    throw e;
                }
                reason = "not_ground";
            }
        }
        if (reason == null) {
            Problem problem = stage.complete(message, output);
            reason = problem == null ? null : problem.message();
        }
        if (reason == null) {
            replied.add(message);
        } else {
            out.accept(Data.fields(
                    "kind", "refused", "time", time, "message", message, "content", content, "reason", reason));
        }
    }

    private @Nullable String refused(int message) {
        if (ended) {
            return "ended";
        }
        if (message < 1 || message > sent) {
            return "unknown_message";
        }
        if (replied.contains(message)) {
            return "already_replied";
        }
        return cancelled.contains(message) ? "cancelled" : null;
    }
}
