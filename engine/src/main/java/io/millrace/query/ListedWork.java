package io.millrace.query;

import io.millrace.data.Data;
import io.millrace.work.Doer;
import io.millrace.work.WorkItem;

/** A work item in a list, with the process it belongs to. */
public record ListedWork(String process, WorkItem item) {
    /** As one JSON object; absent parts are left out. */
    public Data toData() {
        Data data = Data.fields(
                "work", item.id().toString(),
                "case", item.id().caseId().toString(),
                "process", process,
                "task", item.task(),
                "state", item.state().word(),
                "offered", item.offered().toString(),
                "priority", item.priority(),
                "by", kind(item.doer()));
        data = name(item.doer()).isEmpty() ? data : data.with("doer", name(item.doer()));
        data = item.child() == 0 ? data : data.with("subCase", item.id().caseId().child(item.child()).toString());
        data = item.performers().roles().isEmpty() ? data : data.with("roles", item.performers().roles());
        data = item.performers().participants().isEmpty() ? data : data.with("participants", item.performers().participants());
        data = item.performers().pool() == null ? data : data.with("pool", item.performers().pool());
        data = item.holder() == null ? data : data.with("holder", item.holder());
        data = item.attempt() == 0 ? data : data.with("attempt", item.attempt());
        data = item.due() == null ? data : data.with("due", item.due().toString());
        data = item.incident() == null ? data : data.with("incident", item.incident());
        data = item.delayed() == null ? data : data.with("delayed", item.delayed());
        return data.with("input", item.input());
    }

    /** Under which the engine knows it; empty for people. */
    private static String name(Doer doer) {
        return switch (doer) {
            case Doer.People people -> "";
            case Doer.Handler handler -> handler.name();
            case Doer.Program program -> program.name();
            case Doer.Process process -> process.name();
        };
    }

    private static String kind(Doer doer) {
        return switch (doer) {
            case Doer.People people -> "people";
            case Doer.Handler handler -> "handler";
            case Doer.Program program -> "program";
            case Doer.Process process -> "process";
        };
    }
}
