package io.millrace.examples;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.constant;
import static io.millrace.activity.Activities.program;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.set;
import static io.millrace.activity.Activities.unless;
import static io.millrace.activity.Activities.when;
import static io.millrace.activity.Activities.work;

import io.millrace.Millrace;
import io.millrace.ProcessProvider;
import io.millrace.activity.Activity;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.work.Program;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Work;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Insurance claims: a Java handler assesses them, adjusters review claims that are not small, a manager approves large ones, and the bank,
 * a program, pays.
 */
public final class Claims implements ProcessProvider {
    /** The name of the process. */
    public static final String NAME = "claim";

    private static final int SMALL = 500;
    private static final int LARGE = 5_000;
    private static final RetryPolicy SOON =
            RetryPolicy.attempts(3).backoff(Duration.ofMillis(200), 2, Duration.ofSeconds(1));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ActivityProcess process() {
        return ActivityProcess.named(
                        NAME,
                        sequence(
                                call("assess").input("policy", "amount").retry(SOON).result("assessment"),
                                when("assessment.covered")
                                        .then(
                                                unless("assessment.small", reviewed()),
                                                when(slots -> slots.isTrue("assessment.small") || slots.isTrue("review.approved"))
                                                        .then(paid())
                                                        .otherwise(rejected("not approved")))
                                        .otherwise(rejected("not covered"))))
                .input(Shape.of(Claim.class))
                .attributes("outcome")
                .uniqueKey();
    }

    private static Activity reviewed() {
        return sequence(
                work("review").role("adjuster").input("claimant", "amount").result("review"),
                when(slots -> slots.isTrue("review.approved") && slots.at("amount").asInt() > LARGE)
                        .then(work("agree").role("manager").input("claimant", "amount").result("review")));
    }

    private static Activity paid() {
        return sequence(
                program("pay", "bank").input("amount", "account").retry(SOON).result("payment"), set("outcome", "paid"));
    }

    private static Activity rejected(String why) {
        return sequence(
                work("explain").role("adjuster").input("claimant").give("why", constant(why)),
                set("outcome", "rejected"));
    }

    /** The input of a case. */
    public record Claim(String policy, String claimant, int amount, String account) {}

    @Override
    public void equip(Millrace mill) {
        equip(mill, null);
    }

    /**
     * Registers the participants, handlers and programs.
     *
     * @param ledger the file in which the bank records payments, or null for none
     */
    public static void equip(Millrace mill, @Nullable Path ledger) {
        mill.on("assess", Claims::assess);
        mill.program("bank", Program.of("sh", "-c", text("bank.sh"), "bank", ledger == null ? "" : ledger.toString()));
        mill.participant("anna", "adjuster").participant("ben", "adjuster").participant("carla", "manager");
    }

    /** Policies beginning with X have expired; the register of those beginning with S answers at the second attempt. */
    private static Data assess(Work work) throws IOException {
        String policy = work.in("policy").text();
        if (policy.startsWith("S") && work.attempt() == 1) {
            throw new IOException("the register of policies does not answer");
        }
        return Data.fields("covered", !policy.startsWith("X"), "small", work.in("amount").asInt() <= SMALL);
    }

    private static String text(String resource) {
        try (InputStream in = Claims.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("The resource " + resource + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
