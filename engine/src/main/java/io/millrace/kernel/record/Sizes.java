package io.millrace.kernel.record;

import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.runtime.Settings;
import org.jspecify.annotations.Nullable;

/** The limit on the size of data. */
public final class Sizes {
    private Sizes() {}

    /** Why this data is not taken, or null. */
    public static @Nullable Problem tooLarge(Data data, String what, Settings settings) {
        int size = data.size();
        return size > settings.dataBytes() ? Code.TOO_LARGE.with(what, size, settings.dataBytes()) : null;
    }

    /** The same for what a work item gives back. */
    public static @Nullable Problem tooLarge(Data output, WorkId work, Settings settings) {
        int size = output.size();
        return size > settings.dataBytes() ? Code.TOO_LARGE.with("work item '" + work + "'", size, settings.dataBytes()) : null;
    }
}
