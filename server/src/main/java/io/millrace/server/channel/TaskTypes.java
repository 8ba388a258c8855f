package io.millrace.server.channel;

import io.millrace.Tenant;
import io.millrace.data.Shape;
import io.millrace.query.CaseInfo;

/** The types that tasks declare for their data. */
public final class TaskTypes {
    private TaskTypes() {}

    /** The type of the output of a task, by the version of the process that the case runs; anything if its code is missing. */
    public static Shape output(Tenant tenant, CaseInfo info, String task) {
        return tenant.definition(info.process(), info.version()).map(process -> process.task(task).output()).orElse(Shape.any());
    }
}
