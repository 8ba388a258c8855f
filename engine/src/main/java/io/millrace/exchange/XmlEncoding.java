package io.millrace.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The characters of an XML document, by its byte order mark or its declaration. The parser of the JDK would find that out by itself, but
 * writes to standard error when bytes are not of the encoding.
 */
final class XmlEncoding {
    private static final int DECLARATION = 256;
    private static final Pattern ENCODING = Pattern.compile("^<\\?xml[^>]*?\\sencoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");

    private XmlEncoding() {}

    /** Bytes that are not of the encoding are a {@link java.nio.charset.CharacterCodingException} when they are read. */
    static Reader decoded(InputStream in) throws IOException {
        PushbackInputStream beginning = new PushbackInputStream(in, DECLARATION);
        byte[] first = beginning.readNBytes(DECLARATION);
        int mark = startsWith(first, 0xEF, 0xBB, 0xBF) ? 3 : 0;
        beginning.unread(first, mark, first.length - mark);
        return new InputStreamReader(
                beginning,
                charset(first, mark).newDecoder().onMalformedInput(CodingErrorAction.REPORT).onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    private static Charset charset(byte[] first, int mark) throws IOException {
        if (mark > 0) {
            return StandardCharsets.UTF_8;
        }
        if (startsWith(first, 0xFE, 0xFF) || startsWith(first, 0xFF, 0xFE)) {
            return StandardCharsets.UTF_16;
        }
        if (startsWith(first, 0, '<')) {
            return StandardCharsets.UTF_16BE;
        }
        if (startsWith(first, '<', 0)) {
            return StandardCharsets.UTF_16LE;
        }
        Matcher declared = ENCODING.matcher(new String(first, StandardCharsets.ISO_8859_1));
        try {
            return declared.find() ? Charset.forName(declared.group(1)) : StandardCharsets.UTF_8;
        } catch (UnsupportedCharsetException | IllegalCharsetNameException e) {
            throw new UnknownEncodingException("its encoding '" + declared.group(1) + "' is not known", e);
        }
    }

    /** A document in an encoding that this Java does not have. */
    static final class UnknownEncodingException extends IOException {
        UnknownEncodingException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private static boolean startsWith(byte[] bytes, int... expected) {
        for (int i = 0; i < expected.length; i++) {
            if (i >= bytes.length || (bytes[i] & 0xFF) != expected[i]) {
                return false;
            }
        }
        return true;
    }
}
