package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Data;
import io.millrace.problem.RefusedException;
import io.millrace.server.config.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerFileTest {
    @TempDir
    Path directory;

    private ServerSettings read(String text) throws IOException {
        Path file = directory.resolve("server.json");
        Files.writeString(file, text);
        return ServerFile.read(file, ServerSettings.of(directory.resolve("journal")));
    }

    @Test
    void a_file_says_everything_about_the_listener() throws IOException {
        Files.writeString(directory.resolve("chain.pem"), "");
        Files.writeString(directory.resolve("key.pem"), "");
        ServerSettings settings = read(
                """
                {"host": "localhost", "port": 9000, "largestRequest": 4096,
                 "tls": {"certificate": "chain.pem", "key": "key.pem"},
                 "security": {"perIdentity": {"perSecond": 5, "burst": 7}, "connections": 12, "connectionsPerAddress": 7, "slowest": "PT3S",
                              "oidc": {"issuer": "https://id.example.org", "audience": "mill", "roles": "realm_access.roles"}}}
                """);
        assertThat(settings.host()).isEqualTo("localhost");
        assertThat(settings.port()).isEqualTo(9000);
        assertThat(settings.mostBytes()).isEqualTo(4096);
        assertThat(settings.certificate()).isEqualTo(directory.resolve("chain.pem"));
        assertThat(settings.security().perIdentity().burst()).isEqualTo(7);
        assertThat(settings.security().mostConnections()).isEqualTo(12);
        assertThat(settings.security().mostPerAddress()).isEqualTo(7);
        assertThat(settings.security().slowest()).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.security().oidc()).isNotNull();
        assertThat(settings.security().oidc().rolesClaim()).isEqualTo("realm_access.roles");
    }

    @Test
    void an_empty_object_changes_nothing() throws IOException {
        assertThat(read("{}")).isEqualTo(ServerSettings.of(directory.resolve("journal")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            {"prot": 80}                                     | 'prot' is not known; known are
            {"port": "80"}                                   | 'port' must be a whole number from 0 to 65535
            {"port": 70000}                                  | 'port' must be a whole number from 0 to 65535
            {"security": []}                                 | 'security' must be an object
            {"security": {"slowest": "soon"}}                | 'security/slowest' must be a positive length of time
            {"security": {"slowest": "-PT1S"}}               | 'security/slowest' must be a positive length of time
            {"security": {"slowest": "P30D"}}                | 'security/slowest' must be PT1H (one hour) at most
            {"security": {"slowest": "PT999999999H"}}        | 'security/slowest' must be PT1H (one hour) at most
            {"security": {"perIdentity": {"perSecond": 0, "burst": 5}}} | 'security/perIdentity/perSecond' must be 1 at least
            {"security": {"perAddress": {"perSecond": 5, "burst": 0}}}  | 'security/perAddress/burst' must be 1 at least
            {"security": {"oidc": {"issuer": "x"}}}          | 'security/oidc/audience' is missing
            {"security": {"oidc": {"issuer": "x", "audience": "y"}}} | 'security/oidc/issuer' cannot be used
            {"security": {"perIdentity": {"persecond": 1}}}  | 'security/perIdentity/persecond' is not known
            {"tls": {"certificate": "none.pem", "key": "x"}} | 'tls/certificate' names a file that cannot be read
            []                                               | the file must be an object
            {"port":                                         | it is not JSON
            """)
    void a_mistake_is_named_with_its_place(String text, String complaint) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("MR-8015")
                .hasMessageContaining("server.json")
                .hasMessageContaining(complaint);
    }

    @Test
    void a_file_that_is_not_there_is_named() {
        assertThatThrownBy(() -> ServerFile.read(directory.resolve("none.json"), ServerSettings.of(directory)))
                .hasMessageContaining("none.json");
    }

    @Test
    void a_secret_does_not_stand_in_the_file() throws IOException {
        Path secret = directory.resolve("secret");
        Files.writeString(secret, "hush\n");
        Section section = Section.of(Data.fields(
                "password", Data.fields("file", secret.toString()),
                "plain", "hush",
                "both", Data.fields("file", secret.toString(), "env", "X"),
                "unset", Data.fields("env", "MILLRACE_NO_SUCH_VARIABLE")));
        assertThat(section.secret("password")).contains("hush");
        assertThat(section.secret("absent")).isEmpty();
        assertThatThrownBy(() -> section.secret("plain")).hasMessageContaining("is a secret").message().doesNotContain("hush");
        assertThatThrownBy(() -> section.secret("both")).hasMessageContaining("either 'env' or 'file'");
        assertThatThrownBy(() -> section.secret("unset")).hasMessageContaining("which is not set");
    }
}
