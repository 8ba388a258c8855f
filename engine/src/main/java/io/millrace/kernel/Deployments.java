package io.millrace.kernel;

import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.entity.RegistryEntity;
import io.millrace.kernel.index.Listings;
import io.millrace.kernel.past.DeploymentTurns;
import io.millrace.language.Compiled;
import io.millrace.language.ProcessName;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.query.ProcessVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What tenants have deployed, and what is wrong with it. */
public final class Deployments {
    /** How long an engine waits for an application to deploy what its open cases need before it logs that it is missing. */
    public static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Catalogue catalogue;
    private final Listings lists;
    private final DeploymentTurns turns;

    Deployments(Catalogue catalogue, Listings lists, DeploymentTurns turns) {
        this.catalogue = catalogue;
        this.lists = lists;
        this.turns = turns;
    }

    /** The names of what is deployed. */
    public List<String> names(String tenant) {
        return catalogue.names(tenant);
    }

    /** The versions of a process, oldest first. */
    public List<ProcessVersion> versions(String tenant, String process) {
        return catalogue.versions(tenant, process).stream()
                .map(version -> version(tenant, process, version))
                .toList();
    }

    private ProcessVersion version(String tenant, String process, RegistryEntity.Version version) {
        DeploymentTurns.Deployment deployment = turns.of(tenant, ProcessName.parse(process).whole(), version.number());
        return new ProcessVersion(
                process,
                version.number(),
                version.language(),
                version.fingerprint(),
                code(tenant, process, version.number()) != null,
                deployment == null ? null : deployment.at(),
                deployment == null ? null : deployment.actor());
    }

    /** How many versions of processes are deployed, in all tenants. */
    public int count() {
        return catalogue.all().size();
    }

    /** What is wrong with what is deployed: stored text that cannot be compiled, and open cases whose code is missing. */
    public List<Problem> problems() {
        List<Problem> problems = new ArrayList<>();
        for (Catalogue.Deployed each : catalogue.all()) {
            String unreadable = each.unreadable();
            if (unreadable != null) {
                problems.add(Code.STORED_SOURCE.with(each.process(), each.version(), unreadable));
            } else if (!each.hasCode() && lists.hasOpen(each.tenant(), each.process(), each.version())) {
                problems.add(Code.NO_CODE.with(each.process(), each.version()));
            }
        }
        return problems;
    }

    /** Whether this definition is a version already. */
    public boolean isDeployed(String tenant, Compiled<?> process) {
        return catalogue.versions(tenant, process.contract().name()).stream()
                .anyMatch(version -> version.fingerprint().equals(process.fingerprint()));
    }

    /** The newest version of each, as far as its code is there. */
    public List<Compiled<?>> newest(String tenant) {
        List<Compiled<?>> newest = new ArrayList<>();
        for (String process : names(tenant)) {
            Compiled<?> code = code(tenant, process, newestVersion(tenant, process));
            if (code != null) {
                newest.add(code);
            }
        }
        return newest;
    }

    /** The newest version of a process, or 0. */
    public int newestVersion(String tenant, String process) {
        return catalogue.of(tenant).newest(process);
    }

    /** The code of a version, if it is there. */
    public @Nullable Compiled<?> code(String tenant, String process, int version) {
        return catalogue.code(tenant, process, version);
    }
}
