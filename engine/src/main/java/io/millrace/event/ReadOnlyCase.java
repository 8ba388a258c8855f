package io.millrace.event;

import io.millrace.data.Data;
import io.millrace.language.CaseView;
import io.millrace.language.Fact;
import io.millrace.language.ProcessEvent;
import io.millrace.query.CaseStatus;
import io.millrace.work.WorkItem;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a case during a turn, for a {@link Gate} or a {@link Projection}. The state keeps changing: copy the values that you need
 * later.
 */
public interface ReadOnlyCase extends CaseView {
    /** The name of its process; empty before the case has started. */
    String process();

    /** The version of its process. */
    int version();

    /** Its status. */
    CaseStatus status();

    /** Its business key, or null. */
    @Nullable String key();

    /** Its searchable attributes. */
    Data attributes();

    /** The data of the case, as its language shows it; nothing before the case has started. */
    Data data();

    /** The name of an execution of a task in facts of the history, if its language has such names; then its key names the case. */
    @Nullable Data execution(String task);

    /** The agents whom a pool that its own process brings may give a work item to. */
    List<String> agents(WorkItem item);

    /** All its open work items, by number. There may be very many: use it only for changes of a whole case, such as a migration. */
    List<WorkItem> works();

    /** The numbers of its open work items that wait for a person as incidents; 0 stands for the case itself. */
    List<Integer> incidents();

    /** Whether a task has work that is open. */
    boolean hasWork(String task);

    /** The signal for which it waits with a ticket, or null if it does not. */
    @Nullable String awaited(int ticket);

    /** An event of its language as a fact of the history, asked before it is applied. */
    Fact fact(ProcessEvent event);

    /**
     * The facts that hold in its language, among those that an event can change; all facts, if the event is null. Called before the event
     * is applied; the supplier returns the facts of the moment at which it is read.
     */
    Supplier<List<Fact>> concern(@Nullable ProcessEvent event);
}
