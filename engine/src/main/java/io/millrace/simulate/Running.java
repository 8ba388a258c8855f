package io.millrace.simulate;

import io.millrace.logic.term.Term;
import io.millrace.work.WorkItem;

/** Work that somebody does. */
final class Running {
    final WorkItem item;
    final Instance of;
    final Term act;
    final String worker;
    final long since;
    final long number;
    /** Earlier it cannot end. */
    long earliest;

    Running(WorkItem item, Instance of, Term act, String worker, long since, long number) {
        this.item = item;
        this.of = of;
        this.act = act;
        this.worker = worker;
        this.since = since;
        this.number = number;
    }
}
