package io.millrace.cli;

import io.millrace.Millrace;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import io.millrace.server.security.Keys;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "keys",
        sortOptions = false,
        description = {
            "Makes, lists and revokes the API keys of a server, whether it runs or not.",
            "'add' prints the secret, which is stored nowhere and cannot be shown again."
        })
final class KeysCommand implements Runnable {
    /** What can be done, for completion. */
    static final class Actions implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("add", "list", "revoke").iterator();
        }
    }

    /** The roles, for completion. */
    static final class Roles implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Role.values()).map(Role::word).iterator();
        }
    }

    /** A span as this program writes it, or as ISO 8601 does. */
    static final class Expiry implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            try {
                return Duration.parse(text);
            } catch (DateTimeParseException e) {
                return new Spans().convert(text);
            }
        }
    }

    @Parameters(index = "0", paramLabel = "ACTION", completionCandidates = Actions.class, description = "add, list or revoke.")
    private String action = "list";

    @Parameters(index = "1", arity = "0..1", paramLabel = "NAME", description = "As whom the key acts; to revoke, a name or the id of a key.")
    private @Nullable String name;

    @Option(names = "--role", paramLabel = "ROLE", completionCandidates = Roles.class, description = "A role of the key: ${COMPLETION-CANDIDATES}. May be given several times.")
    private List<String> roles = new ArrayList<>();

    @Option(names = "--tenant", paramLabel = "NAME", description = "The tenant of the key (default: main); to list or revoke, only keys of this tenant.")
    private @Nullable String tenant;

    @Option(names = "--expires", paramLabel = "SPAN", converter = Expiry.class, description = "After which the key ends, such as 30d or P30D.")
    private @Nullable Duration expires;

    @Option(names = "--for-others", description = "The key may name a person on whose behalf it acts.")
    private boolean forOthers;

    @Option(names = "--task", paramLabel = "TASK", description = "A worker's key is for the jobs of this task only. May be given several times.")
    private List<String> tasks = new ArrayList<>();

    @Option(names = "--process", paramLabel = "PROCESS", description = "A worker's key is for this process only. May be given several times.")
    private List<String> processes = new ArrayList<>();

    @Option(
            names = {"-j", "--journal", "--dir"},
            paramLabel = "DIR",
            defaultValue = "${env:MILL_JOURNAL:-journal}",
            description = "The directory of the server's journal (default: $MILL_JOURNAL, or 'journal').")
    private Path journal = Path.of("journal");

    @Option(names = "--json", description = "One JSON object for each key.")
    private boolean json;

    private final Screen screen;

    KeysCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        Keys keys = Keys.of(journal);
        switch (action) {
            case "add" -> add(keys, named());
            case "list" -> list(keys);
            case "revoke" -> keys.revoke(tenant, named()).forEach(this::revoked);
            default -> throw new RefusedException(Nearest.problem("'mill keys' cannot '" + action + "'", action, List.of("add", "list", "revoke")));
        }
    }

    private String named() {
        if (name == null) {
            throw new RefusedException(wrong("'mill keys " + action + "' needs a NAME"));
        }
        return name;
    }

    private void add(Keys keys, String given) {
        ApiKey.Wanted wanted = new ApiKey.Wanted(
                given,
                tenant == null ? Millrace.TENANT : tenant,
                roles(),
                forOthers,
                new Identity.Scope(new HashSet<>(tasks), new HashSet<>(processes)),
                expires == null ? null : Instant.now().plus(expires));
        Keys.Created created = keys.add(wanted);
        if (json) {
            screen.println(created.key().toData().with("secret", created.secret()).json());
        } else {
            screen.println(created.secret());
        }
    }

    private Set<Role> roles() {
        Set<Role> found = EnumSet.noneOf(Role.class);
        for (String word : roles) {
            List<String> known = Arrays.stream(Role.values()).map(Role::word).toList();
            found.add(Role.of(word).orElseThrow(() -> new RefusedException(Nearest.problem("There is no role '" + word + "'", word, known))));
        }
        if (found.isEmpty()) {
            throw new RefusedException(wrong("'mill keys add' needs a --role"));
        }
        return found;
    }

    private static Problem wrong(String sentence) {
        return Mill.badUse(sentence, "See 'mill keys --help'.");
    }

    private void list(Keys keys) {
        Columns table = new Columns("id", "name", "tenant", "roles", "only", "state");
        Instant now = Instant.now();
        for (ApiKey key : keys.all()) {
            if (tenant != null && !key.tenant().equals(tenant)) {
                continue;
            }
            if (json) {
                screen.println(key.toData().json());
            } else {
                table.row(
                        key.id(),
                        key.name(),
                        key.tenant(),
                        key.roles().stream().sorted().map(Role::word).collect(Collectors.joining(", ")),
                        only(key.scope()),
                        state(key, now));
            }
        }
        if (!json) {
            if (table.isEmpty()) {
                screen.println("There are no keys.");
            } else {
                table.print(screen);
            }
        }
    }

    private static String only(Identity.Scope scope) {
        List<String> words = new ArrayList<>(scope.tasks().stream().sorted().toList());
        words.addAll(scope.processes().stream().sorted().toList());
        return String.join(", ", words);
    }

    private static String state(ApiKey key, Instant now) {
        Instant revoked = key.revoked();
        if (revoked != null) {
            return "revoked " + Spans.fromNow(revoked, now);
        }
        Instant end = key.expires();
        if (end == null) {
            return "in use";
        }
        return key.isUsable(now) ? "ends " + Spans.fromNow(end, now) : "ended " + Spans.fromNow(end, now);
    }

    private void revoked(ApiKey key) {
        if (json) {
            screen.println(key.toData().json());
        } else {
            screen.println("Key " + key.id() + " of " + key.name() + " is revoked.");
        }
    }
}
