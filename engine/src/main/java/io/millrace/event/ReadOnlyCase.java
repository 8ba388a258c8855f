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
 * A case as it stands in the middle of a turn, for a {@link Gate} or a {@link Projection}. It goes on changing: whoever needs
 * something of it later takes that out.
 */
public interface ReadOnlyCase extends CaseView {
    /** The name of its process; empty before the case has started. */
    String process();

    int version();

    CaseStatus status();

    @Nullable String key();

    Data attributes();

    /** The data of the case, as its language shows it; nothing before the case has started. */
    Data data();

    /** How facts of the history name an execution of a task, if its language has names for those; then its key names the case. */
    @Nullable Data execution(String task);

    /** The agents whom a pool that its own process brings may give a work item to. */
    List<String> agents(WorkItem item);

    /** All its open work items, by number. It may have very many: for what changes a whole case, such as a migration. */
    List<WorkItem> works();

    /** Whether a task has work that is open. */
    boolean hasWork(String task);

    /** The signal for which it waits with a ticket, or null if it does not. */
    @Nullable String awaited(int ticket);

    /** An event of its language as a fact of the history, asked before it is applied. */
    Fact fact(ProcessEvent event);

    /**
     * What its language says holds, of all that an event can change; of everything, if the event is null. Asked before the event is
     * applied; the answer tells of the moment in which it is read.
     */
    Supplier<List<Fact>> concern(@Nullable ProcessEvent event);
}
