package io.millrace.server;

import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import io.millrace.server.security.Keys;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** A server whose security is on, and callers with keys. */
final class Secured implements AutoCloseable {
    /** A person's work, then work of the bank. */
    static final String CLAIM = """
            :- rpc(clerks, assess(claim), Word), assessed(Word).
            assessed(Word) :- replycontent(Word, ok) : rpc(bank, pay(claim), Done), replycontent(Done, done).
            assessed(Word) :- replycontent(Word, no) : true.
            """;

    final Path journal;
    final Keys keys;
    final Server server;

    Secured(Path directory) {
        this(directory, settings -> settings);
    }

    Secured(Path directory, UnaryOperator<ServerSettings> more) {
        this.journal = directory.resolve("journal");
        this.keys = Keys.of(journal);
        keys.add(ApiKey.Wanted.of("first", "main", Role.ADMINISTRATOR));
        this.server = Server.open(more.apply(ServerSettings.of(journal).port(0)));
    }

    /** Somebody without a key. */
    Caller nobody() {
        return Caller.of(server);
    }

    /** Somebody of the usual tenant. */
    Caller caller(String name, Role... roles) {
        return caller(ApiKey.Wanted.of(name, "main", roles));
    }

    Caller caller(ApiKey.Wanted wanted) {
        return nobody().as(keys.add(wanted).secret());
    }

    @Override
    public void close() {
        server.close();
    }
}
