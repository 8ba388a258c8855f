package io.millrace.kernel.lane;

import io.millrace.command.Command;
import io.millrace.runtime.Settings;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The commands of a lane that have no answer yet: how many, and how much data they hold in the heap. */
public final class Backlog {
    /** What a command takes beside its data. */
    private static final long COMMAND_BYTES = 256;

    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    public int count() {
        return count.get();
    }

    long bytes() {
        return bytes.get();
    }

    /** Takes a command in, unless there are too many. A command that is too large for the limit is let in alone. */
    public boolean enter(long more, Settings settings) {
        int commands = count.incrementAndGet();
        long held = bytes.addAndGet(more);
        if (commands <= settings.queue() && (held <= settings.queueBytes() || commands == 1)) {
            return true;
        }
        leave(more);
        return false;
    }

    public void leave(long less) {
        count.decrementAndGet();
        bytes.addAndGet(-less);
    }

    public static long bytesOf(Command command) {
        return COMMAND_BYTES
                + switch (command) {
                    case Command.Start c -> c.input().size();
                    case Command.Signal c -> c.content().size();
                    case Command.AddInstance c -> c.input().size();
                    case Command.ChangeData c -> c.value().size();
                    case Command.Migrate c -> c.mapping().size();
                    case Command.Complete c -> c.output().size();
                    case Command.Skip c -> c.output().size();
                    case Command withoutData -> 0;
                };
    }
}
