package io.millrace.xquery;

import java.util.function.BiFunction;
import net.sf.saxon.regex.RegexIterator;
import net.sf.saxon.regex.RegularExpression;
import net.sf.saxon.str.UnicodeString;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.tree.iter.AtomicIterator;

/**
 * A regular expression that counts every look at a character of the text it searches, so that one that tries combinations without
 * end runs out of steps.
 */
final class MeteredRegex implements RegularExpression {
    private final RegularExpression regex;

    MeteredRegex(RegularExpression regex) {
        this.regex = regex;
    }

    private static UnicodeString counted(UnicodeString text) {
        Meter meter = Meter.current();
        meter.step(Meter.ofText(text.length()));
        return new MeteredText(text.tidy(), meter);
    }

    @Override
    public boolean matches(UnicodeString text) {
        return regex.matches(counted(text));
    }

    @Override
    public boolean containsMatch(UnicodeString text) {
        return regex.containsMatch(counted(text));
    }

    @Override
    public AtomicIterator tokenize(UnicodeString text) {
        return regex.tokenize(counted(text));
    }

    @Override
    public RegexIterator analyze(UnicodeString text) {
        return regex.analyze(counted(text));
    }

    @Override
    public UnicodeString replace(UnicodeString text, UnicodeString replacement) throws XPathException {
        // Every character may be replaced by all of the replacement.
        Meter.current().moves((text.length() + 1) * (replacement.length() + 1));
        return regex.replace(counted(text), replacement);
    }

    @Override
    public UnicodeString replaceWith(UnicodeString text, BiFunction<UnicodeString, UnicodeString[], UnicodeString> replacement)
            throws XPathException {
        return regex.replaceWith(counted(text), replacement);
    }

    @Override
    public String getFlags() {
        return regex.getFlags();
    }

    @Override
    public boolean isPlatformNative() {
        return regex.isPlatformNative();
    }
}
