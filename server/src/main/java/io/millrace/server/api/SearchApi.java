package io.millrace.server.api;

import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.word;

import io.millrace.Tenant;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.Compiled;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import io.millrace.work.Participant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds what somebody means who types a few letters, among what they may see. */
final class SearchApi {
    private static final int MOST = 20;
    /** So that one kind does not hide the others. */
    private static final int MOST_OF_A_KIND = 8;

    private static final int LONGEST = 200;
    /** How much of a participant's own worklist is looked through. */
    private static final int MOST_WORK = 1_000;
    /** How many processes are looked through for keys and tasks. */
    private static final int MOST_PROCESSES = 500;

    private static final Pattern CASE = Pattern.compile("\\d{1,18}(?:\\.\\d{1,9}){0,20}");
    private static final Pattern WORK = Pattern.compile("\\d{1,18}(?:\\.\\d{1,9}){0,20}#\\d{1,9}");

    private static final Schema FOUND = object(
            "Found",
            "",
            must(
                    "results",
                    list(
                            "what fits best first, at most twenty",
                            object(
                                    "SearchResult",
                                    "",
                                    must("kind", word("what it is", List.of("case", "work", "process", "task", "participant"))),
                                    must("id", text("its id or name")),
                                    must("title", text("how to show it")),
                                    may("process", text("the process of a case, a work item or a task")),
                                    may("state", text("the state of a case or a work item"))))));

    private final Backend backend;

    SearchApi(Backend backend) {
        this.backend = backend;
    }

    List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/search", "search")
                .summary("Finds cases by id or by the beginning of their key, work by id, and processes, tasks and participants by a part of their name. Participants find their own work.")
                .access(Access.ANYBODY)
                .query("text", text("what to look for"))
                .answers(200, FOUND)
                .does(this::search));
    }

    private Reply search(Exchange exchange) {
        String text = exchange.text("text").orElseThrow(() -> Exchange.bad("parameter 'text' is missing: what to look for")).strip();
        if (text.length() > LONGEST) {
            throw Exchange.bad("parameter 'text' is longer than " + LONGEST + " characters");
        }
        if (text.isEmpty()) {
            return Reply.ok(Data.fields("results", List.of()));
        }
        Identity who = exchange.identity();
        Tenant tenant = backend.tenant(exchange);
        List<Data> found = new ArrayList<>();
        if (Access.READ_CASES.isFor(who)) {
            found.addAll(cases(tenant, text));
        }
        if (Access.READ_WORK.isFor(who)) {
            found.addAll(who.seesOwnWorkOnly() ? ownWork(tenant, String.valueOf(who.name()), text) : work(tenant, text));
        }
        found.addAll(processes(tenant, who, text));
        found.addAll(tasks(tenant, who, text));
        if (Access.READ_STAFF.isFor(who)) {
            found.addAll(participants(tenant, text));
        }
        return Reply.ok(Data.fields("results", found.stream().limit(MOST).toList()));
    }

    private static List<Data> cases(Tenant tenant, String text) {
        List<CaseInfo> found = new ArrayList<>();
        if (CASE.matcher(text).matches()) {
            info(tenant, text).ifPresent(found::add);
        }
        tenant.processes().stream().limit(MOST_PROCESSES).forEach(process -> {
            if (found.size() < MOST_OF_A_KIND) {
                found.addAll(tenant.casesWithKeyFrom(process, text, MOST_OF_A_KIND));
            }
        });
        return found.stream().distinct().limit(MOST_OF_A_KIND).map(SearchApi::form).toList();
    }

    private static Optional<CaseInfo> info(Tenant tenant, String id) {
        try {
            return Optional.of(tenant.find(CaseId.parse(id)).info());
        } catch (RefusedException e) {
            return Optional.empty();
        }
    }

    private static Data form(CaseInfo info) {
        String key = info.key() == null ? "" : " " + info.key();
        return result("case", info.id().toString(), info.process() + " " + info.id() + key)
                .with("process", info.process())
                .with("state", info.status().word());
    }

    private static Data form(ListedWork listed) {
        return result("work", listed.item().id().toString(), listed.item().task() + " " + listed.item().id())
                .with("process", listed.process())
                .with("state", listed.item().state().word());
    }

    private static Data result(String kind, String id, String title) {
        return Data.fields("kind", kind, "id", id, "title", title);
    }

    private static List<Data> work(Tenant tenant, String text) {
        if (!WORK.matcher(text).matches()) {
            return List.of();
        }
        try {
            WorkId id = WorkId.parse(text);
            String process = tenant.find(id.caseId()).info().process();
            return tenant.find(id.caseId()).details().work().stream()
                    .filter(item -> item.id().equals(id))
                    .map(item -> form(new ListedWork(process, item)))
                    .toList();
        } catch (RefusedException e) {
            return List.of();
        }
    }

    private static List<Data> ownWork(Tenant tenant, String name, String text) {
        return tenant.work(WorkQuery.forParticipant(name), null, MOST_WORK).items().stream()
                .filter(listed -> has(listed.item().task(), text)
                        || has(listed.process(), text)
                        || listed.item().id().toString().startsWith(text))
                .limit(MOST_OF_A_KIND)
                .map(SearchApi::form)
                .toList();
    }

    private static List<Data> processes(Tenant tenant, Identity who, String text) {
        return best(tenant.processes().stream().filter(who.scope()::hasProcess), text).map(name -> result("process", name, name)).toList();
    }

    private static List<Data> tasks(Tenant tenant, Identity who, String text) {
        List<Data> found = new ArrayList<>();
        List<String> processes = tenant.processes().stream().filter(who.scope()::hasProcess).limit(MOST_PROCESSES).toList();
        for (String process : processes) {
            if (found.size() >= MOST_OF_A_KIND) {
                break;
            }
            List<String> tasks = tenant.definition(process, tenant.versions(process).getLast().number()).map(Compiled::tasks).orElse(List.of());
            best(tasks.stream().distinct().filter(who.scope()::hasTask), text)
                    .forEach(task -> found.add(result("task", task, task + " in " + process).with("process", process)));
        }
        return found.subList(0, Math.min(found.size(), MOST_OF_A_KIND));
    }

    private static List<Data> participants(Tenant tenant, String text) {
        return best(tenant.participants().stream().map(Participant::name), text).map(name -> result("participant", name, name)).toList();
    }

    /** The names in which a text stands: those that it begins first, shorter ones before longer ones. */
    private static Stream<String> best(Stream<String> names, String text) {
        return names.filter(name -> has(name, text))
                .sorted(Comparator.comparing((String name) -> !lower(name).startsWith(lower(text))).thenComparingInt(String::length).thenComparing(name -> name))
                .limit(MOST_OF_A_KIND);
    }

    private static boolean has(String name, String text) {
        return lower(name).contains(lower(text));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
