package io.millrace.kernel.past;

import io.millrace.data.In;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.CaseRows;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.entity.Opaque;
import io.millrace.kernel.entity.Processes;
import io.millrace.kernel.index.Listings;
import io.millrace.kernel.index.Parts;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Keys;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.Moment;
import io.millrace.query.Page;
import io.millrace.query.Reason;
import io.millrace.runtime.PayloadCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Rebuilds cases as they were, from snapshots that were kept and the turns after them. */
public final class StoredMoment implements Moment {
    /** How many cases a page looks at before it gives back what it has with a cursor to go on from. */
    private static final int LOOKED_AT = 10_000;

    private final Store store;
    private final Keys keys;
    private final PayloadCodec codec;
    private final Catalogue catalogue;
    private final Loader loader;
    private final Parts parts;
    private final String tenant;
    private final Instant instant;
    private final Turns turns;

    public StoredMoment(
            Store store,
            Keys keys,
            PayloadCodec codec,
            Catalogue catalogue,
            Loader loader,
            Parts parts,
            String tenant,
            Instant instant) {
        if (!parts.history()) {
            throw new RefusedException(Code.PART_MISSING.with("history"));
        }
        this.store = store;
        this.keys = keys;
        this.codec = codec;
        this.catalogue = catalogue;
        this.loader = loader;
        this.parts = parts;
        this.tenant = Argument.named(tenant, "tenant");
        this.instant = Argument.given(instant, "instant");
        this.turns = new Turns(store, keys, codec);
    }

    @Override
    public Instant instant() {
        return instant;
    }

    /** The root case of an id with its sub-cases, as it was; without any if it had not started. */
    CaseEntity entity(CaseId id) {
        EntityId.OfCase of = EntityId.OfCase.of(tenant, id);
        return (CaseEntity) loader.at(of, turns.at(of, instant), Opaque.around(catalogue.of(tenant), new HashSet<>()));
    }

    @Override
    public CaseDetails look(CaseId id) {
        CaseState member = member(entity(Argument.given(id, "id")), id);
        return member == null ? CaseRows.details(ended(id)) : CaseRows.details(member);
    }

    @Override
    public List<CaseDetails> family(CaseId id, int most) {
        Argument.atLeast(1, most, "most");
        List<CaseDetails> family = Family.details(entity(Argument.given(id, "id")), id, most);
        return family.isEmpty() ? List.of(CaseRows.details(ended(id))) : family;
    }

    @Override
    public Reason why(CaseId id, String task) {
        Argument.named(task, "task");
        return explained(Argument.given(id, "id"), (why, entity) -> {
            CaseState member = member(entity, id);
            CaseInfo info = member == null ? ended(id) : CaseRows.info(member);
            return why.of(entity, info, member, task);
        });
    }

    @Override
    public Reason why(WorkId work) {
        CaseId id = Argument.given(work, "work").caseId();
        return explained(id, (why, entity) -> new ItemWhy(why).of(entity, member(entity, id), work));
    }

    private Reason explained(CaseId id, BiFunction<Why, CaseEntity, Reason> explanation) {
        EntityId.OfCase of = EntityId.OfCase.of(tenant, id);
        Processes processes = Opaque.around(catalogue.of(tenant), new HashSet<>());
        long turn = turns.at(of, instant);
        CaseEntity entity = (CaseEntity) loader.at(of, turn, processes);
        return explanation.apply(new Why(store, keys, codec, loader, processes, of, turn, instant), entity);
    }

    private static @Nullable CaseState member(CaseEntity entity, CaseId id) {
        CaseState member = entity.member(id);
        return member == null || member.process.isEmpty() ? null : member;
    }

    /** A sub-case that had ended has left its root case; the list of cases remembers it. */
    private CaseInfo ended(CaseId id) {
        byte[] row = store.get(Table.CASES, Keys.caseById(tenant, id));
        CaseInfo info = row == null ? null : CaseRows.read(new In(codec.decode(row)));
        Instant started = info != null ? info.started() : id.isRoot() ? turns.first(EntityId.OfCase.of(tenant, id)) : null;
        if (started != null && started.isAfter(instant)) {
            throw new RefusedException(Code.NOT_YET.with(id, instant, started));
        }
        if (info == null || info.ended() == null) {
            throw new RefusedException(Code.UNKNOWN_CASE.with(id));
        }
        return info;
    }

    @Override
    public Page<CaseInfo> cases(CaseQuery query, @Nullable String cursor, int limit) {
        Argument.given(query, "query");
        Argument.atLeast(1, limit, "limit");
        if (!parts.cases()) {
            throw new RefusedException(Code.PART_MISSING.with("cases"));
        }
        if (query.order() != null) {
            throw Argument.wrong("order", query.order(), "Order cases of the past by age: attributes are indexed as they are now.");
        }
        Listings.demandAttributes(catalogue, tenant, query);
        byte[] prefix = (query.parent() == null ? Keys.casesOf(tenant) : Keys.casesWithin(tenant, query.parent())).toBytes();
        boolean backwards = query.newestFirst();
        byte[] from = cursor == null || backwards ? prefix : Listings.within(cursor, prefix, Keys.after(prefix));
        byte[] to = cursor == null || !backwards ? Keys.after(prefix) : Listings.within(cursor, prefix, Keys.after(prefix));
        List<CaseInfo> found = new ArrayList<>();
        byte[][] next = {null};
        int[] looked = {0};
        Root last = new Root();
        store.scan(Table.CASES, from, to, backwards ? Store.Direction.BACKWARDS : Store.Direction.FORWARDS, (key, value) -> {
            if (found.size() == limit || looked[0]++ == LOOKED_AT) {
                next[0] = backwards ? Arrays.copyOf(key, key.length + 1) : key;
                return false;
            }
            CaseInfo then = then(CaseRows.read(new In(codec.decode(value))), query, last);
            if (then != null && query.admits(then)) {
                found.add(then);
            }
            return true;
        });
        return new Page<>(found, next[0] == null ? null : HexFormat.of().formatHex(next[0]));
    }

    /** The root case that was looked at last: its sub-cases follow it in the list. */
    private final class Root {
        private @Nullable CaseEntity entity;
        private long root;

        CaseEntity of(CaseId id) {
            CaseEntity now = entity;
            if (now == null || root != id.root()) {
                now = entity(id);
                entity = now;
                root = id.root();
            }
            return now;
        }
    }

    /** A case as it was, from the row that shows it as it is; null if it was not there or cannot be wanted. */
    private @Nullable CaseInfo then(CaseInfo now, CaseQuery query, Root last) {
        Instant ended = now.ended();
        if (now.started().isAfter(instant) || isNeverWanted(now, query)) {
            return null;
        }
        if (ended != null && !ended.isAfter(instant)) {
            return now;
        }
        if (query.status() != null && !query.status().isOpen()) {
            return null;
        }
        CaseState member = member(last.of(now.id()), now.id());
        return member == null ? null : CaseRows.row(member);
    }

    /** What never changes in a case's life is compared before it is rebuilt. */
    private static boolean isNeverWanted(CaseInfo now, CaseQuery query) {
        return query.process() != null && !now.process().equals(query.process())
                || query.key() != null && !query.key().equals(now.key())
                || query.startedBefore() != null && !now.started().isBefore(query.startedBefore())
                || !query.subCases() && !query.incidents() && !now.id().isRoot();
    }
}
