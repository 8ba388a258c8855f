package io.millrace.server.channel.call;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.config.Section;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The addresses that the server may call by itself; none unless the configuration lists them. A name that leads to an address of this
 * machine or of a private network is refused unless its entry lists that network, too, so that nobody can use the server to reach what
 * only the server can reach (server-side request forgery). Immutable.
 */
public final class AllowList {
    /** Nothing is allowed. */
    public static final AllowList NONE = new AllowList(List.of(), InetAddress::getAllByName);

    /** Asks for the addresses of a name. */
    @FunctionalInterface
    interface Names {
        InetAddress[] of(String host) throws UnknownHostException;
    }

    /**
     * An entry.
     *
     * @param path with which the path of an address must begin; it ends with a slash
     * @param networks the private addresses that the host may have
     */
    private record Entry(String scheme, String host, int port, String path, List<Network> networks) {
        boolean admits(URI url) {
            String given = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
            return url.getScheme().equals(scheme)
                    && url.getHost().equals(host)
                    && AllowList.port(url) == port
                    && (given + "/").startsWith(path);
        }
    }

    private final List<Entry> entries;
    private final Names names;

    private AllowList(List<Entry> entries, Names names) {
        this.entries = List.copyOf(entries);
        this.names = names;
    }

    /** Reads the list {@code allow} of a section: all of it texts, or objects with {@code url} and {@code networks}. */
    public static AllowList of(Section section) {
        AllowList all = NONE;
        if (section.data("allow") instanceof Data.Items items && items.asList().stream().allMatch(Data.Text.class::isInstance)) {
            for (String prefix : section.list("allow")) {
                try {
                    all = all.and(prefix, List.of());
                } catch (IllegalArgumentException e) {
                    throw section.complaint("allow", "has '" + shown(prefix) + "', which cannot be used: " + e.getMessage());
                }
            }
            return all;
        }
        for (Section entry : section.sections("allow")) {
            try {
                all = all.and(entry.text("url"), entry.list("networks"));
            } catch (IllegalArgumentException e) {
                throw entry.complaint("url", "cannot be used: " + e.getMessage());
            }
        }
        return all;
    }

    /** The same with one more entry; an {@link IllegalArgumentException} says what is wrong with it. */
    public AllowList and(String prefix, List<String> networks) {
        URI url = parse(prefix);
        if (url.getRawQuery() != null) {
            throw new IllegalArgumentException("'" + prefix + "' must be the beginning of an address, without a question mark");
        }
        List<Network> all = new ArrayList<>(networks.stream().map(Network::parse).toList());
        if (Network.isLiteral(url.getHost())) {
            // Who writes the address itself means it.
            all.add(Network.parse(Network.literal(url.getHost()).getHostAddress()));
        }
        String path = url.getRawPath().endsWith("/") ? url.getRawPath() : url.getRawPath() + "/";
        List<Entry> more = new ArrayList<>(entries);
        more.add(new Entry(url.getScheme(), url.getHost(), port(url), path, all));
        return new AllowList(more, names);
    }

    /** The same with another source of addresses. */
    AllowList names(Names other) {
        return new AllowList(entries, other);
    }

    /** Whether nothing is allowed. */
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    static int port(URI url) {
        return url.getPort() >= 0 ? url.getPort() : url.getScheme().equals("https") ? 443 : 80;
    }

    /** An address of HTTP in its usual form; an {@link IllegalArgumentException} says what is wrong with it. */
    public static URI parse(String text) {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("it is no address: " + e.getReason(), e);
        }
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new IllegalArgumentException("it must begin with http:// or https://");
        }
        if (url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
            throw new IllegalArgumentException("it must name a host, without a user and without a fragment");
        }
        if (url.getPort() == 0 || url.getPort() > 65_535) {
            throw new IllegalArgumentException("its port must be from 1 to 65535");
        }
        checkPath(url.getRawPath());
        try {
            String host = url.getHost().toLowerCase(Locale.ROOT);
            String after = url.getRawQuery() == null ? url.getRawPath() : url.getRawPath() + "?" + url.getRawQuery();
            return new URI(scheme + "://" + host + (url.getPort() < 0 ? "" : ":" + url.getPort()) + after);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("it is no address: " + e.getReason(), e);
        }
    }

    /** Steps upwards, however they are written, could leave the part of a service that is allowed. */
    private static void checkPath(String raw) {
        String plain = raw;
        for (int i = 0; i < 3; i++) {
            if (Arrays.stream(plain.split("[/\\\\;]")).anyMatch(step -> step.equals(".") || step.equals(".."))) {
                throw new IllegalArgumentException("its path must not have steps of dots");
            }
            try {
                plain = URLDecoder.decode(plain.replace("+", "%2B"), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                return;
            }
        }
    }

    /** Refuses what no entry allows, without asking for the address of its host. */
    public URI check(String text) {
        URI url;
        try {
            url = parse(text);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(Code.CALL_NOT_ALLOWED.with(shown(text), String.valueOf(e.getMessage())), e);
        }
        if (entries.stream().noneMatch(entry -> entry.admits(url))) {
            throw new RefusedException(Code.CALL_NOT_ALLOWED.with(shown(text), "no entry of the list of allowed addresses fits it"));
        }
        return url;
    }

    /** The addresses at which a host may be called now. Whoever calls it connects to one of these, and does not ask for the name again. */
    List<InetAddress> addresses(URI url) throws UnknownHostException {
        InetAddress[] all = Network.isLiteral(url.getHost())
                ? new InetAddress[] {Network.literal(url.getHost())}
                : names.of(url.getHost());
        List<Entry> fitting = entries.stream().filter(entry -> entry.admits(url)).toList();
        List<InetAddress> allowed = Arrays.stream(all)
                .filter(address -> fitting.stream()
                        .anyMatch(entry -> Network.isPublic(address)
                                || entry.networks().stream().anyMatch(network -> network.contains(address))))
                .toList();
        if (allowed.isEmpty()) {
            throw new RefusedException(Code.CALL_NOT_ALLOWED.with(
                    shown(url.toString()), "its host has a private address, and the entry does not list that network"));
        }
        return allowed;
    }

    /** What may be shown of an address: what stands behind the question mark may be a secret. */
    static String shown(String url) {
        String plain = url.replaceFirst("[?#].*", "").replaceFirst("//[^/@]*@", "//");
        return plain.length() <= 200 ? plain : plain.substring(0, 200) + "…";
    }
}
