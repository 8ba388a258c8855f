package io.millrace.server.channel.call;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * A range of addresses, such as {@code 10.0.0.0/8}. Immutable.
 *
 * @param bits how many bits of an address must be those of the first
 */
record Network(InetAddress first, int bits) {
    /** Addresses that belong to a machine, a local network, a test or nobody, by RFC 6890 and its successors. */
    private static final List<Network> SPECIAL = List.of(
            parse("0.0.0.0/8"),
            parse("10.0.0.0/8"),
            parse("100.64.0.0/10"),
            parse("127.0.0.0/8"),
            parse("169.254.0.0/16"),
            parse("172.16.0.0/12"),
            parse("192.0.0.0/24"),
            parse("192.0.2.0/24"),
            parse("192.88.99.0/24"),
            parse("192.168.0.0/16"),
            parse("198.18.0.0/15"),
            parse("198.51.100.0/24"),
            parse("203.0.113.0/24"),
            parse("224.0.0.0/4"),
            parse("240.0.0.0/4"),
            // Everything in IPv6 that is not a global address of one machine, and what carries IPv4 addresses in it.
            parse("::/8"),
            parse("64:ff9b::/32"),
            parse("100::/8"),
            parse("2001::/23"),
            parse("2001:db8::/32"),
            parse("2002::/16"),
            parse("3fff::/20"),
            parse("5f00::/16"),
            parse("fc00::/7"),
            parse("fe80::/9"),
            parse("ff00::/8"));

    /** Reads a range, or one address. Host names are no ranges. */
    static Network parse(String text) {
        int mark = text.indexOf('/');
        InetAddress first = literal(mark < 0 ? text : text.substring(0, mark));
        int all = first.getAddress().length * 8;
        int bits = all;
        if (mark >= 0) {
            try {
                bits = Integer.parseInt(text.substring(mark + 1));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("'" + text + "' is no range of addresses such as 10.0.0.0/8", e);
            }
        }
        if (bits < 0 || bits > all) {
            throw new IllegalArgumentException("'" + text + "' is no range of addresses such as 10.0.0.0/8");
        }
        return new Network(first, bits);
    }

    /** Whether a host is written as an address, so that no name service is asked about it. */
    static boolean isLiteral(String host) {
        return host.startsWith("[") || host.contains(":") || host.matches("\\d{1,3}(\\.\\d{1,3}){3}");
    }

    static InetAddress literal(String host) {
        String plain = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        if (isLiteral(plain) && !plain.contains("%")) {
            try {
                return InetAddress.getByName(plain);
            } catch (UnknownHostException e) {
                // Refused below.
            }
        }
        throw new IllegalArgumentException("'" + host + "' is no address such as 10.1.2.3");
    }

    boolean contains(InetAddress address) {
        byte[] own = first.getAddress();
        byte[] other = address.getAddress();
        if (own.length != other.length) {
            return false;
        }
        int whole = bits / 8;
        int rest = bits % 8;
        boolean same = Arrays.equals(own, 0, whole, other, 0, whole);
        return same && (rest == 0 || (own[whole] & 0xff) >> (8 - rest) == (other[whole] & 0xff) >> (8 - rest));
    }

    /** Whether an address is one that everybody on the internet can reach. */
    static boolean isPublic(InetAddress address) {
        boolean special = address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress();
        return !special
                && SPECIAL.stream().noneMatch(range -> range.contains(address))
                && (address instanceof Inet4Address || (address.getAddress()[0] & 0xe0) == 0x20);
    }
}
