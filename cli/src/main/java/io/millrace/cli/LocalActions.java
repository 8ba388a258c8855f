package io.millrace.cli;

import io.millrace.Builder;
import io.millrace.Commands;
import io.millrace.DeployOption;
import io.millrace.Journal;
import io.millrace.Millrace;
import io.millrace.Tenant;
import io.millrace.algebra.run.RuledLanguage;
import io.millrace.client.Deployment;
import io.millrace.client.Source;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.event.Projection;
import io.millrace.language.Compiled;
import io.millrace.language.Finding;
import io.millrace.language.Language;
import io.millrace.language.Plan;
import io.millrace.language.Proof;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Acts on a journal that nobody runs: opens an engine on it for one command. Deploying makes the journal if it is not there; everything else
 * needs one that is.
 */
final class LocalActions implements Actions {
    private final Path directory;
    private final String tenant;
    private final ActOptions as;
    private @Nullable Millrace opened;

    LocalActions(Path directory, String tenant, ActOptions as) {
        this.directory = directory;
        this.tenant = tenant;
        this.as = as;
    }

    private Commands commands() {
        if (opened == null) {
            opened = open();
        }
        Tenant whole = opened.tenant(tenant);
        String actor = as.actor();
        Commands commands = actor == null ? whole.operator() : whole.operator(actor);
        String reason = as.reason();
        commands = reason == null ? commands : commands.because(reason);
        String request = as.request();
        return request == null ? commands : commands.request(request);
    }

    private Millrace open() {
        Builder builder = Millrace.builder().everything();
        // Looking first refuses what is no journal; opening would make one of it. An index that is there is kept: opened without it, the engine removes it.
        try (Journal journal = JournalOptions.records(JournalOptions.look(directory))) {
            for (Projection index : JournalOptions.projections()) {
                builder = journal.has(index) ? builder.projection(index) : builder;
            }
        }
        return builder.store(JournalOptions.open(directory)).open();
    }

    @Override
    public Answer ask(Command command) {
        return commands().ask(command).join();
    }

    @Override
    public Plan plan(Command command) {
        return commands().plan(command).join();
    }

    @Override
    public Deployment deploy(Source source) {
        Compiled<?> process = compile(source);
        if (opened == null && isEmpty(directory)) {
            opened = Millrace.builder().everything().store(JournalOptions.open(directory)).open();
        }
        int version = commands().deploy(process, source.allowUnsound() ? new DeployOption[] {DeployOption.ALLOW_UNSOUND} : new DeployOption[0]);
        return new Deployment(process.contract().name(), version, null, findings(process.findings()));
    }

    @Override
    public Deployment prove(Source source) {
        Compiled<?> process = compile(source);
        Proof proof = process.proof();
        List<Finding> all = Stream.concat(process.findings().stream(), proof.findings().stream()).toList();
        return new Deployment(process.contract().name(), 0, proof.objection(), findings(all));
    }

    private static List<Deployment.Finding> findings(List<Finding> findings) {
        return findings.stream().map(finding -> new Deployment.Finding(finding.problem(), finding.line(), finding.clause())).toList();
    }

    private static boolean isEmpty(Path directory) {
        String[] names = directory.toFile().list();
        return !Files.exists(directory) || names != null && names.length == 0;
    }

    static Compiled<?> compile(Source source) {
        for (Language language : JournalOptions.languages()) {
            if (language.reads(source.file(), source.text())) {
                String name = source.name() == null ? language.processIn(source.file(), source.text()) : source.name();
                Compiled<?> compiled = language.compile(name, source.file(), source.text());
                return source.rules() == null ? compiled : RuledLanguage.with(compiled, "rules", source.rules());
            }
        }
        throw new RefusedException(Code.UNKNOWN_LANGUAGE.with(source.file()));
    }

    @Override
    public void close() {
        if (opened != null) {
            opened.close();
        }
    }
}
