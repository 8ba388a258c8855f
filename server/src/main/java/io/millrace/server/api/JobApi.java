package io.millrace.server.api;

import static io.millrace.server.http.Schema.any;
import static io.millrace.server.http.Schema.duration;
import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;

import io.millrace.Commands;
import io.millrace.command.Answer;
import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.WorkQuery;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import io.millrace.work.Doer;
import io.millrace.work.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Automatic work for workers in any language: fetch and lock, complete, fail, extend. */
final class JobApi {
    /** How many tasks a worker can ask for at once. */
    private static final int MOST_TASKS = 100;

    private static final Duration LOCK = Duration.ofSeconds(60);
    private static final Duration LONGEST_LOCK = Duration.ofDays(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    private static final Schema.Fields JOB = object(
            "Job",
            "automatic work that a worker has for a while",
            must("job", text("by which the worker completes it")),
            must("task", text("the task")),
            must("work", text("the work item")),
            must("case", text("the case")),
            must("process", text("the process of the case")),
            must("attempt", whole("which attempt it is")),
            must("lockedUntil", instant("when another worker may get it")),
            may("trace", text("the trace context: the header traceparent of what is called for it")),
            must("input", any("what is given to the worker")));

    private static final Schema.Fields RESULT = object(
            "JobResult", "what a worker has done", must("job", text("the job")), may("output", any("the result")));

    private static final Schema.Fields REFUSED = object(
            "RefusedResult",
            "a result that was not taken",
            must("job", text("the job")),
            must("code", text("the code of the problem")),
            must("status", whole("the status that this job alone would have had")),
            must("detail", text("why")));

    private final Backend backend;
    private final FileApi files;
    private final Jobs jobs;

    JobApi(Backend backend, FileApi files) {
        this.backend = backend;
        this.files = files;
        this.jobs = new Jobs(backend);
    }

    long locked() {
        return jobs.locked();
    }

    void close() {
        jobs.close();
    }

    void release() {
        jobs.release();
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/jobs/fetch", "fetchJobs")
                        .summary("Waits for automatic work of some tasks, and locks it for this worker.")
                        .access(Access.JOBS)
                        .body(object(
                                "FetchJobs",
                                "",
                                must("tasks", list("the tasks that the worker can do", text("the name of a task's handler"))),
                                may("most", whole("how many jobs at most", 1, 1_000)),
                                may("lock", Forms.LOCK),
                                may("wait", duration("how long to wait if there is none, such as PT20S; at most PT60S")),
                                may("done", list("results of earlier jobs, brought before anything is fetched", RESULT))))
                        .answers(
                                200,
                                object(
                                        null,
                                        "",
                                        must("jobs", list("what was locked; empty if nothing came", JOB)),
                                        may("refused", list("the results that were not taken", REFUSED))))
                        .does(this::fetch),
                Endpoint.post("/jobs/{job}/complete", "completeJob")
                        .summary("Brings the result of a job. It is durable when this is answered.")
                        .access(Access.JOBS)
                        .path("job", "the job")
                        .body(object(null, "", may("output", any("the result"))))
                        .answers(204, null)
                        .does(exchange -> settled(jobs.complete(backend.commands(exchange), job(exchange), output(exchange.body())))),
                Endpoint.post("/jobs/complete", "completeJobs")
                        .summary("Brings the results of several jobs.")
                        .access(Access.JOBS)
                        .body(object(null, "", must("jobs", list("the results", RESULT))))
                        .answers(
                                200,
                                object(
                                        null,
                                        "",
                                        must("done", whole("how many results were taken")),
                                        must("refused", list("those that were not", REFUSED))))
                        .does(this::completeAll),
                Endpoint.post("/jobs/{job}/fail", "failJob")
                        .summary("Says that an attempt failed; the task's retry policy decides about the next one.")
                        .access(Access.JOBS)
                        .path("job", "the job")
                        .body(object(
                                null,
                                "",
                                must("reason", text("why")),
                                may("final", truth("whether another attempt cannot help: the process gets the failure at once"))))
                        .answers(204, null)
                        .does(exchange -> {
                            boolean last = !exchange.body().at("final").isNothing() && exchange.body().at("final").truth();
                            return settled(jobs.fail(backend.commands(exchange), job(exchange), exchange.body().at("reason").text(), !last));
                        }),
                Endpoint.post("/jobs/{job}/extend", "extendJob")
                        .summary("Keeps a job for longer: a sign of life of the worker.")
                        .access(Access.JOBS)
                        .path("job", "the job")
                        .body(object(null, "", may("lock", Forms.LOCK)))
                        .answers(200, object(null, "", must("lockedUntil", instant("when another worker may get it"))))
                        .does(exchange -> Reply.ok(Data.fields(
                                "lockedUntil", jobs.extend(job(exchange), span(exchange, "lock", LOCK, LONGEST_LOCK)).toString()))),
                Endpoint.put("/jobs/{job}/files/{name}", "attachJobFile")
                        .summary("Sends a content for the result of a job; the answer is what the result says to refer to it.")
                        .access(Access.JOBS)
                        .path("job", "the job")
                        .path("name", "the name of the file")
                        .answers(201, FileApi.FILE)
                        .does(exchange -> files.attach(exchange, jobs.work(job(exchange)).caseId())),
                Endpoint.get("/jobs/{job}/files/{file}", "readJobFile")
                        .summary("Gives the content of a file that the input of a job refers to.")
                        .access(Access.JOBS)
                        .path("job", "the job")
                        .path("file", "the hash of the content")
                        .answers("application/octet-stream")
                        .does(exchange -> {
                            Work work = jobs.work(job(exchange));
                            return files.read(exchange, work.caseId(), work.input());
                        }));
    }

    private static Data output(Data body) {
        return body.at("output").isNothing() ? Data.fields() : body.at("output");
    }

    private static Duration span(Exchange exchange, String field, Duration usual, Duration longest) {
        Duration given = exchange.duration(field).orElse(usual);
        if (given.isNegative() || given.compareTo(longest) > 0) {
            throw Exchange.bad("'" + field + "' is " + given + " and must be from PT0S to " + longest);
        }
        return given;
    }

    private Jobs.Id job(Exchange exchange) {
        return mine(exchange, exchange.path("job"));
    }

    /** A job that the one who asks may have: of their tenant, and within their scope. */
    private Jobs.Id mine(Exchange exchange, String job) {
        Jobs.Id id = Jobs.Id.parse(job);
        Identity who = exchange.identity();
        if (!id.tenant().equals(who.tenant())) {
            throw new RefusedException(Code.UNKNOWN_WORK.with(id.work()));
        }
        if (!who.scope().isAll()) {
            backend.tenant(exchange)
                    .work(WorkQuery.ALL.ofCase(id.work().caseId()))
                    .filter(listed -> listed.item().id().equals(id.work()))
                    .findFirst()
                    .ifPresent(listed -> {
                        // By the name under which workers ask for it, which need not be that of the task in its process.
                        who.demandTask(listed.item().doer() instanceof Doer.Handler handler ? handler.name() : listed.item().task());
                        who.demandProcess(listed.process());
                    });
        }
        return id;
    }

    private static Reply settled(CompletableFuture<Answer> answer) {
        if (Backend.await(answer) instanceof Answer.Refused refused) {
            throw new RefusedException(refused.problem());
        }
        return Reply.done();
    }

    private Reply fetch(Exchange exchange) throws InterruptedException {
        Data body = exchange.body();
        Identity who = exchange.identity();
        List<String> tasks = body.at("tasks").asList(String.class);
        if (tasks.isEmpty() || tasks.size() > MOST_TASKS) {
            throw Exchange.bad("'tasks' has " + tasks.size() + " names and must have from 1 to " + MOST_TASKS);
        }
        tasks.forEach(who::demandTask);
        List<Data> refused = bring(exchange, body.at("done"));
        List<Jobs.Locked> locked = jobs.fetch(
                who.tenant(),
                tasks,
                work -> who.scope().hasProcess(work.process()),
                body.at("most").isNothing() ? 1 : body.at("most").asInt(),
                span(exchange, "lock", LOCK, LONGEST_LOCK),
                span(exchange, "wait", Duration.ZERO, LONGEST_WAIT));
        Data answer = Data.fields("jobs", locked.stream().map(this::form).toList());
        return Reply.ok(refused.isEmpty() ? answer : answer.with("refused", refused));
    }

    private Data form(Jobs.Locked locked) {
        Work work = locked.work();
        Data data = Data.fields(
                "job", locked.id().toString(),
                "task", work.task(),
                "work", work.id().toString(),
                "case", work.caseId().toString(),
                "process", work.process(),
                "attempt", work.attempt(),
                "lockedUntil", locked.until().toString(),
                "input", work.input());
        return backend.trace(work).map(trace -> data.with("trace", trace)).orElse(data);
    }

    private Reply completeAll(Exchange exchange) {
        Data results = exchange.body().at("jobs");
        List<Data> refused = bring(exchange, results);
        return Reply.ok(Data.fields("done", ((Data.Items) results).count() - refused.size(), "refused", refused));
    }

    /** Brings results side by side, so that they share commits; says which were not taken. */
    private List<Data> bring(Exchange exchange, Data results) {
        if (!(results instanceof Data.Items items)) {
            return List.of();
        }
        Commands commands = backend.commands(exchange);
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (Data each : items.asList()) {
            answers.add(brought(exchange, Backend.step(exchange, commands, each.at("job").text()), each));
        }
        List<Data> refused = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            if (Backend.await(answers.get(i)) instanceof Answer.Refused answer) {
                refused.add(Backend.problem(answer.problem()).with("job", items.asList().get(i).at("job")));
            }
        }
        return refused;
    }

    private CompletableFuture<Answer> brought(Exchange exchange, Commands commands, Data result) {
        try {
            return jobs.complete(commands, mine(exchange, result.at("job").text()), output(result));
        } catch (RefusedException e) {
            return CompletableFuture.completedFuture(new Answer.Refused(e.problem()));
        }
    }
}
