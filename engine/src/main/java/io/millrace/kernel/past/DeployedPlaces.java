package io.millrace.kernel.past;

import io.millrace.data.In;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.CaseRows;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.language.Compiled;
import io.millrace.query.CaseInfo;
import io.millrace.runtime.PayloadCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The places that events of cases speak of by number. They come from the code of the process or, where that is not at hand, from the
 * turn in which it was deployed. A number means a place of one version, so the version of a case at the time of a turn counts.
 */
final class DeployedPlaces {
    private record Versioned(String tenant, String process, int version) {}

    private record CaseOf(String tenant, CaseId id) {}

    /** The places of a case from the turn in which its version came into force up to the last turn that was looked at. */
    private record Span(long from, long upTo, List<String> places) {}

    private final Store store;
    private final Keys keys;
    private final PayloadCodec codec;
    private final Catalogue catalogue;
    private final Map<Versioned, List<String>> places = new HashMap<>();
    private final Map<CaseOf, Span> spans = new HashMap<>();

    DeployedPlaces(Store store, Keys keys, PayloadCodec codec, Catalogue catalogue) {
        this.store = store;
        this.keys = keys;
        this.codec = codec;
        this.catalogue = catalogue;
    }

    /** A case has got another version in a turn that was read. */
    void migrated(EntityId entity, CaseId id) {
        spans.remove(new CaseOf(entity.tenant(), id));
    }

    /** The places by which a case went in one of its turns. Turns are asked for in one direction or the other, without gaps. */
    List<String> of(EntityId entity, CaseId id, long sequence) {
        CaseOf key = new CaseOf(entity.tenant(), id);
        Span known = spans.get(key);
        if (known == null || sequence < known.from()) {
            known = find(entity, id, sequence);
        } else if (sequence > known.upTo()) {
            known = new Span(known.from(), sequence, known.places());
        }
        spans.put(key, known);
        return known.places();
    }

    private Span find(EntityId entity, CaseId id, long sequence) {
        byte[] row = store.get(Table.CASES, Keys.caseById(entity.tenant(), id));
        if (row == null) {
            return new Span(0, sequence, List.of());
        }
        CaseInfo info = CaseRows.read(new In(codec.decode(row)));
        List<List<String>> versions = new ArrayList<>();
        for (int version = 1; version <= Math.max(info.version(), catalogue.versions(entity.tenant(), info.process()).size()); version++) {
            versions.add(of(entity.tenant(), info.process(), version));
        }
        if (versions.stream().distinct().count() == 1) {
            return new Span(0, sequence, versions.getFirst());
        }
        Span[] found = {new Span(0, sequence, List.of())};
        store.scan(Table.EVENTS, keys.event(entity, 1), keys.event(entity, sequence + 1), Store.Direction.BACKWARDS, (turnKey, value) -> {
            long at = new In(turnKey, keys.entity(entity).length(), turnKey.length).int64();
            int version = versionAfter(TurnRecord.read(entity, at, new In(codec.decode(value))), id);
            if (version > 0) {
                found[0] = new Span(at, sequence, version <= versions.size() ? versions.get(version - 1) : List.of());
            }
            return version == 0;
        });
        return found[0];
    }

    /** The version that a case got in a turn, or 0. */
    private static int versionAfter(TurnRecord turn, CaseId id) {
        int version = 0;
        for (TurnRecord.Entry entry : turn.entries()) {
            if (id.equals(entry.caseId())) {
                version = switch (entry.event()) {
                    case Event.CaseStarted started -> started.version();
                    case Event.CaseMigrated migrated -> migrated.version();
                    case Event other -> version;
                };
            }
        }
        return version;
    }

    private List<String> of(String tenant, String process, int version) {
        Versioned key = new Versioned(tenant, process, version);
        List<String> known = places.get(key);
        if (known == null) {
            Compiled<?> code = catalogue.code(tenant, process, version);
            known = code == null ? recorded(key) : code.places();
            places.put(key, known);
        }
        return known;
    }

    /** What the turn says in which the version was deployed. */
    private List<String> recorded(Versioned wanted) {
        EntityId registry = new EntityId.OfRegistry(wanted.tenant());
        List<String> found = new ArrayList<>();
        store.scan(Table.EVENTS, keys.event(registry, 1), keys.event(registry, Long.MAX_VALUE), Store.Direction.FORWARDS, (key, value) -> {
            long at = new In(key, keys.entity(registry).length(), key.length).int64();
            for (TurnRecord.Entry entry : TurnRecord.read(registry, at, new In(codec.decode(value))).entries()) {
                if (entry.event() instanceof Event.ProcessDeployed e && e.name().equals(wanted.process()) && e.version() == wanted.version()) {
                    found.addAll(e.places());
                    return false;
                }
            }
            return true;
        });
        return List.copyOf(found);
    }
}
