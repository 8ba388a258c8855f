package io.millrace.server.federation;

import io.millrace.client.Following;
import io.millrace.client.MillraceClient;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.HistoryEvent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of another engine, each in a form that can be repeated at any time:
 *
 * <ul>
 *   <li>A case there has a business key that no other case has, made of the names of this engine and tenant, the case here and the instant
 *       of its start. Before a start is asked for, a case with this key is looked for, however old it is.
 *   <li>A start has a request id, so that one that comes late or twice on the line is recognised. The answer to a request id is remembered
 *       there, also a refusal. Each attempt therefore has an id of its own, which it uses only after those of all attempts before it have
 *       been answered once more.
 *   <li>A cancellation of a case of which no answer came first uses up these ids with a command that does nothing. A start that is still on
 *       its way is refused when it arrives.
 * </ul>
 *
 * <p>What the other engine refuses, and that it does not answer, is a {@link RefusedException}.
 */
final class RemoteEngine {
    /** How often a case is looked for whose start seems to be under way there. */
    private static final int LOOKS = 20;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    /** How many ids of attempts are used up if it is not known how many attempts there were. */
    private static final int UNKNOWN_ATTEMPTS = 20;

    private static final List<String> ENDS = List.of("CaseCompleted", "CaseFailed", "CaseCancelled");
    /** A case that no engine has. */
    private static final CaseId NO_CASE = CaseId.root(Long.MAX_VALUE);

    private final String self;
    private final String name;
    private final EngineSettings settings;
    private final MillraceClient client;

    /** @param self the name of the engine here */
    RemoteEngine(String self, String name, EngineSettings settings) {
        this.self = self;
        this.name = name;
        this.settings = settings;
        MillraceClient plain = MillraceClient.at(settings.url()).actor(self).timeout(settings.timeout());
        MillraceClient tenanted = settings.tenant() == null ? plain : plain.tenant(settings.tenant());
        this.client = settings.key() == null ? tenanted : tenanted.key(settings.key());
    }

    MillraceClient client() {
        return client;
    }

    /** Tells which cases end, from when this returns. */
    Following follow(Consumer<HistoryEvent> listener) {
        return client.follow(null, null, ENDS, listener);
    }

    private String key(Errand errand) {
        return self + "/" + errand.tenant() + "/" + errand.text("key");
    }

    /** The id of the request of one attempt at a start. */
    private static String requestId(String key, int attempt) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest((key + "\n" + attempt).getBytes(StandardCharsets.UTF_8));
            return "engine-" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private Optional<CaseInfo> find(Errand errand, String key) {
        return client.cases(CaseQuery.ofProcess(errand.process()).withKey(key), null, 1).items().stream()
                .filter(info -> key.equals(info.key()))
                .findFirst();
    }

    /**
     * The case there, which is started unless it was before.
     *
     * @param behalf the person for whom it is, or null
     */
    CaseId start(Errand errand, @Nullable String behalf) {
        String key = key(errand);
        return find(errand, key).map(CaseInfo::id).orElseGet(() -> started(errand, key, behalf));
    }

    /** The answer of each attempt is asked for again, so that one of which nothing was heard cannot start a second case. */
    private CaseId started(Errand errand, String key, @Nullable String behalf) {
        MillraceClient asking = client.because("For case " + errand.work().caseId() + " of engine " + self);
        asking = behalf == null ? asking : asking.onBehalfOf(behalf);
        asking = errand.trace() == null ? asking : asking.trace(errand.trace());
        int version = errand.input().at("version").isNothing() ? 0 : errand.input().at("version").asInt();
        Command.Start start = new Command.Start(errand.process(), version, errand.input().at("input"), key);
        Problem refused = Code.SERVER_STRANGE.with(settings.url(), "it gave no answer");
        for (int attempt = 1; attempt <= errand.attempt(); attempt++) {
            switch (asking.request(requestId(key, attempt)).ask(start)) {
                case Answer.Done done -> {
                    return CaseId.parse(done.value().text());
                }
                case Answer.Refused answer when saysNothing(answer.problem().code()) -> throw new RefusedException(answer.problem());
                case Answer.Refused answer -> refused = answer.problem();
                case Answer.Delayed delayed -> throw new RefusedException(new Problem(Code.TOO_BUSY, delayed.problem().message()));
            }
        }
        throw new RefusedException(refused);
    }

    /** Whether a refusal says nothing about the request itself, which may have been taken before. */
    private static boolean saysNothing(Code code) {
        return isPassing(code) || code == Code.NOT_AUTHENTICATED || code == Code.NOT_PERMITTED || code == Code.NOT_FOR_OTHERS;
    }

    /** Whether a problem goes away by itself. */
    static boolean isPassing(Code code) {
        return switch (code) {
            case SERVER_ABSENT, STOPPED, SERVER_STOPS, TOO_MANY_REQUESTS, TOO_BUSY, STORE_FAILED, DISK_FULL, SERVER_FAILED, TOO_SLOW -> true;
            default -> false;
        };
    }

    /**
     * A case there that was started from here. After a restore from an old copy, or at another engine, its number may be another's: then it
     * is gone.
     */
    CaseInfo look(Errand errand, String there) {
        try {
            CaseInfo info = client.look(CaseId.parse(there)).info();
            if (key(errand).equals(info.key())) {
                return info;
            }
        } catch (RefusedException e) {
            if (e.code() != Code.UNKNOWN_CASE) {
                throw e;
            }
        }
        throw new RefusedException(Code.REMOTE_CASE_GONE.with(there, name));
    }

    /** Cancels the case there, and sees to it that none starts later; the case, or null if there is none. */
    @Nullable CaseId cancel(Errand errand) {
        CaseId there = errand.remote() == null ? fenced(errand) : known(errand, errand.remote());
        if (there != null) {
            switch (client.ask(new Command.CancelCase(there, errand.text("reason")))) {
                case Answer.Done done -> {}
                case Answer.Delayed delayed -> {}
                case Answer.Refused refused -> {
                    if (refused.problem().code() != Code.CASE_ENDED && refused.problem().code() != Code.UNKNOWN_CASE) {
                        throw new RefusedException(refused.problem());
                    }
                }
            }
        }
        return there;
    }

    private @Nullable CaseId known(Errand errand, String there) {
        try {
            return look(errand, there).id();
        } catch (RefusedException e) {
            if (e.code() == Code.REMOTE_CASE_GONE) {
                return null;
            }
            throw e;
        }
    }

    /** Uses up the ids of all starts, and gives the case that one of them has started before, or null. */
    private @Nullable CaseId fenced(Errand errand) {
        String key = key(errand);
        Data attempts = errand.input().at("attempts");
        int most = attempts.isNothing() || attempts.asInt() == 0 ? UNKNOWN_ATTEMPTS : attempts.asInt();
        boolean used = false;
        for (int attempt = 1; attempt <= most; attempt++) {
            Answer answer = client.request(requestId(key, attempt)).ask(new Command.CancelCase(NO_CASE, "not wanted any more"));
            if (!(answer instanceof Answer.Refused refused)) {
                throw new RefusedException(Code.SERVER_STRANGE.with(settings.url(), "it has a case " + NO_CASE));
            }
            if (refused.problem().code() != Code.UNKNOWN_CASE && refused.problem().code() != Code.REQUEST_REUSED) {
                throw new RefusedException(refused.problem());
            }
            used |= refused.problem().code() == Code.REQUEST_REUSED;
        }
        Optional<CaseInfo> found = find(errand, key);
        for (int i = 0; used && found.isEmpty() && i < LOOKS; i++) {
            // A case whose key must be unique begins a moment after its start was answered; or the start was refused, and there will never be one.
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            found = find(errand, key);
        }
        return found.map(CaseInfo::id).orElse(null);
    }
}
