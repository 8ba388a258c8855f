package io.millrace.data;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Values of all kinds, with a taste for the edges. */
public final class RandomData {
    private static final String[] NAMES = {"amount", "customer", "items", "", "ä", "name with spaces", "\u0000", "\uD83D\uDE00"};

    private final Random random;

    public RandomData(long seed) {
        random = new Random(seed);
    }

    public Data next() {
        return next(4);
    }

    private Data next(int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 8)) {
            case 0 -> Data.nothing();
            case 1 -> Data.of(random.nextBoolean());
            case 2 -> Data.of(integer());
            case 3 -> Data.of(decimal());
            case 4 -> Data.of(text());
            case 5 -> items(depth);
            default -> fields(depth);
        };
    }

    private Data items(int depth) {
        List<Data> elements = new ArrayList<>();
        for (int i = count(); i > 0; i--) {
            elements.add(next(depth - 1));
        }
        return Data.of(elements);
    }

    private Data fields(int depth) {
        Map<String, Data> fields = new LinkedHashMap<>();
        for (int i = count(); i > 0; i--) {
            String name = random.nextInt(3) == 0 ? text() : NAMES[random.nextInt(NAMES.length)];
            fields.put(name, next(depth - 1));
        }
        return Data.of(fields);
    }

    private int count() {
        return random.nextInt(20) == 0 ? 10 + random.nextInt(20) : random.nextInt(5);
    }

    long integer() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(70) - 2;
            case 1 -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
            default -> random.nextLong() >> random.nextInt(64);
        };
    }

    private BigDecimal decimal() {
        BigInteger digits = new BigInteger(1 + random.nextInt(200), random);
        return new BigDecimal(random.nextBoolean() ? digits : digits.negate(), random.nextInt(401) - 200);
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(10) == 0 ? random.nextInt(200) : random.nextInt(12);
        int kind = random.nextInt(4);
        for (int i = 0; i < length; i++) {
            switch (kind) {
                case 0, 1 -> text.append((char) (' ' + random.nextInt(95)));
                case 2 -> text.append((char) random.nextInt(0x10000)); // halves of surrogate pairs too
                default -> text.appendCodePoint(random.nextInt(0x110000));
            }
        }
        return text.toString();
    }
}
