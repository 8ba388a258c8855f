package io.millrace.xquery;

import io.millrace.net.Evaluator;
import java.net.URI;
import java.util.List;
import net.sf.saxon.Configuration;
import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.StaticContext;
import net.sf.saxon.expr.parser.XPathParser;
import net.sf.saxon.lib.Feature;
import net.sf.saxon.query.XQueryParser;
import net.sf.saxon.regex.RegularExpression;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XQueryCompiler;
import net.sf.saxon.s9api.XQueryExecutable;
import net.sf.saxon.str.UnicodeString;
import net.sf.saxon.trans.XPathException;

/** A Saxon that reaches nothing outside of the data it is given. */
final class Sandbox {
    private static final int LONGEST = 100_000;
    private static final URI NOWHERE = URI.create("millrace:/");

    /** Refuses document types in texts that an expression parses, so that there are no entities to expand or fetch. */
    private static final String NO_DOCTYPE =
            "http://saxon.sf.net/feature/parserFeature?uri=http%3A//apache.org/xml/features/disallow-doctype-decl";

    private final Processor processor = new Processor(new Counted());
    private final Limits limits;

    /** What it compiles, and regular expressions that are compiled while a query runs, count their work. */
    private static final class Counted extends Configuration {
        @Override
        public RegularExpression compileRegularExpression(UnicodeString regex, String flags, String host, List<String> warnings)
                throws XPathException {
            if (flags.contains("!") || flags.contains(";")) {
                throw new XPathException("the flags '" + flags + "' of a regular expression are not those of XPath", "FORX0001");
            }
            return new MeteredRegex(super.compileRegularExpression(regex, flags, host, warnings));
        }

        @Override
        public XPathParser newExpressionParser(String language, boolean updating, StaticContext context) throws XPathException {
            return language.equals("XQ") && !updating ? new OpaqueConstants(context) : super.newExpressionParser(language, updating, context);
        }
    }

    /**
     * Saxon computes what is made of constants while it compiles, where nothing counts. A number can stand for any amount of work,
     * and so can a width in a picture of a date: the compiler does not see those.
     */
    private static final class OpaqueConstants extends XQueryParser {
        OpaqueConstants(StaticContext context) {
            super(context);
        }

        @Override
        public Expression parseNumericLiteral(boolean traceable) throws XPathException {
            return new Metered(super.parseNumericLiteral(traceable));
        }

        @Override
        protected Expression parseStringLiteral(boolean traceable) throws XPathException {
            Expression literal = super.parseStringLiteral(traceable);
            return Metering.isWide(literal) ? new Metered(literal) : literal;
        }
    }

    /** A compiled query, and whether evaluating it needs a deep stack. */
    record Query(XQueryExecutable executable, boolean deep) {}

    Sandbox(Limits limits) {
        this.limits = limits;
        Configuration configuration = processor.getUnderlyingConfiguration();
        processor.setConfigurationProperty(Feature.ALLOW_EXTERNAL_FUNCTIONS, false);
        processor.setConfigurationProperty(Feature.ALLOWED_PROTOCOLS, "");
        // A text looks the same wherever the engine runs.
        configuration.setDefaultLanguage("en");
        configuration.setDefaultCountry("US");
        configuration.setConfigurationProperty(NO_DOCTYPE, true);
        configuration.setResourceResolver(request -> {
            throw refused(String.valueOf(request.uri));
        });
        configuration.setUnparsedTextURIResolver((uri, encoding, inside) -> {
            throw refused(String.valueOf(uri));
        });
        configuration.setCollectionFinder((context, uri) -> {
            throw refused(String.valueOf(uri));
        });
        configuration.setModuleURIResolver((module, base, locations) -> {
            throw refused(module);
        });
        configuration.setConfigurationProperty(
                Feature.ENVIRONMENT_VARIABLE_RESOLVER, new net.sf.saxon.lib.EnvironmentVariableResolver() {
                    @Override
                    public java.util.Set<String> getAvailableEnvironmentVariables() {
                        return java.util.Set.of();
                    }

                    @Override
                    public String getEnvironmentVariable(String name) {
                        // Saxon reads null as 'there is none'; an empty text says as little.
                        return "";
                    }
                });
    }

    private static XPathException refused(String what) {
        return new XPathException("expressions of a net read nothing but its data, so '" + what + "' is refused", "FODC0002");
    }

    Processor processor() {
        return processor;
    }

    /** Compiles on a deep stack, so that how deeply a text may nest does not depend on the caller. */
    Query compile(String query) throws SaxonApiException {
        if (query.length() > LONGEST) {
            throw new SaxonApiException("it has " + query.length() + " characters, more than " + LONGEST);
        }
        if (brackets(query) > Metering.DEEPEST) {
            throw new SaxonApiException("its brackets nest deeper than " + Metering.DEEPEST);
        }
        try {
            return DeepStack.call(() -> new Meter(limits, Evaluator.Budget.NONE).during(() -> compiled(query)));
        } catch (SaxonApiException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new SaxonApiException(e);
        }
    }

    /** How deep brackets nest, those in texts and comments included. */
    private static int brackets(String query) {
        int depth = 0;
        int deepest = 0;
        for (int i = 0; i < query.length(); i++) {
            switch (query.charAt(i)) {
                case '(', '[', '{' -> deepest = Math.max(deepest, ++depth);
                case ')', ']', '}' -> depth = Math.max(0, depth - 1);
                default -> {}
            }
        }
        return deepest;
    }

    private Query compiled(String query) throws SaxonApiException, XPathException {
        XQueryCompiler compiler = processor.newXQueryCompiler();
        compiler.setErrorReporter(error -> {});
        compiler.setBaseURI(NOWHERE);
        XQueryExecutable executable = compiler.compile(query);
        return new Query(executable, Metering.of(executable.getUnderlyingCompiledQuery()));
    }
}
