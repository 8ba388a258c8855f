package io.millrace.server.federation;

import io.millrace.Millrace;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.server.Part;
import io.millrace.server.http.Endpoint;
import io.millrace.work.Handler;
import io.millrace.work.Limits;
import io.millrace.work.Work;
import io.millrace.work.WorkState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives cases to other engines. The engine here calls for a piece of work of a {@link RemoteProcess}; the errand goes to the {@link Peer},
 * and its result comes later.
 */
public final class Federation implements Part {
    private static final Limits LIMITS = Limits.atOnce(1_000);
    /** What a header can carry as it is. */
    private static final Pattern PLAIN = Pattern.compile("[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?");

    private final Millrace mill;
    private final Map<String, Peer> peers = new TreeMap<>();
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private final Here here = new Here();
    private final FederationApi api;

    Federation(FederationSettings settings, Part.Place place) {
        this.mill = place.mill();
        settings.engines().forEach((name, engine) -> peers.put(name, new Peer(settings.name(), name, engine, here)));
        this.api = new FederationApi(place.backend(), peers);
    }

    @Override
    public String name() {
        return "Federation";
    }

    @Override
    public List<Endpoint> endpoints() {
        return api.endpoints();
    }

    @Override
    public void start(String address) {
        peers.values().forEach(Peer::start);
        for (String task : List.of(RemoteProcess.START, RemoteProcess.RESULT, RemoteProcess.CANCEL)) {
            mill.on(RemoteProcess.handler(task), LIMITS, new Taking(task));
        }
    }

    @Override
    public void close() {
        peers.values().forEach(Peer::close);
    }

    /** Takes the engine's calls. */
    private final class Taking implements Handler {
        private final String task;

        Taking(String task) {
            this.task = task;
        }

        @Override
        public Object handle(Work work) {
            Errand errand = Errand.of(task, work);
            Peer peer = peers.get(errand.engine());
            Problem refusal = peer == null ? unknown(errand.engine()) : peer.refusal(errand);
            if (peer == null || refusal != null) {
                here.fail(errand, refusal == null ? unknown(errand.engine()) : refusal, false);
                return Work.BROUGHT;
            }
            if (underWay.add(errand.token())) {
                peer.add(errand);
            }
            return Work.LATER;
        }

        private Problem unknown(String engine) {
            return Code.UNKNOWN_ENGINE.with(engine, peers.isEmpty() ? "it names none" : "it names " + String.join(", ", peers.keySet()));
        }

        @Override
        public boolean resumes() {
            return true;
        }
    }

    /** The engine here. */
    private final class Here implements Peer.Ground {
        @Override
        public boolean isOpen(Errand errand) {
            boolean open;
            try {
                open = mill.tenant(errand.tenant()).find(errand.work().caseId()).work().stream()
                        .anyMatch(item -> item.id().equals(errand.work())
                                && item.attempt() == errand.attempt()
                                && item.state() == WorkState.STARTED);
            } catch (RefusedException e) {
                if (e.code() != Code.UNKNOWN_CASE && e.code() != Code.CASE_ENDED) {
                    throw new Peer.NotNow(e);
                }
                open = false;
            }
            if (!open) {
                underWay.remove(errand.token());
            }
            return open;
        }

        @Override
        public @Nullable String behalf(Errand errand) {
            CaseId root = CaseId.root(errand.work().caseId().root());
            try {
                for (HistoryEvent first : mill.tenant(errand.tenant()).history().ofCase(root, null, 1, History.Order.OLDEST_FIRST).items()) {
                    String who = first.onBehalfOf() == null ? first.actor() : first.onBehalfOf();
                    return who != null && PLAIN.matcher(who).matches() ? who : null;
                }
                return null;
            } catch (RefusedException e) {
                throw new Peer.NotNow(e);
            }
        }

        @Override
        public void complete(Errand errand, Data output) {
            report(errand, new Command.Complete(errand.work(), output, errand.attempt()));
        }

        @Override
        public void fail(Errand errand, Problem problem, boolean again) {
            List<String> kinds = again ? List.of() : List.of(Hopeless.class.getName());
            report(errand, new Command.Fail(errand.work(), problem.message(), errand.attempt(), true, kinds));
        }

        /** A result that the engine cannot take now is given again; one that it does not want any more is dropped. */
        private void report(Errand errand, Command.OfWork command) {
            Answer answer = mill.tenant(errand.tenant()).operator().ask(command).join();
            if (answer instanceof Answer.Refused refused) {
                switch (refused.problem().code()) {
                    case OLD_ATTEMPT, UNKNOWN_WORK, UNKNOWN_CASE, CASE_ENDED, WORK_STATE, WORK_SUSPENDED -> {}
                    case TOO_LARGE, DATA_TYPE -> fail(errand, refused.problem(), false);
                    default -> throw new Peer.NotNow(new RefusedException(refused.problem()));
                }
            }
            underWay.remove(errand.token());
        }
    }
}
