package io.millrace;

import io.millrace.id.CaseId;
import io.millrace.problem.Argument;
import io.millrace.query.History;
import io.millrace.query.History.Timeline;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.query.Subscription;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The history of one tenant: the same pages and cursors as {@link History}, without the events of other tenants. Safe for use by several
 * threads.
 */
public final class TenantHistory {
    private final History history;
    private final String tenant;

    TenantHistory(History history, String tenant) {
        this.history = history;
        this.tenant = tenant;
    }

    /** The events of a case and its sub-cases. */
    public Page<HistoryEvent> ofCase(CaseId caseId, @Nullable String cursor, int limit, History.Order order) {
        Argument.given(order, "order");
        return history.ofCase(tenant, Argument.given(caseId, "caseId"), cursor, Tenant.atLeastOne(limit), order);
    }

    /** The cursor for {@link #ofCase} at an instant; see {@link History#cursorAt}. */
    public String cursorAt(CaseId caseId, Instant instant, History.Order order) {
        return history.cursorAt(tenant, Argument.given(caseId, "caseId"), Argument.given(instant, "instant"), Argument.given(order, "order"));
    }

    /** The turns of a case and its sub-cases in short; see {@link History#timeline}. */
    public Timeline timeline(CaseId caseId, long from, int most) {
        return history.timeline(tenant, Argument.given(caseId, "caseId"), from, Tenant.atLeastOne(most));
    }

    /** The events of the tenant in the order of commits. A page may have fewer events than asked for and still not be the last. */
    public Page<HistoryEvent> all(@Nullable String cursor, int limit, History.Order order) {
        Argument.given(order, "order");
        Page<HistoryEvent> page = history.all(cursor, Tenant.atLeastOne(limit), order);
        return new Page<>(page.items().stream().filter(this::isOurs).toList(), page.cursor());
    }

    /** A cursor at the current end of the history: reading forwards from it returns later events. */
    public String end() {
        return history.end();
    }

    /** Follows the history of the tenant; see {@link History#follow}. */
    public Subscription follow(@Nullable String cursor, Consumer<HistoryEvent> listener) {
        Argument.given(listener, "listener");
        return history.follow(cursor, event -> {
            if (isOurs(event)) {
                listener.accept(event);
            }
        });
    }

    private boolean isOurs(HistoryEvent event) {
        return event.tenant().equals(tenant);
    }
}
