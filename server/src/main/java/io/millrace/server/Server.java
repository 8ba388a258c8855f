package io.millrace.server;

import io.helidon.common.tls.Tls;
import io.millrace.Journal;
import io.millrace.Millrace;
import io.millrace.calculus.HistoryIndex;
import io.millrace.event.Projection;
import io.millrace.journal.Store;
import io.millrace.journal.StoreProvider;
import io.millrace.language.Language;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.runtime.Counters;
import io.millrace.runtime.PayloadCodec;
import io.millrace.server.api.About;
import io.millrace.server.api.Backend;
import io.millrace.server.api.Endpoints;
import io.millrace.server.api.IncidentIndex;
import io.millrace.server.backup.Backups;
import io.millrace.server.channel.ChannelPart;
import io.millrace.server.federation.Federation;
import io.millrace.server.federation.FederationSettings;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Guard;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Listener;
import io.millrace.server.http.Role;
import io.millrace.server.http.Route;
import io.millrace.server.mcp.McpHttp;
import io.millrace.server.mcp.OwnDesk;
import io.millrace.server.monitor.Metrics;
import io.millrace.server.monitor.Requests;
import io.millrace.server.security.Audit;
import io.millrace.server.security.Certificate;
import io.millrace.server.security.Gatekeeper;
import io.millrace.server.security.Keys;
import io.millrace.server.security.OidcSettings;
import io.millrace.server.security.SecurityApi;
import io.millrace.server.security.SecuritySettings;
import io.millrace.server.ui.WebPages;
import io.millrace.store.rocksdb.RocksStore;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An engine with its journal, and HTTP in front of it. Safe for use by several threads. */
public final class Server implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final Set<Role> ALL = EnumSet.allOf(Role.class);
    private static final WebPages PAGES = WebPages.ofClassPath();
    private static final Set<String> ANY_ADDRESS = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

    private final Millrace mill;
    private final Endpoints endpoints;
    private final Listener listener;
    private final ServerSettings settings;
    private final @Nullable Audit audit;
    private final Drain drain = new Drain();
    private final Counters counters = new Counters();
    private final Requests requests = new Requests(drain::running);
    private final AtomicBoolean ready = new AtomicBoolean();
    private final List<Part> parts = new ArrayList<>();
    private final McpHttp mcp;

    private Server(ServerSettings settings) {
        this.settings = settings;
        Keys keys = Keys.of(settings.journal());
        boolean secure = isSecure(settings, keys);
        Tls tls = settings.certificate() == null ? null : Certificate.tls(settings.certificate(), settings.key());
        this.audit = secure ? Audit.of(settings.journal()) : null;
        Store store = RocksStore.open(settings.journal());
        String identity;
        boolean opened = false;
        try {
            identity = EngineIdentity.of(store);
            this.mill = Millrace.builder()
                    .everything()
                    .projection(HistoryIndex.INSTANCE)
                    .projection(IncidentIndex.INSTANCE)
                    .monitor(counters)
                    .store(store)
                    .open();
            opened = true;
        } finally {
            if (!opened) {
                store.close();
            }
        }
        boolean listening = false;
        try {
            Backend backend = new Backend(mill);
            Log log = new Log(audit, requests);
            Part.Place place = new Part.Place(mill, backend, Keys.directory(settings.journal()), identity, log::acted);
            parts.add(Metrics.of(counters, requests, settings.journal(), InstantSource.system()).make(place));
            parts.add(Backups.of(settings.journal()).make(place));
            parts.add(ChannelPart.of(settings.channels()).make(place));
            settings.parts().forEach(part -> parts.add(part.make(place)));
            if (parts.stream().noneMatch(Federation.class::isInstance)) {
                parts.add(FederationSettings.NONE.make(place));
            }
            Map<String, List<Endpoint>> others = new LinkedHashMap<>();
            others.put("Security", new SecurityApi(keys, audit).endpoints());
            parts.forEach(part -> others.merge(part.name(), part.endpoints(), Server::both));
            this.endpoints = new Endpoints(backend, new About(Version.number(), secure, settings.demo()), () -> look(settings), ready::get, others);
            counters.gauge("jobs.locked", endpoints::lockedJobs);
            List<Endpoint> served = drain.over(endpoints.all());
            this.mcp = new McpHttp(new OwnDesk.Room(served, log), settings.mcp(), tls != null, issuer(settings));
            List<Route> routes = drain.overRoutes(
                    Stream.concat(mcp.routes().stream(), parts.stream().flatMap(part -> part.routes().stream())).toList());
            this.listener = listen(settings, tls, served, routes, secure ? new Gatekeeper(keys, settings.security()) : Server::anybody, log);
            listening = true;
        } finally {
            if (!listening) {
                closeParts();
                mill.close();
            }
        }
        boolean started = false;
        try {
            parts.forEach(part -> part.start(address()));
            started = true;
        } finally {
            if (!started) {
                close();
            }
        }
        ready.set(true);
        Thread.ofVirtual().name("millrace-index").start(this::buildIndex);
    }

    /** A journal that was written without the index of incidents gets it while the server runs; until then fewer incidents are listed. */
    private void buildIndex() {
        try {
            mill.rows(IncidentIndex.INSTANCE, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> false);
        } catch (RefusedException e) {
            if (e.code() == Code.PROJECTION_INCOMPLETE) {
                try {
                    mill.rebuild(IncidentIndex.INSTANCE, cases -> {});
                } catch (RuntimeException stopped) {
                    LOG.log(Level.FINE, "The index of incidents is not complete; it is built at the next start", stopped);
                }
            }
        }
    }

    /** Begins to listen; an address that cannot be had is refused with {@link Code#ADDRESS_IN_USE}. */
    private static Listener listen(
            ServerSettings settings, @Nullable Tls tls, List<Endpoint> endpoints, List<Route> routes, Guard guard, Listener.Watch watch) {
        Listener.Settings how = new Listener.Settings(
                settings.host(),
                settings.port(),
                names(settings),
                tls,
                settings.mostBytes(),
                settings.security().mostConnections(),
                settings.security().mostPerAddress(),
                settings.security().slowest());
        String why;
        try {
            Listener listener = new Listener(how, Endpoints.PREFIX, endpoints, routes, guard, PAGES, watch);
            if (listener.port() > 0) {
                return listener;
            }
            // Helidon logs that it cannot have the port, and goes on without it.
            listener.close();
            why = "the port is in use or not permitted";
        } catch (IllegalStateException | UncheckedIOException e) {
            throw new RefusedException(Code.ADDRESS_IN_USE.with(settings.host() + ":" + settings.port(), String.valueOf(e.getMessage())), e);
        }
        throw new RefusedException(Code.ADDRESS_IN_USE.with(settings.host() + ":" + settings.port(), why));
    }

    /** Opens the journal and begins to listen. */
    public static Server open(ServerSettings settings) {
        return new Server(settings);
    }

    private static @Nullable String issuer(ServerSettings settings) {
        OidcSettings oidc = settings.security().oidc();
        return oidc == null ? null : oidc.issuer();
    }

    /** The journal for a reader while the engine runs. */
    private static Journal look(ServerSettings settings) {
        List<Language> languages = ServiceLoader.load(Language.class).stream().map(ServiceLoader.Provider::get).toList();
        List<Projection> projections = ServiceLoader.load(Projection.class).stream().map(ServiceLoader.Provider::get).toList();
        return Journal.open(ServiceLoader.load(StoreProvider.class).findFirst().orElseThrow().lookInto(settings.journal()), PayloadCodec.PLAIN, languages, projections);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Whether callers must say who they are. Only on a loopback address they need not, and there only as long as there are no keys. */
    private static boolean isSecure(ServerSettings settings, Keys keys) {
        SecuritySettings security = settings.security();
        boolean canIdentify = security.oidc() != null || keys.hasUsable();
        if (!isLoopback(settings.host())) {
            if (!security.required() || !canIdentify) {
                throw new RefusedException(Code.SECURITY_REQUIRED.with(settings.host()));
            }
            if (settings.certificate() == null) {
                LOG.log(
                        Level.WARNING,
                        "The server listens on {0} without TLS: keys and tokens can be read on the way unless a proxy encrypts them.",
                        settings.host());
            }
            return true;
        }
        String address = settings.channels().address();
        if (address != null && !isLoopback(URI.create(address).getHost()) && (!security.required() || !canIdentify)) {
            throw new RefusedException(Code.SECURITY_REQUIRED.with(address));
        }
        // Also where all keys have ended: revoking the last one opens nothing.
        if (security.required() && (security.oidc() != null || !keys.all().isEmpty())) {
            return true;
        }
        LOG.log(
                Level.WARNING,
                "Security is off: everybody on this machine may do everything on {0}. Make an API key to turn it on: mill keys add.",
                settings.host());
        return false;
    }

    /**
     * Names of this machine for itself: another name that leads to a loopback address may belong to somebody who wants a browser to act for
     * them. A server on another address asks everybody for a secret that a browser does not send by itself, and may have any name.
     */
    private static Set<String> names(ServerSettings settings) {
        if (!isLoopback(settings.host())) {
            return Set.of();
        }
        Set<String> names = new TreeSet<>(List.of("localhost", "127.0.0.1", "[::1]", settings.host()));
        String address = settings.channels().address();
        if (address != null) {
            // A proxy passes on the name under which people know the server.
            names.add(URI.create(address).getHost());
        }
        return names;
    }

    /** Security is off: the caller is who they say, and may do everything. */
    private static Identity anybody(Guard.Caller caller) {
        String name = caller.headers().get("millrace-actor");
        String tenant = caller.headers().getOrDefault("millrace-tenant", Millrace.TENANT);
        if (tenant.isBlank()) {
            throw new RefusedException(Code.BAD_REQUEST.with("the header Millrace-Tenant is empty"));
        }
        return new Identity(name, tenant, ALL, caller.headers().get("millrace-on-behalf-of"));
    }

    private static final class Log implements Listener.Watch {
        private final @Nullable Audit audit;
        private final Requests requests;

        Log(@Nullable Audit audit, Requests requests) {
            this.audit = audit;
            this.requests = requests;
        }

        @Override
        public void acted(Listener.Act act) {
            boolean refused = act.status() == 401 || act.status() == 403;
            // Who is turned away because of too many requests has not got as far as to try anything.
            boolean turnedAway = act.status() == 429 && act.identity() == null;
            if (audit != null && (act.changes() || refused) && !turnedAway) {
                audit.record(act);
            }
        }

        @Override
        public void answered(Endpoint endpoint, Identity identity, int status, long nanos) {
            requests.answered(endpoint, status, nanos);
            LOG.log(Level.FINE, () -> endpoint.id() + " " + status + " " + nanos / 1_000 + " us");
        }

        @Override
        public void failed(long number, Throwable failure) {
            LOG.log(Level.WARNING, "Request failed, number " + number, failure);
        }
    }

    private static List<Endpoint> both(List<Endpoint> some, List<Endpoint> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    /** One that fails does not keep the others, or the engine, open. */
    private void closeParts() {
        for (Part part : parts.reversed()) {
            try {
                part.close();
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "A part of the server did not close: " + part.name(), e);
            }
        }
    }

    /** Everything that can be asked. */
    public List<Endpoint> endpoints() {
        return endpoints.all();
    }

    /** The engine, for what a program in the same process adds to it. */
    public Millrace mill() {
        return mill;
    }

    /** The port that it listens on. */
    public int port() {
        return listener.port();
    }

    /** Where it can be reached. */
    public String address() {
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        return (settings.certificate() == null ? "http://" : "https://") + host + ":" + port();
    }

    /** The address of the web interface, as a person on this machine or behind its proxy opens it; empty if it was left out of the build. */
    public Optional<String> pages() {
        if (!PAGES.isPresent()) {
            return Optional.empty();
        }
        String known = settings.channels().address();
        String here = ANY_ADDRESS.contains(settings.host()) ? address().replaceFirst("//.*:", "//localhost:") : address();
        return Optional.of((known == null ? here : known) + "/");
    }

    /** Takes no more requests, lets those that run end, and closes the engine. */
    @Override
    public void close() {
        stop(GRACE, waits -> {});
    }

    /**
     * Takes no more requests, lets those that run end, and closes the engine.
     *
     * @param grace how long to wait for requests that run; the engine has its own time for handlers
     * @param progress told now and then what is waited for
     */
    public void stop(Duration grace, Consumer<String> progress) {
        ready.set(false);
        drain.begin();
        endpoints.close();
        mcp.close();
        drain.await(grace, progress);
        listener.close();
        closeParts();
        endpoints.releaseJobs();
        mill.close();
        if (audit != null) {
            audit.close();
        }
    }
}
