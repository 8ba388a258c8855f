package io.millrace.server.channel.form;

import io.millrace.Commands;
import io.millrace.Millrace;
import io.millrace.Tenant;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Mismatch;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.server.channel.CaseLocks;
import io.millrace.server.channel.TaskTypes;
import io.millrace.server.channel.Values;
import io.millrace.server.channel.Written;
import io.millrace.server.http.Access;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Listener;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Role;
import io.millrace.server.http.Route;
import io.millrace.work.WorkItem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The pages behind links. Looking at a page changes nothing. Sending its form completes the work as the person that the link is for, under
 * that person's rights, and uses the link up. A link that was never made, one that was used, revoked or has expired are answered with the
 * same page.
 *
 * <p>No cookie and no other identity plays a part, so a page of another site cannot send a form for somebody (CSRF): it would have to know
 * the link.
 */
public final class FormPages {
    private static final int LONGEST_REASON = 500;

    /** The settings of the form of a work item. */
    @FunctionalInterface
    public interface Chosen {
        FormSettings of(String tenant, String process, String task);
    }

    private final Millrace mill;
    private final Links links;
    private final Chosen settings;
    private final CaseLocks locks;
    private final Consumer<Listener.Act> acts;

    public FormPages(Millrace mill, Links links, Chosen settings, CaseLocks locks, Consumer<Listener.Act> acts) {
        this.mill = mill;
        this.links = links;
        this.settings = settings;
        this.locks = locks;
        this.acts = acts;
    }

    public List<Route> routes() {
        return List.of(
                new Route("GET", "/forms/{token}", Access.OPEN, visit -> opened(visit, opened -> opened.mine() ? show(opened, null, 200, null) : taken())),
                new Route("POST", "/forms/{token}", Access.OPEN, visit -> opened(visit, opened -> take(opened, visit))),
                new Route("GET", "/forms/{token}/files/{file}", Access.OPEN, visit -> opened(visit, opened -> file(opened, visit.path("file")))));
    }

    /**
     * A link that can be used, and what it leads to.
     *
     * @param mine whether the work is still on the worklist of the link's person; if not, nothing of it is shown
     */
    private record Opened(String token, Link link, Tenant tenant, String process, WorkItem item, Shape type, FormSettings settings, boolean mine) {}

    private Reply opened(Route.Visit visit, Function<Opened, Reply> then) {
        Optional<Link> found = links.find(visit.path("token"));
        if (found.isEmpty()) {
            return lost();
        }
        Link link = found.get();
        try {
            Tenant tenant = mill.tenant(link.tenant());
            var details = tenant.find(link.work().caseId()).details();
            Optional<WorkItem> item = details.work().stream().filter(each -> each.id().equals(link.work())).findFirst();
            if (item.isEmpty()) {
                return over();
            }
            String process = details.info().process();
            FormSettings chosen = settings.of(link.tenant(), process, item.get().task());
            Shape type = chosen.answer(TaskTypes.output(tenant, details.info(), item.get().task()));
            return then.apply(new Opened(visit.path("token"), link, tenant, process, item.get(), type, chosen, mine(tenant, link, item.get())));
        } catch (RefusedException e) {
            return switch (e.problem().code()) {
                case UNKNOWN_CASE, UNKNOWN_WORK, CASE_ENDED -> over();
                default -> throw e;
            };
        }
    }

    /** Automatic work is nobody's: the person to whom it was sent may do it. */
    private static boolean mine(Tenant tenant, Link link, WorkItem item) {
        return item.isAutomatic() || LinkApi.offered(tenant, link.person(), item.id()).isPresent();
    }

    private static Reply taken() {
        return new Html()
                .element("h1", "This is not yours at present")
                .element("p", "Somebody else has it, or it was given to others. If it comes back to you, this link works again.")
                .page(409, "This is not yours at present");
    }

    private static Reply lost() {
        return new Html()
                .element("h1", "This link does not work")
                .element("p", "It is not complete, it was used already, or its time is over. Ask the person who sent it to you for a new one.")
                .page(404, "This link does not work");
    }

    private static Reply over() {
        return new Html()
                .element("h1", "There is nothing left to do here")
                .element("p", "What you were asked for was done by somebody else, or it is no longer needed. You need not do anything.")
                .page(410, "There is nothing left to do here");
    }

    private static Reply show(Opened opened, @Nullable Form sent, int status, @Nullable String refusal) {
        Values values = Values.of(opened.process(), opened.item()).with("@person", opened.link().person());
        FormSettings chosen = opened.settings();
        String title = chosen.title() == null ? Written.label(opened.item().task()) : filled(chosen.title(), values);
        Html page = new Html();
        page.element("h1", title);
        if (chosen.text() != null) {
            page.element("p", filled(chosen.text(), values));
        }
        if (refusal != null) {
            page.raw("<div class=\"summary\" role=\"alert\">").element("p", "This cannot be done now: " + refusal).raw("</div>\n");
        }
        if (opened.mine()) {
            given(page, opened);
        }
        page.raw("<form method=\"post\" enctype=\"multipart/form-data\" accept-charset=\"utf-8\">\n<button hidden tabindex=\"-1\">Send</button>\n");
        Form form = sent == null ? new Form(opened.type(), chosen, opened.item().input(), null) : sent;
        form.write(page);
        page.raw("<button>Send</button>\n</form>\n");
        page.element("p class=\"hint\"", "For " + opened.link().person() + ". This link can be used once, until " + Written.shown(opened.link().expires()) + ".");
        return page.page(status, title);
    }

    private static String filled(io.millrace.server.channel.Template template, Values values) {
        try {
            return template.expand(values, "a form", value -> value);
        } catch (RefusedException e) {
            // A form with a hole in its title is better than none.
            return template.toString();
        }
    }

    /** Shows the input, except for what the fields of the form begin with. */
    private static void given(Html page, Opened opened) {
        Data input = opened.item().input();
        Set<String> asked = new HashSet<>();
        if (Written.bare(opened.type()) instanceof Shape.FieldsOf fields) {
            fields.fields().forEach(field -> asked.add(field.name()));
        }
        Map<String, Data> shown = new LinkedHashMap<>();
        if (input instanceof Data.Fields fields) {
            fields.asMap().forEach((name, value) -> {
                if (!asked.contains(name) && !value.isNothing()) {
                    shown.put(name, value);
                }
            });
        } else if (!input.isNothing()) {
            shown.put("request", input);
        }
        if (!shown.isEmpty()) {
            new Shown(page, name -> opened.settings().label(name, name)).add(Data.Fields.of(shown));
        }
        Map<String, Data> files = references(input);
        if (!files.isEmpty()) {
            page.element("h2", "Files").raw("<ul>\n");
            files.forEach((hash, file) -> page.raw("<li><a download href=\"" + Html.safe(opened.token()) + "/files/" + hash + "\">")
                    .raw(Html.safe(file.at("name").text()) + "</a></li>\n"));
            page.raw("</ul>\n");
        }
    }

    /** Whether a value stands for a file of the case. */
    static boolean isReference(Data value) {
        return value instanceof Data.Fields
                && value.at("file") instanceof Data.Text hash
                && hash.value().matches("[0-9a-f]{64}")
                && value.at("name") instanceof Data.Text
                && value.at("bytes") instanceof Data.Num;
    }

    private static Map<String, Data> references(Data value) {
        Map<String, Data> all = new LinkedHashMap<>();
        collect(value, all);
        return all;
    }

    private static void collect(Data value, Map<String, Data> all) {
        if (isReference(value)) {
            all.put(value.at("file").text(), value);
        } else if (value instanceof Data.Fields fields) {
            fields.asMap().values().forEach(each -> collect(each, all));
        } else if (value instanceof Data.Items items) {
            items.asList().forEach(each -> collect(each, all));
        }
    }

    /** A file that the input of the work refers to; no other file of the case. */
    private Reply file(Opened opened, String hash) {
        Data reference = opened.mine() ? references(opened.item().input()).get(hash) : null;
        if (reference == null) {
            return lost();
        }
        String name = Written.fileName(reference.at("name").text()).replaceAll("[^A-Za-z0-9._ -]", "_");
        return new Reply.Stream("application/octet-stream", name, out ->
                mill.files().read(opened.tenant().name(), opened.item().id().caseId(), reference, out));
    }

    private Reply take(Opened opened, Route.Visit visit) {
        Posted posted = Posted.read(visit.headers().getOrDefault("content-type", ""), visit.content());
        Form form = new Form(opened.type(), opened.settings(), opened.mine() ? opened.item().input() : Data.fields(), posted);
        if (!posted.text(Form.MORE).isEmpty()) {
            return show(opened, form, 200, null);
        }
        Map<Data, Posted.Upload> uploads = new LinkedHashMap<>();
        Data output = form.read(upload -> {
            Data reference = reference(upload);
            uploads.put(reference, upload);
            return reference;
        });
        posted.files().forEach((path, all) -> {
            if (all.stream().anyMatch(upload -> upload.content().length > mill.files().mostBytes())) {
                form.complain(path, "This file has more than " + mill.files().mostBytes() + " bytes.");
            }
        });
        if (form.wrong().isEmpty()) {
            for (Mismatch mismatch : opened.type().check(output)) {
                form.complain(mismatch.path().isEmpty() ? "answer" : mismatch.path(), "This must be " + mismatch.expected() + ".");
            }
        }
        if (!form.wrong().isEmpty()) {
            return show(opened, form, 422, null);
        }
        if (uploads.isEmpty()) {
            return complete(opened, visit.address(), form, output, uploads);
        }
        ReentrantLock lock = locks.of(opened.tenant().name(), opened.item().id().caseId());
        lock.lock();
        try {
            return complete(opened, visit.address(), form, output, uploads);
        } finally {
            lock.unlock();
        }
    }

    /** What storing a file will give, so that a form with a mistake stores nothing. */
    private static Data reference(Posted.Upload upload) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(upload.content());
            return Data.fields("file", HexFormat.of().formatHex(hash), "name", upload.name(), "bytes", upload.content().length);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private Reply complete(Opened opened, String address, Form form, Data output, Map<Data, Posted.Upload> uploads) {
        Link link = opened.link();
        CaseId caseId = link.work().caseId();
        Set<Data> before = uploads.isEmpty() ? Set.of() : new HashSet<>(mill.files().of(link.tenant(), caseId).stream().map(file -> file.at("file")).toList());
        List<Data> stored = new ArrayList<>();
        for (Posted.Upload upload : uploads.values()) {
            try {
                stored.add(mill.files().attach(link.tenant(), caseId, upload.name(), new ByteArrayInputStream(upload.content())));
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
        int attempt = opened.item().isAutomatic() ? opened.item().attempt() : 0;
        Commands commands = opened.tenant()
                .as(link.person())
                .because("sent by the form of link " + link.id() + (link.maker() == null ? "" : ", which '" + link.maker() + "' made"));
        // Without a request id: a form that was refused can be sent again, and work is completed once in any case.
        Answer answer = commands.ask(new Command.Complete(link.work(), output, attempt)).join();
        Reply reply = switch (answer) {
            case Answer.Done done -> {
                links.used(link);
                yield thanks("Your answer was received.");
            }
            case Answer.Delayed delayed -> {
                links.used(link);
                yield thanks("Your answer was received. It takes effect later: " + cut(delayed.problem()));
            }
            case Answer.Refused refused -> {
                for (Data file : stored) {
                    if (!before.contains(file.at("file"))) {
                        mill.files().release(link.tenant(), caseId, file);
                    }
                }
                yield switch (refused.problem().code()) {
                    case UNKNOWN_WORK, UNKNOWN_CASE, CASE_ENDED, WORK_STATE, OLD_ATTEMPT -> over();
                    default -> show(opened, form, 409, cut(refused.problem()));
                };
            }
        };
        acts.accept(new Listener.Act(
                "sendForm",
                true,
                new Identity(link.person(), link.tenant(), Set.of(Role.PARTICIPANT), null),
                address,
                Map.of("case", caseId.toString(), "work", link.work().toString(), "link", link.id()),
                reply.status(),
                answer instanceof Answer.Refused refused ? refused.problem().code().id() : null));
        return reply;
    }

    private static String cut(Problem problem) {
        String message = problem.message();
        return message.length() <= LONGEST_REASON ? message : message.substring(0, LONGEST_REASON) + "…";
    }

    private static Reply thanks(String text) {
        return new Html().element("h1", "Thank you").element("p", text).element("p", "You can close this page.").page(200, "Thank you");
    }
}
