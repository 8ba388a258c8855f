package io.millrace.server.channel.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.problem.RefusedException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server may call, and what it may not although somebody writes it so that it looks allowed. */
class AllowListTest {
    private static final AllowList LIST = AllowList.NONE
            .and("https://api.example.org/v1", List.of())
            .and("http://127.0.0.1:8080/", List.of())
            .and("http://intern.example.org/", List.of("10.0.0.0/8", "fd00::/8"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://api.example.org/v1",
                "https://API.example.org:443/v1/rates?x=1",
                "HTTPS://api.example.org/v1/",
                "http://127.0.0.1:8080/a/b"
            })
    void what_is_listed_is_allowed(String url) {
        assertThat(LIST.check(url)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://api.example.org/v1",
                "https://api.example.org/v10",
                "https://api.example.org/",
                "https://api.example.org:8443/v1",
                "https://api.example.org.evil.example/v1",
                "https://api.example.org@evil.example/v1",
                "https://evil.example/https://api.example.org/v1",
                "https://user:pw@api.example.org/v1",
                "https://api.example.org/v1/../admin",
                "https://api.example.org/v1/%2e%2e/admin",
                "https://api.example.org/v1/%252e%252e/admin",
                "https://api.example.org/v1/..%2fadmin",
                "https://api.example.org/v1/..;/admin",
                "https://api.example.org\\@evil.example/v1",
                "https://api.example.org/v1#x",
                "http://127.0.0.1:8081/",
                "http://2130706433:8080/",
                "http://0x7f.0.0.1:8080/",
                "http://127.1:8080/",
                "http://localhost:8080/",
                "http://[::ffff:127.0.0.1]:8080/",
                "file:///etc/passwd",
                "ftp://api.example.org/v1",
                "//api.example.org/v1",
                "api.example.org/v1",
                "https:///v1",
                "https://api.example.org:0/v1",
                "https://api.example.org /v1",
                "https://api.example.org/v1\r\nX: y",
                "",
                "jar:https://api.example.org/v1"
            })
    void everything_else_is_not(String url) {
        assertThatThrownBy(() -> LIST.check(url)).isInstanceOf(RefusedException.class).hasMessageContaining("MR-8042");
        assertThatThrownBy(() -> AllowList.NONE.check(url)).isInstanceOf(RefusedException.class);
    }

    private static List<InetAddress> addresses(String url, String... found) throws UnknownHostException {
        InetAddress[] all = new InetAddress[found.length];
        for (int i = 0; i < found.length; i++) {
            all[i] = InetAddress.getByAddress("whatever", Network.literal(found[i]).getAddress());
        }
        return LIST.names(host -> all).addresses(URI.create(url));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1", "127.8.9.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "0.1.2.3",
                "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "240.0.0.1", "::1", "::", "fe80::1", "fc00::1", "fd12::1", "ff02::1",
                "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001::1", "2001:db8::1", "::127.0.0.1", "fec0::1"
            })
    void a_name_that_leads_inside_is_refused(String address) {
        assertThat(Network.isPublic(Network.literal(address))).isFalse();
        assertThatThrownBy(() -> addresses("https://api.example.org/v1", address)).hasMessageContaining("private address");
    }

    @Test
    void only_public_and_listed_addresses_are_connected_to() throws Exception {
        assertThat(addresses("https://api.example.org/v1", "93.184.216.34", "10.0.0.1")).extracting(InetAddress::getHostAddress).containsExactly("93.184.216.34");
        assertThat(addresses("https://api.example.org/v1", "2606:2800:220:1::1")).hasSize(1);
        assertThat(addresses("http://intern.example.org/x", "10.9.9.9", "127.0.0.1")).extracting(InetAddress::getHostAddress).containsExactly("10.9.9.9");
        assertThat(addresses("http://intern.example.org/x", "fd12::1")).hasSize(1);
        assertThatThrownBy(() -> addresses("http://intern.example.org/x", "192.168.0.1")).hasMessageContaining("private address");
        assertThat(LIST.addresses(URI.create("http://127.0.0.1:8080/"))).extracting(InetAddress::getHostAddress).containsExactly("127.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://a.example/?q", "nothing", "http://u@a.example/", "http://a.example/../", "https://{host}/"})
    void an_entry_that_is_wrong_is_refused(String prefix) {
        assertThatThrownBy(() -> AllowList.NONE.and(prefix, List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_network_that_is_wrong_is_refused() {
        for (String network : List.of("10.0.0.0/33", "10.0.0.0/x", "localhost", "10.0.0/8", "")) {
            assertThatThrownBy(() -> AllowList.NONE.and("http://a.example/", List.of(network))).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
