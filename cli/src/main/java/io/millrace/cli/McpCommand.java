package io.millrace.cli;

import io.millrace.Journal;
import io.millrace.Millrace;
import io.millrace.calculus.HistoryIndex;
import io.millrace.client.MillraceClient;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.Version;
import io.millrace.server.api.About;
import io.millrace.server.api.Backend;
import io.millrace.server.api.Endpoints;
import io.millrace.server.api.IncidentIndex;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Listener;
import io.millrace.server.http.Role;
import io.millrace.server.mcp.Desk;
import io.millrace.server.mcp.McpLines;
import io.millrace.server.mcp.OwnDesk;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "mcp",
        sortOptions = false,
        description = {
            "Lets a program take part by the Model Context Protocol: reads its messages from standard input and answers on standard output,",
            "one a line, until the input ends. Nothing else is written there; what goes wrong is written to standard error.",
            "  mill mcp --server http://127.0.0.1:8088 --as drafter --for anna",
            "  mill mcp --journal shop --as drafter --role participant"
        })
final class McpCommand implements Callable<Integer> {
    @Mixin
    private TargetOptions target = new TargetOptions();

    @Option(names = "--as", paramLabel = "NAME", description = "As which participant it acts; the history shows it. A server with security takes it from the key.")
    private @Nullable String actor;

    @Option(names = "--for", paramLabel = "NAME", description = "The person it acts for, whom the history shows beside it. A server's key must be one that may act for others.")
    private @Nullable String person;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            completionCandidates = KeysCommand.Roles.class,
            description = "Its roles at a journal: ${COMPLETION-CANDIDATES} (default: participant and auditor). A server knows the roles of the key.")
    private List<String> roles = List.of("participant", "auditor");

    private final Screen screen;

    McpCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws IOException {
        PrintStream usual = System.out;
        // What a library prints must not stand between messages.
        System.setOut(System.err);
        try {
            switch (target.target()) {
                case TargetOptions.Target.Server server -> serve(new RemoteDesk(client(server), screen));
                case TargetOptions.Target.Journal journal -> serveJournal(journal.directory());
            }
        } finally {
            System.setOut(usual);
        }
        return Mill.FINE;
    }

    private MillraceClient client(TargetOptions.Target.Server server) {
        MillraceClient client = target.client(server);
        client = actor == null ? client : client.actor(actor);
        return person == null ? client : client.onBehalfOf(person);
    }

    private void serve(Desk desk) throws IOException {
        new McpLines(desk, System.in, screen.out()).serve();
    }

    private void serveJournal(Path directory) throws IOException {
        String name = actor;
        if (name == null) {
            throw new RefusedException(Code.BAD_USE.with("At a journal '--as' must say as which participant the program acts"));
        }
        Identity identity = new Identity(name, target.tenant(), given(), person);
        // Looking first refuses what is no journal; opening would make one of it.
        try (Journal journal = JournalOptions.records(JournalOptions.look(directory))) {
            journal.processes(target.tenant());
        }
        try (Millrace mill = Millrace.builder()
                        .everything()
                        .projection(HistoryIndex.INSTANCE)
                        .projection(IncidentIndex.INSTANCE)
                        .store(JournalOptions.open(directory))
                        .open();
                Endpoints endpoints = new Endpoints(
                        new Backend(mill),
                        new About(Version.number(), false, false),
                        () -> JournalOptions.records(JournalOptions.look(directory), JournalOptions.languages()),
                        () -> true,
                        Map.of())) {
            serve(new OwnDesk.Room(endpoints.all(), new Failures()).desk(identity, "standard input"));
        }
    }

    private Set<Role> given() {
        Set<Role> all = EnumSet.noneOf(Role.class);
        for (String word : roles) {
            all.add(Role.of(word).orElseThrow(() -> new RefusedException(Code.BAD_USE.with("There is no role '" + word + "'"))));
        }
        return all;
    }

    /** What fails is told on standard error; the answer has its number. */
    private final class Failures implements Listener.Watch {
        @Override
        public void answered(Endpoint endpoint, Identity identity, int status, long nanos) {}

        @Override
        public void failed(long number, Throwable failure) {
            screen.complain("Request failed, number " + number + ": " + failure);
        }
    }
}
