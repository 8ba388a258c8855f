package io.millrace.server.api;

import io.millrace.Case;
import io.millrace.Tenant;
import io.millrace.data.Data;
import io.millrace.draw.Figure;
import io.millrace.id.CaseId;
import io.millrace.language.Compiled;
import io.millrace.query.CaseDetails;
import io.millrace.query.ListedWork;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;

/** Cases with everything in them, as JSON, with their tokens on the figure of their process. */
final class CaseLooks {
    /** How many members of a family are read for one look. A case may have thousands of sub-cases. */
    static final int MOST = 201;

    /** Figures of deployed processes, which never change. */
    private final Map<Compiled<?>, Optional<Figure>> figures = new WeakHashMap<>();

    /** A case as it is. */
    Data now(Tenant tenant, Case found) {
        List<CaseDetails> family = new ArrayList<>(List.of(found.details()));
        Deque<CaseId> wanted = new ArrayDeque<>(children(family.getFirst()));
        while (!wanted.isEmpty() && family.size() < MOST) {
            List<CompletableFuture<CaseDetails>> asked = new ArrayList<>();
            for (CaseId next = wanted.poll(); next != null; next = family.size() + asked.size() < MOST ? wanted.poll() : null) {
                asked.add(tenant.find(next).look());
            }
            for (CompletableFuture<CaseDetails> each : asked) {
                // One that is not there any more has ended since its work was read.
                CaseDetails member = each.exceptionally(gone -> null).join();
                if (member != null && member.info().status().isOpen()) {
                    family.add(member);
                    wanted.addAll(children(member));
                }
            }
        }
        return shown(tenant, family);
    }

    private static List<CaseId> children(CaseDetails details) {
        CaseId id = details.info().id();
        return details.work().stream().filter(item -> item.child() != 0).map(item -> id.child(item.child())).toList();
    }

    /** The first case of a family, with its marks. */
    Data shown(Tenant tenant, List<CaseDetails> family) {
        CaseDetails details = family.getFirst();
        CaseId parent = details.info().id().parent();
        Data data = details(details).with("children", linked(details, family));
        data = parent == null ? data : data.with("parent", parent.toString());
        Figure figure = tenant.definition(details.info().process(), details.info().version()).flatMap(this::figure).orElse(null);
        if (figure == null) {
            return data;
        }
        data = data.with("marks", FigureForm.of(CaseMarks.of(figure, family)));
        return family.size() < MOST ? data : data.with("marksPartial", true);
    }

    private static List<Data> linked(CaseDetails details, List<CaseDetails> family) {
        Map<CaseId, CaseDetails> known = new HashMap<>();
        family.forEach(member -> known.put(member.info().id(), member));
        List<Data> children = new ArrayList<>();
        for (WorkItem item : details.work()) {
            CaseDetails child = item.child() == 0 ? null : known.get(details.info().id().child(item.child()));
            if (child != null) {
                children.add(Data.fields(
                        "case", child.info().id().toString(),
                        "process", child.info().process(),
                        "state", child.info().status().word(),
                        "task", item.task(),
                        "work", item.id().toString()));
            }
        }
        return children;
    }

    /** The figure of a deployed process. */
    Optional<Figure> figure(Compiled<?> process) {
        synchronized (figures) {
            Optional<Figure> known = figures.get(process);
            if (known != null) {
                return known;
            }
        }
        // Outside of the lock: a large program takes a while.
        Optional<Figure> made = Optional.ofNullable(process.figure());
        synchronized (figures) {
            figures.put(process, made);
        }
        return made;
    }

    private static Data details(CaseDetails details) {
        CaseId id = details.info().id();
        return details.info()
                .toData()
                .with("data", details.data())
                .with("standing", details.standing())
                .with("next", details.next())
                .with("work", details.work().stream().map(item -> new ListedWork(details.info().process(), item).toData()).toList())
                .with("timers", details.timers().stream().map(Instant::toString).toList())
                .with(
                        "alarms",
                        details.alarms().stream()
                                .map(alarm -> Data.fields("timer", alarm.timer(), "due", alarm.due().toString(), "purpose", alarm.purpose()))
                                .toList())
                .with("waits", details.waits().stream().map(wait -> Data.fields("signal", wait.signal(), "key", wait.key())).toList())
                .with("attempts", details.attempts().stream().map(CaseLooks::attempt).toList())
                .with("subCases", details.work().stream().filter(item -> item.child() != 0).map(item -> id.child(item.child()).toString()).toList());
    }

    private static Data attempt(CaseDetails.Attempt attempt) {
        Data data = Data.fields(
                "attempt", attempt.number(),
                "event", attempt.event(),
                "detail", attempt.detail(),
                "since", attempt.since().toString(),
                "reason", attempt.reason());
        return attempt.by() == null ? data : data.with("by", attempt.by());
    }
}
