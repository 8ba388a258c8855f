package io.millrace.server.api;

import static io.millrace.server.http.Schema.any;
import static io.millrace.server.http.Schema.duration;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.word;

import io.millrace.Case;
import io.millrace.data.Data;
import io.millrace.schedule.Schedule;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Reply;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Cases that start again and again. A schedule is a case itself: it is listed, looked at and cancelled as one. */
final class ScheduleApi {
    private static final List<String> CATCH_UP =
            Arrays.stream(Schedule.CatchUp.values()).map(each -> each.name().toLowerCase(Locale.ROOT)).toList();

    private final Backend backend;

    ScheduleApi(Backend backend) {
        this.backend = backend;
    }

    List<Endpoint> endpoints() {
        return List.of(Endpoint.put("/schedules/{schedule}", "setSchedule")
                .summary("Starts cases of a process by cron fields or at an interval.")
                .access(Access.INTERVENE)
                .path("schedule", "its name")
                .body(object(
                        "Schedule",
                        "",
                        may("cron", text("five fields, such as 30 2 * * *")),
                        may("every", duration("or the interval, such as PT1H")),
                        may("zone", text("the time zone of the cron fields, such as Europe/Berlin; UTC if absent")),
                        may("catchUp", word("what happens to starts that were missed while the engine was closed", CATCH_UP)),
                        may("withoutOverlap", truth("whether to leave out a start while the case before it runs")),
                        must("process", text("the process to start")),
                        may("input", any("what its cases start with"))))
                .answers(200, object(null, "", must("case", text("the case that is the schedule"))))
                .does(this::set));
    }

    private Reply set(Exchange exchange) {
        Data body = exchange.body();
        if (body.at("cron").isNothing() == body.at("every").isNothing()) {
            throw Exchange.bad("a schedule has either 'cron' or 'every'");
        }
        Schedule schedule = body.at("cron").isNothing()
                ? Schedule.every(exchange.duration("every").orElseThrow())
                : Schedule.cron(body.at("cron").text());
        schedule = body.at("zone").isNothing() ? schedule : schedule.in(body.at("zone").text());
        schedule = body.at("catchUp").isNothing()
                ? schedule
                : schedule.catchUp(Schedule.CatchUp.valueOf(body.at("catchUp").text().toUpperCase(Locale.ROOT)));
        schedule = !body.at("withoutOverlap").isNothing() && body.at("withoutOverlap").truth() ? schedule.withoutOverlap() : schedule;
        Data input = body.at("input").isNothing() ? Data.fields() : body.at("input");
        Case started = backend.commands(exchange).schedule(exchange.path("schedule"), schedule, body.at("process").text(), input);
        return Reply.ok(Data.fields("case", started.id().toString()));
    }
}
