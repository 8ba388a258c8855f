package io.millrace.spring;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.query.CaseStatus;
import io.millrace.work.Work;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The starter in application contexts that are really started. */
class StarterTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    MillraceMetricsAutoConfiguration.class, MillraceAutoConfiguration.class, MillraceHealthAutoConfiguration.class));

    record Order(String customer, int amount) {}

    record Receipt(String customer, int paid) {}

    static class Payments {
        final AtomicInteger calls = new AtomicInteger();

        @TaskHandler("pay")
        Receipt pay(Order order, Work work) {
            calls.incrementAndGet();
            assertThat(work.task()).isEqualTo("pay");
            return new Receipt(order.customer(), order.amount());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {
        @Bean
        Payments payments() {
            return new Payments();
        }

        @Bean
        ActivityProcess order() {
            return ActivityProcess.named("order", sequence(
                    work("check").role("clerk").result("checked"),
                    call("pay").input("customer", "amount").result("receipt")));
        }
    }

    private static void finish(Millrace mill, Case order) {
        mill.as("ann").complete(mill.worklist("ann").getFirst().id(), Data.fields("fine", true));
        assertThat(order.result().at("receipt").as(Receipt.class)).isEqualTo(new Receipt("Joe", 7));
    }

    @Test
    void processes_handlers_and_participants_come_from_the_application() {
        runner.withUserConfiguration(Shop.class)
                .withPropertyValues("millrace.in-memory=true", "millrace.participants.ann=clerk")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    Millrace mill = context.getBean(Millrace.class);
                    Case order = mill.start("order", Data.fields("customer", "Joe", "amount", 7));
                    finish(mill, order);
                    assertThat(context.getBean(Payments.class).calls).hasValue(1);
                });
    }

    @Test
    void what_is_in_the_journal_goes_on_when_the_application_starts_again(@TempDir Path directory) {
        ApplicationContextRunner shop = runner.withUserConfiguration(Shop.class)
                .withPropertyValues("millrace.journal=" + directory.resolve("journal"), "millrace.participants.ann=clerk");
        String[] id = {""};
        shop.run(context -> id[0] = context.getBean(Millrace.class)
                .start("order", Data.fields("customer", "Joe", "amount", 7))
                .id()
                .toString());
        shop.run(context -> {
            Millrace mill = context.getBean(Millrace.class);
            finish(mill, mill.find(id[0]));
            assertThat(mill.find(id[0]).info().status()).isEqualTo(CaseStatus.COMPLETED);
        });
    }

    @Test
    void files_on_the_class_path_are_deployed() {
        runner.withPropertyValues("millrace.in-memory=true")
                .run(context -> assertThat(context.getBean(Millrace.class).processes()).containsExactly("parcel"));
        runner.withPropertyValues("millrace.in-memory=true", "millrace.processes=classpath*:nowhere/*")
                .run(context -> assertThat(context.getBean(Millrace.class).processes()).isEmpty());
        runner.withPropertyValues("millrace.in-memory=true", "millrace.processes=classpath:nowhere/*")
                .run(context -> assertThat(context).getFailure().cause().hasMessageContaining("The processes at 'classpath:nowhere/*' could not be read"));
    }

    private static Health state(HealthIndicator indicator) {
        return Objects.requireNonNull(indicator.health());
    }

    @Test
    void health_names_what_is_missing() {
        runner.withPropertyValues("millrace.in-memory=true").run(context -> {
            Millrace mill = context.getBean(Millrace.class);
            HealthIndicator health = context.getBean("millraceHealthIndicator", HealthIndicator.class);
            assertThat(state(health).getStatus()).isEqualTo(Status.UP);
            mill.deploy(ActivityProcess.named("lost", call("nobody").result("none")));
            mill.start("lost");
            mill.whenQuiet().join();
            assertThat(state(health).getStatus()).isEqualTo(Status.DOWN);
            assertThat(state(health).getDetails().toString()).contains("nobody");
            mill.close();
            assertThat(state(health).getStatus()).isEqualTo(Status.DOWN);
        });
        runner.withPropertyValues("millrace.in-memory=true", "management.health.millrace.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("millraceHealthIndicator"));
    }

    @Test
    void numbers_go_to_micrometer() throws InterruptedException {
        runner.withUserConfiguration(Shop.class)
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues("millrace.in-memory=true", "millrace.participants.ann=clerk")
                .run(context -> {
                    Millrace mill = context.getBean(Millrace.class);
                    finish(mill, mill.start("order", Data.fields("customer", "Joe", "amount", 7)));
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    // Monitors hear of numbers after the fact, each in its own time.
                    for (int i = 0; i < 200 && (registry.counter("millrace.calls").count() < 1 || registry.timer("millrace.command").count() < 1); i++) {
                        Thread.sleep(50);
                    }
                    assertThat(registry.counter("millrace.calls").count()).isEqualTo(1);
                    assertThat(registry.timer("millrace.command").count()).isPositive();
                    assertThat(registry.find("millrace.waiting").gauge()).isNotNull();
                });
    }

    @Test
    void an_application_may_change_the_engine_or_bring_its_own() {
        runner.withPropertyValues("millrace.in-memory=true")
                .withBean(MillraceCustomizer.class, () -> builder -> builder.settings(settings -> settings.lanes(1)))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Millrace.class));
        try (Millrace own = Millrace.inMemory()) {
            runner.withBean(Millrace.class, () -> own).run(context -> assertThat(context.getBean(Millrace.class)).isSameAs(own));
        }
    }

    /** Editors complete and explain properties by this file. */
    @Test
    void every_property_is_described() throws IOException {
        try (InputStream described = MillraceProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            Data properties = Data.parse(new String(Objects.requireNonNull(described).readAllBytes(), StandardCharsets.UTF_8)).at("properties");
            assertThat(properties.asList().stream().map(each -> each.at("name").text()))
                    .containsExactlyElementsOf(Arrays.stream(MillraceProperties.class.getRecordComponents())
                            .map(each -> "millrace." + each.getName().replaceAll("(?=\\p{Lu})", "-").toLowerCase(Locale.ROOT))
                            .toList());
        }
    }

    static class Wrong {
        @TaskHandler("pay")
        void pay(Order order, Receipt receipt) {}
    }

    @Test
    void a_method_that_cannot_be_a_handler_is_refused_when_the_application_starts() {
        runner.withPropertyValues("millrace.in-memory=true").withBean(Wrong.class).run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("has 2 parameters for the input"));
    }
}
