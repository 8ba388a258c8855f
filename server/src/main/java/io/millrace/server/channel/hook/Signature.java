package io.millrace.server.channel.hook;

import io.millrace.server.channel.Secrets;
import java.nio.charset.StandardCharsets;

/**
 * The signature of a delivery: {@code t=SECONDS,v1=DIGITS}. The digits are HMAC-SHA256 of the seconds, a point and the body, under the
 * webhook's secret. The seconds are in it so that a receiver can refuse what somebody recorded and sends again.
 */
final class Signature {
    static final String HEADER = "Millrace-Signature";

    private Signature() {}

    static String of(String secret, long seconds, byte[] body) {
        byte[] begin = (seconds + ".").getBytes(StandardCharsets.UTF_8);
        byte[] message = new byte[begin.length + body.length];
        System.arraycopy(begin, 0, message, 0, begin.length);
        System.arraycopy(body, 0, message, begin.length, body.length);
        return "t=" + seconds + ",v1=" + Secrets.hmac(secret, message);
    }
}
