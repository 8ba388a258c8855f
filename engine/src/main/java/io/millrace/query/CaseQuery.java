package io.millrace.query;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Argument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query of cases: conditions and order. Immutable and safe for use by several threads; each method returns a changed copy, and all
 * conditions must hold together. The engine uses an index for a business key or an attribute if the query also names the process. It
 * refuses an attribute that no version of the process declares.
 *
 * <pre>{@code
 * CaseQuery.ofProcess("order")
 *         .inState(CaseStatus.RUNNING)
 *         .where("country", "DE")
 *         .whereBetween("amount", 100, 500)
 *         .orderedBy("amount")
 *         .descending()
 * }</pre>
 *
 * @param process the name of the process, or null for all
 * @param status the state of the cases, or null for any
 * @param key the business key, or null for any
 * @param where conditions on attributes
 * @param startedFrom the earliest start, or null
 * @param startedBefore the instant before which they started, or null
 * @param endedBefore the instant before which they ended, or null
 * @param incidents whether to return only cases that wait for a person
 * @param newestFirst whether the list begins with the newest case, or with the greatest value of {@code order}
 * @param subCases whether to return sub-cases as well
 * @param order the attribute by whose values the list is ordered, or null to order it by age
 * @param parent the case whose direct sub-cases are wanted, or null for any; finding them does not search other cases
 * @param version the version of the process that the cases run now, or 0 for any; the query must name the process
 */
public record CaseQuery(
        @Nullable String process,
        @Nullable CaseStatus status,
        @Nullable String key,
        List<Where> where,
        @Nullable Instant startedFrom,
        @Nullable Instant startedBefore,
        @Nullable Instant endedBefore,
        boolean incidents,
        boolean newestFirst,
        boolean subCases,
        @Nullable String order,
        @Nullable CaseId parent,
        int version) {

    /** Every root case, oldest first. */
    public static final CaseQuery ALL =
            new CaseQuery(null, null, null, List.of(), null, null, null, false, false, false, null, null);

    public CaseQuery {
        where = List.copyOf(Argument.all(where, "where"));
        if (order != null && process == null) {
            throw new IllegalArgumentException("Argument 'order' is " + order + ". Name the process first: attributes belong to one.");
        }
        Argument.atLeast(0, version, "version");
        if (version > 0 && process == null) {
            throw new IllegalArgumentException("Argument 'version' is " + version + ". Name the process first: versions belong to one.");
        }
    }

    /** A query of the cases of any version. */
    public CaseQuery(
            @Nullable String process,
            @Nullable CaseStatus status,
            @Nullable String key,
            List<Where> where,
            @Nullable Instant startedFrom,
            @Nullable Instant startedBefore,
            @Nullable Instant endedBefore,
            boolean incidents,
            boolean newestFirst,
            boolean subCases,
            @Nullable String order,
            @Nullable CaseId parent) {
        this(process, status, key, where, startedFrom, startedBefore, endedBefore, incidents, newestFirst, subCases, order, parent, 0);
    }

    /** A query of the cases of any parent. */
    public CaseQuery(
            @Nullable String process,
            @Nullable CaseStatus status,
            @Nullable String key,
            List<Where> where,
            @Nullable Instant startedFrom,
            @Nullable Instant startedBefore,
            @Nullable Instant endedBefore,
            boolean incidents,
            boolean newestFirst,
            boolean subCases,
            @Nullable String order) {
        this(process, status, key, where, startedFrom, startedBefore, endedBefore, incidents, newestFirst, subCases, order, null);
    }

    /**
     * A condition on an attribute: its value is in a range, both ends included. Ranges apply to numbers and to texts; other values can only
     * be equal.
     *
     * @param least the least value, or null for no lower bound
     * @param most the greatest value, or null for no upper bound
     */
    public record Where(String attribute, @Nullable Data least, @Nullable Data most) {
        public Where {
            Argument.named(attribute, "attribute");
            if (least == null && most == null) {
                throw new IllegalArgumentException("Argument 'least' and argument 'most' are null. Give a bound.");
            }
            if (least == null || !least.equals(most)) {
                ordered(least, "least");
                ordered(most, "most");
            }
        }

        private static void ordered(@Nullable Data bound, String parameter) {
            if (bound != null && !(bound instanceof Data.Num) && !(bound instanceof Data.Text)) {
                throw Argument.wrong(parameter, bound, "Give a number or a text: other values have no order.");
            }
        }

        /** Whether a value satisfies this condition. */
        public boolean admits(Data value) {
            if (least != null && least.equals(most)) {
                return least.equals(value);
            }
            return (least == null || isOrdered(least, value)) && (most == null || isOrdered(value, most));
        }

        private static boolean isOrdered(Data low, Data high) {
            return switch (low) {
                case Data.Num a when high instanceof Data.Num b -> a.compareTo(b) <= 0;
                case Data.Text a when high instanceof Data.Text b -> a.value().compareTo(b.value()) <= 0;
                case Data other -> false;
            };
        }
    }

    /** The cases of a process, oldest first. */
    public static CaseQuery ofProcess(String process) {
        Argument.named(process, "process");
        return new CaseQuery(process, null, null, List.of(), null, null, null, false, false, false, null, null);
    }

    private CaseQuery started(@Nullable Instant from, @Nullable Instant before) {
        return new CaseQuery(process, status, key, where, from, before, endedBefore, incidents, newestFirst, subCases, order, parent, version);
    }

    /** Only cases in this state. */
    public CaseQuery inState(CaseStatus status) {
        Argument.given(status, "status");
        return new CaseQuery(process, status, key, where, startedFrom, startedBefore, endedBefore, incidents, newestFirst, subCases, order, parent, version);
    }

    /** Only cases that run this version of the process now; a migrated case runs the version that it was migrated to. */
    public CaseQuery ofVersion(int version) {
        Argument.atLeast(1, version, "version");
        return new CaseQuery(process, status, key, where, startedFrom, startedBefore, endedBefore, incidents, newestFirst, subCases, order, parent, version);
    }

    /** Only cases with this business key. */
    public CaseQuery withKey(String key) {
        Argument.given(key, "key");
        return new CaseQuery(process, status, key, where, startedFrom, startedBefore, endedBefore, incidents, newestFirst, subCases, order, parent, version);
    }

    /** Only cases whose attribute has this value. */
    public CaseQuery where(String attribute, Object value) {
        Argument.named(attribute, "attribute");
        Data wanted = Data.of(Argument.given(value, "value"));
        return and(new Where(attribute, wanted, wanted));
    }

    /** Only cases whose attribute lies between two values, both included. */
    public CaseQuery whereBetween(String attribute, Object least, Object most) {
        Argument.named(attribute, "attribute");
        return and(new Where(
                attribute, Data.of(Argument.given(least, "least")), Data.of(Argument.given(most, "most"))));
    }

    /** Only cases whose attribute is at least this value. */
    public CaseQuery whereAtLeast(String attribute, Object least) {
        Argument.named(attribute, "attribute");
        return and(new Where(attribute, Data.of(Argument.given(least, "least")), null));
    }

    /** Only cases whose attribute is at most this value. */
    public CaseQuery whereAtMost(String attribute, Object most) {
        Argument.named(attribute, "attribute");
        return and(new Where(attribute, null, Data.of(Argument.given(most, "most"))));
    }

    private CaseQuery and(Where condition) {
        List<Where> all = new ArrayList<>(where);
        all.add(condition);
        return new CaseQuery(process, status, key, all, startedFrom, startedBefore, endedBefore, incidents, newestFirst, subCases, order, parent, version);
    }

    /** Only cases that started at this instant or later. */
    public CaseQuery startedFrom(Instant instant) {
        return started(Argument.given(instant, "instant"), startedBefore);
    }

    /** Only cases that started before this instant. */
    public CaseQuery startedBefore(Instant instant) {
        return started(startedFrom, Argument.given(instant, "instant"));
    }

    /** Only cases that ended before this instant. */
    public CaseQuery endedBefore(Instant instant) {
        Argument.given(instant, "instant");
        return new CaseQuery(process, status, key, where, startedFrom, startedBefore, instant, incidents, newestFirst, subCases, order, parent, version);
    }

    /** Only cases and sub-cases that wait for a person: with an incident of their own or of their work, or without code. */
    public CaseQuery onlyIncidents() {
        return new CaseQuery(process, status, key, where, startedFrom, startedBefore, endedBefore, true, newestFirst, subCases, order, parent, version);
    }

    /** Whether the list begins with the newest case, or with the greatest value if it is ordered by an attribute. */
    public CaseQuery newestFirst(boolean newestFirst) {
        return new CaseQuery(process, status, key, where, startedFrom, startedBefore, endedBefore, incidents, newestFirst, subCases, order, parent, version);
    }

    /** Also returns sub-cases. */
    public CaseQuery withSubCases() {
        return new CaseQuery(process, status, key, where, startedFrom, startedBefore, endedBefore, incidents, newestFirst, true, order, parent, version);
    }

    /** Only the direct sub-cases of a case, open and ended. */
    public CaseQuery ofParent(CaseId parent) {
        Argument.given(parent, "parent");
        return new CaseQuery(process, status, key, where, startedFrom, startedBefore, endedBefore, incidents, newestFirst, true, order, parent, version);
    }

    /** Ordered by the values of an attribute, least first: numbers before texts. Cases without the attribute are omitted. */
    public CaseQuery orderedBy(String attribute) {
        Argument.named(attribute, "attribute");
        return new CaseQuery(
                process, status, key, where, startedFrom, startedBefore, endedBefore, incidents, newestFirst, subCases, attribute, parent, version);
    }

    /** In the reverse order. */
    public CaseQuery descending() {
        return newestFirst(true);
    }

    /** Whether a case matches this query. */
    public boolean admits(CaseInfo info) {
        Instant ended = info.ended();
        return (process == null || info.process().equals(process))
                && (version == 0 || info.version() == version)
                && (status == null || info.status() == status)
                && (key == null || key.equals(info.key()))
                && where.stream().allMatch(each -> each.admits(info.attributes().at(each.attribute())))
                && (order == null || !info.attributes().at(order).isNothing())
                && (startedFrom == null || !info.started().isBefore(startedFrom))
                && (startedBefore == null || info.started().isBefore(startedBefore))
                && (endedBefore == null || ended != null && ended.isBefore(endedBefore))
                && (parent == null || parent.equals(info.id().parent()))
                && (!incidents || info.incident() != null)
                && (subCases || incidents || info.id().isRoot());
    }
}
