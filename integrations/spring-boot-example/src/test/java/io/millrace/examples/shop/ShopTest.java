package io.millrace.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The application as it is started, with its real server and journal, and started again. */
class ShopTest {
    private final HttpClient client = HttpClient.newHttpClient();

    private static ConfigurableApplicationContext start(Path directory) {
        return SpringApplication.run(ShopApplication.class, "--server.port=0", "--millrace.journal=" + directory.resolve("journal"));
    }

    private static String address(ConfigurableApplicationContext shop) {
        return "http://127.0.0.1:" + shop.getEnvironment().getProperty("local.server.port");
    }

    private String ask(ConfigurableApplicationContext shop, String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address(shop) + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(path + " " + response.body()).isLessThan(300);
        return response.body();
    }

    private static String id(String json) {
        Matcher matcher = Pattern.compile("\"id\":\"([^\"]+)\"").matcher(json);
        assertThat(matcher.find()).as(json).isTrue();
        return matcher.group(1);
    }

    @Test
    void an_order_survives_the_application_and_is_paid_once(@TempDir Path directory) throws Exception {
        String order;
        try (ConfigurableApplicationContext shop = start(directory)) {
            order = id(ask(shop, "POST", "/orders", "{\"customer\":\"Joe\",\"amount\":7}"));
            assertThat(ask(shop, "GET", "/actuator/health", "")).contains("\"millrace\":{\"status\":\"UP\"");
        }
        try (ConfigurableApplicationContext shop = start(directory)) {
            String item = id(ask(shop, "GET", "/orders/work/ann", ""));
            ask(shop, "POST", "/orders/work/ann/" + item.replace("#", "%23"), "");
            for (int i = 0; i < 200 && !ask(shop, "GET", "/orders/" + order, "").contains("completed"); i++) {
                Thread.sleep(20);
            }
            assertThat(ask(shop, "GET", "/orders/" + order, "")).contains("completed");
            assertThat(ask(shop, "GET", "/orders/work/ann", "")).isEqualTo("[]");
            HttpRequest again = HttpRequest.newBuilder(URI.create(address(shop) + "/orders/work/ann/1%23999"))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            HttpResponse<String> refused = client.send(again, HttpResponse.BodyHandlers.ofString());
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("MR-");
            // The engine hands its numbers on a few times a second.
            for (int i = 0; i < 200 && !ask(shop, "GET", "/actuator/metrics", "").contains("millrace.commits"); i++) {
                Thread.sleep(20);
            }
            assertThat(ask(shop, "GET", "/actuator/metrics/millrace.commits", "")).contains("COUNT");
        }
    }
}
