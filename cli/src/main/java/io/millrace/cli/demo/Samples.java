package io.millrace.cli.demo;

import io.millrace.examples.Claims;
import java.util.List;

/** Claims that differ by their number alone, so that every run of the demonstration handles the same ones. */
final class Samples {
    private static final List<String> CLAIMANTS =
            List.of("Ada", "Bert", "Chloe", "Dan", "Eva", "Finn", "Grace", "Hugo", "Ida", "Jan");
    private static final int[] AMOUNTS = {120, 2_400, 800, 310, 7_200, 1_500, 90, 640, 3_300, 12_000};

    private Samples() {}

    /** Every eleventh policy has expired, every seventh register is slow, every ninth bank; one account is closed. */
    static Claims.Claim claim(int number) {
        String policy = (number % 11 == 0 ? "X" : number % 7 == 0 ? "S" : "P") + "-" + (1_000 + number);
        String account = (number == 17 ? "closed" : number % 9 == 0 ? "slow" : "DE") + "-" + (70_000 + 37 * number);
        int at = number % AMOUNTS.length;
        return new Claims.Claim(policy, CLAIMANTS.get(at), AMOUNTS[at] + number, account);
    }

    /** How people decide: every fifth claim is not what it seems. */
    static boolean approves(long number) {
        return number % 5 != 3;
    }
}
