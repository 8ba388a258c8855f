package io.millrace.net.file;

import java.util.List;
import java.util.Random;

/** Small damage to a text: something deleted, doubled, or put in. */
final class Damage {
    private Damage() {}

    static String to(String whole, List<String> pieces, Random random) {
        StringBuilder text = new StringBuilder(whole);
        for (int i = 1 + random.nextInt(3); i > 0 && text.length() > 0; i--) {
            int at = random.nextInt(text.length());
            int length = Math.min(text.length() - at, random.nextInt(30));
            switch (random.nextInt(4)) {
                case 0 -> text.delete(at, at + length);
                case 1 -> text.insert(at, pieces.get(random.nextInt(pieces.size())));
                case 2 -> text.setCharAt(at, (char) (32 + random.nextInt(95)));
                default -> text.insert(at, text.substring(at, at + length));
            }
        }
        return text.toString();
    }
}
