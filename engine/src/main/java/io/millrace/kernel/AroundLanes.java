package io.millrace.kernel;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.command.Effect;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.entity.Processes;
import io.millrace.kernel.index.Heads;
import io.millrace.kernel.lane.Committer;
import io.millrace.kernel.lane.Lane;
import io.millrace.kernel.lane.Lanes;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Outbox;
import io.millrace.language.Compiled;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.runtime.Log;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** What lies around the lanes: where their turns find their inputs, and who hears of a turn once it is durable. */
final class AroundLanes implements Lane.Surroundings {
    private final Setup setup;
    private final Catalogue catalogue;
    private final Function<String, Ledger.Surroundings> inputs;
    private final Heads heads;
    private final Outbox outbox;
    private final Lanes lanes;
    private final Committer committer;
    private final Departures departures;
    private final Watchers watchers;
    private final Log log;
    private final Map<String, Ledger.Surroundings> byTenant = new ConcurrentHashMap<>();
    private final Set<String> missed = ConcurrentHashMap.newKeySet();
    /** Missing code that may come within some seconds. */
    private final Set<String> waitedFor = ConcurrentHashMap.newKeySet();

    AroundLanes(
            Setup setup,
            Catalogue catalogue,
            Function<String, Ledger.Surroundings> inputs,
            Heads heads,
            Outbox outbox,
            Lanes lanes,
            Committer committer,
            Departures departures,
            Watchers watchers,
            Log log) {
        this.setup = setup;
        this.catalogue = catalogue;
        this.inputs = inputs;
        this.heads = heads;
        this.outbox = outbox;
        this.lanes = lanes;
        this.committer = committer;
        this.departures = departures;
        this.watchers = watchers;
        this.log = log;
    }

    @Override
    public Ledger.Surroundings of(String tenant) {
        return byTenant.computeIfAbsent(tenant, inputs);
    }

    @Override
    public void committed(Ledger ledger, Answer answer) {
        if (!ledger.works.isEmpty()) {
            heads.committed(ledger.tenant(), ledger.works.values());
        }
        Notices.of(ledger, setup.monitor(), log);
        if (!(ledger.entity instanceof CaseEntity)) {
            ledger.entries.forEach(entry -> catalogue.changed(ledger.entity.id, entry.event()));
        } else {
            catalogue.changed(ledger.tenant(), ledger.entries);
        }
        if (ledger.input instanceof Input.Register register
                && register.command() instanceof Command.Deploy deploy
                && answer instanceof Answer.Done done) {
            deployed(ledger.tenant(), deploy.process(), done.value().asInt());
        }
    }

    @Override
    public void deliver(Input.Taken message) {
        outbox.delivered(message);
        lanes.deliver(message, committer.epoch());
    }

    @Override
    public void released(List<Effect> effects) {
        departures.add(effects);
    }

    @Override
    public void progressed(EntityId entity) {
        watchers.progressed(entity);
    }

    @Override
    public void missing(Problem problem) {
        if (missed.add(problem.message())) {
            log.problem(problem);
        }
    }

    /** Logged when the code is still missing some seconds later: applications deploy their processes after they open the engine. */
    @Override
    public void parked(Processes.MissingCodeException missing) {
        Problem problem = Code.NO_CODE.with(missing.process, missing.version);
        // One look is enough, however many messages wait for the same code.
        if (waitedFor.add(problem.message())) {
            setup.time().wakeAt(setup.time().now().plus(Deployments.PATIENCE), () -> {
                waitedFor.remove(problem.message());
                if (catalogue.all().stream()
                        .anyMatch(each -> !each.hasCode()
                                && each.version() == missing.version
                                && each.process().equals(missing.process))) {
                    missing(problem);
                }
            });
        }
    }

    @Override
    public Runnable ticking(Lane lane) {
        return () -> lanes.tick(lane);
    }

    @Override
    public boolean holds(Input.Taken message) {
        return outbox.holds(message);
    }

    /** The code of a version is here: what waited for it goes on. */
    private void deployed(String tenant, Compiled<?> code, int version) {
        catalogue.bind(tenant, code.contract().name(), version, code);
        lanes.unpark();
    }
}
