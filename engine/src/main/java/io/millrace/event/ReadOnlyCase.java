package io.millrace.event;

import io.millrace.data.Data;
import io.millrace.language.CaseView;
import io.millrace.query.CaseStatus;
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
}
