package io.millrace.server.security;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Listener;
import io.millrace.server.security.AuditFiles.Entry;
import io.millrace.server.security.AuditFiles.Place;
import io.millrace.server.security.AuditFiles.Walk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The log of acts: who asked for what, from where, about which ids, with what status. One line of JSON each, in files of which the oldest
 * is deleted when there are too many. What callers tried whom the server could not identify has files of its own: whatever they try, they
 * push out no line about somebody who is known. Neither bodies nor secrets stand in the log. A line is with the operating system before the
 * caller is answered, so a crash of the server loses none; a crash of the machine may lose the last ones, which the history has. Safe for
 * use by several threads.
 */
public final class Audit implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    private static final Pattern CURSOR = Pattern.compile("(\\d{1,8})\\.(-1|\\d{1,9})_(\\d{1,8})\\.(-1|\\d{1,9})");
    private static final int FILES_OF_UNKNOWN = 4;

    private final InstantSource clock;
    private final AuditFiles known;
    private final AuditFiles unknown;
    private final AtomicBoolean failing = new AtomicBoolean();

    /** Goes on with the log of the server of a journal. */
    public static Audit of(Path journal) {
        return new Audit(Keys.directory(journal).resolve("audit"), InstantSource.system(), 16L * 1024 * 1024, 20);
    }

    Audit(Path directory, InstantSource clock, long mostBytes, int mostFiles) {
        this.clock = clock;
        try {
            this.known = new AuditFiles(directory, "audit", mostBytes, mostFiles);
            this.unknown = new AuditFiles(directory, "unknown", mostBytes, Math.min(mostFiles, FILES_OF_UNKNOWN));
        } catch (IOException e) {
            throw new RefusedException(Code.UNWRITABLE.with(directory, String.valueOf(e.getMessage())), e);
        }
    }

    /** Writes an act down. */
    public void record(Listener.Act act) {
        Data line = Data.fields(
                "at", clock.instant().toString(),
                "tenant", act.identity() == null ? Millrace.TENANT : act.identity().tenant());
        if (act.identity() != null && act.identity().name() != null) {
            line = line.with("actor", act.identity().name());
        }
        if (act.identity() != null && act.identity().onBehalfOf() != null) {
            line = line.with("onBehalfOf", act.identity().onBehalfOf());
        }
        line = line.with("address", act.address()).with("endpoint", act.operation()).with("ids", Data.of(act.ids())).with("status", act.status());
        line = act.code() == null ? line : line.with("code", act.code());
        try {
            (act.identity() == null ? unknown : known).append(line);
            failing.set(false);
        } catch (IOException e) {
            if (!failing.getAndSet(true)) {
                // What was asked is done and in the history; a log that cannot be written does not undo it.
                LOG.log(Level.SEVERE, "The log of acts cannot be written", e);
            }
        }
    }

    /**
     * Which acts somebody wants.
     *
     * @param parts texts that the line of such an act has; they spare the reading of most others
     * @param fits whether an act is one of them
     */
    record Wanted(List<String> parts, Predicate<Data> fits) {
        static final Wanted ALL = new Wanted(List.of(), act -> true);

        Wanted {
            parts = List.copyOf(parts);
        }

        /** The same, with a field that has a value. */
        Wanted with(String field, Data value) {
            List<String> more = new ArrayList<>(parts);
            more.add(Data.of(field).json() + ":" + value.json());
            return new Wanted(more, fits.and(act -> act.at(field).equals(value)));
        }

        Wanted and(Predicate<Data> more) {
            return new Wanted(parts, fits.and(more));
        }

        private boolean mayFit(String line) {
            return parts.stream().allMatch(line::contains);
        }
    }

    /** Acts in order, and where the next page begins. */
    record Found(List<Data> acts, @Nullable String cursor) {}

    /**
     * Some of the acts that fit.
     *
     * @param cursor of the page before, or null for the first page
     * @param still is called now and then; what it throws ends the search
     */
    Found find(Wanted wanted, @Nullable String cursor, int limit, boolean newestFirst, Runnable still) {
        Place[] from = cursor == null ? new Place[2] : places(cursor);
        try {
            Side left = new Side(known.walk(from[0], newestFirst, wanted::mayFit, still), wanted.fits());
            Side right = new Side(unknown.walk(from[1], newestFirst, wanted::mayFit, still), wanted.fits());
            List<Data> found = new ArrayList<>();
            for (Side next = first(left, right, newestFirst); next != null; next = first(left, right, newestFirst)) {
                if (found.size() == limit) {
                    return new Found(found, left.cursor() + "_" + right.cursor());
                }
                found.add(next.take());
            }
            return new Found(found, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many acts fit. */
    long count(Wanted wanted, Runnable still) {
        try {
            long count = 0;
            for (AuditFiles files : List.of(known, unknown)) {
                Side side = new Side(files.walk(null, false, wanted::mayFit, still), wanted.fits());
                for (; side.peek() != null; side.take()) {
                    count++;
                }
            }
            return count;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The side whose next act comes first on the way; null at the end of both. */
    private static @Nullable Side first(Side left, Side right, boolean newestFirst) throws IOException {
        Entry a = left.peek();
        Entry b = right.peek();
        if (a == null || b == null) {
            return a != null ? left : b != null ? right : null;
        }
        int order = a.at().compareTo(b.at());
        return (newestFirst ? order >= 0 : order <= 0) ? left : right;
    }

    /** When an act was. */
    static Instant at(Data act) {
        return Instant.parse(act.at("at").text());
    }

    /** What fits on one walk, one act ahead. */
    private static final class Side {
        private final Walk walk;
        private final Predicate<Data> fits;
        private @Nullable Entry ahead;

        Side(Walk walk, Predicate<Data> fits) {
            this.walk = walk;
            this.fits = fits;
        }

        @Nullable Entry peek() throws IOException {
            while (ahead == null) {
                Entry next = walk.next();
                if (next == null) {
                    return null;
                }
                ahead = fits.test(next.act()) ? next : null;
            }
            return ahead;
        }

        Data take() throws IOException {
            Entry taken = peek();
            ahead = null;
            if (taken == null) {
                throw new IllegalStateException("There is no act ahead");
            }
            return taken.act();
        }

        String cursor() {
            Place place = ahead == null ? walk.position() : ahead.place();
            return place.file() + "." + place.line();
        }
    }

    private static Place[] places(String cursor) {
        Matcher parts = CURSOR.matcher(cursor);
        if (!parts.matches()) {
            throw Exchange.bad("the cursor is none that this server has given");
        }
        return new Place[] {
            new Place(Long.parseLong(parts.group(1)), Integer.parseInt(parts.group(2))),
            new Place(Long.parseLong(parts.group(3)), Integer.parseInt(parts.group(4)))
        };
    }

    @Override
    public void close() {
        for (AuditFiles files : List.of(known, unknown)) {
            try {
                files.close();
            } catch (IOException e) {
                LOG.log(Level.WARNING, "The log of acts cannot be closed", e);
            }
        }
    }
}
