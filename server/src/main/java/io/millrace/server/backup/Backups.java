package io.millrace.server.backup;

import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.Part;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** Backups that a server makes of its own journal when it is asked to, in a directory next to it. */
public final class Backups implements Part {
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final String PATTERN = "\\d{8}T\\d{6}\\.\\d{3}Z";

    private static final Schema.Fields MADE = object(
            "Backup",
            "a copy of the journal on the server's machine",
            must("backup", text("its name in the directory of backups")),
            must("until", instant("when the last commit was that it holds")),
            must("rows", whole("how many rows it has")),
            must("bytes", whole("how large it is")));

    private final Path journal;
    private final Path directory;
    /** One at a time: each reads the whole journal. */
    private final ReentrantLock making = new ReentrantLock();

    private Backups(Path journal, Path directory) {
        this.journal = journal;
        this.directory = directory;
    }

    /** Backups of a journal, in a directory next to it. */
    public static Part.Maker of(Path journal) {
        Path real = journal.toAbsolutePath().normalize();
        return place -> new Backups(real, real.resolveSibling(real.getFileName() + "-backups"));
    }

    @Override
    public String name() {
        return "Operations";
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/backups", "makeBackup")
                        .summary("Copies the journal while the engine runs, and verifies the copy. It is on the server's machine, in the directory of backups.")
                        .access(Access.RETAIN)
                        .once()
                        .body(object(null, "", may("replay", truth("whether to replay every turn of the copy, too"))))
                        .answers(201, MADE)
                        .does(this::make),
                Endpoint.get("/backups", "listBackups")
                        .summary("Lists the backups on the server's machine, the oldest first.")
                        .access(Access.RETAIN)
                        .lists("BackupPage", object("BackupName", "a backup", must("backup", text("its name"))))
                        .does(this::listed));
    }

    private Reply make(Exchange exchange) throws IOException {
        exchange.identity().demandAllTenants("backups");
        if (!making.tryLock()) {
            throw new RefusedException(Code.BACKUP_REFUSED.with(directory.getFileName(), "another backup is being made"));
        }
        try {
            // Each attempt has a name of its own, so none comes upon what another one left.
            Backup.removeUnfinished(directory, PATTERN);
            // The name of a backup is an instant, so two never have the same.
            Path to = directory.resolve(NAME.format(Instant.now()));
            Backup.Made made = Backup.make(journal, to, exchange.body().at("replay").equals(Data.of(true)), rows -> {});
            return Reply.created(Data.fields(
                    "backup", String.valueOf(to.getFileName()), "until", made.until().toString(), "rows", made.rows(), "bytes", made.bytes()));
        } finally {
            making.unlock();
        }
    }

    private Reply listed(Exchange exchange) throws IOException {
        exchange.identity().demandAllTenants("backups");
        if (!Files.isDirectory(directory)) {
            return Listing.of(exchange, List.of());
        }
        try (Stream<Path> all = Files.list(directory)) {
            return Listing.of(
                    exchange,
                    all.map(each -> String.valueOf(each.getFileName()))
                            .filter(name -> name.matches(PATTERN))
                            .sorted()
                            .<Data>map(name -> Data.fields("backup", name))
                            .toList());
        }
    }
}
