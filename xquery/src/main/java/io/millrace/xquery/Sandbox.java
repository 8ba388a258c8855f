package io.millrace.xquery;

import java.io.StringReader;
import net.sf.saxon.Configuration;
import net.sf.saxon.lib.Feature;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XQueryCompiler;
import net.sf.saxon.s9api.XQueryExecutable;
import net.sf.saxon.trans.XPathException;

/** A Saxon that reaches nothing outside of the data it is given. */
final class Sandbox {
    /** Refuses document types in texts that an expression parses, so that there are no entities to expand or fetch. */
    private static final String NO_DOCTYPE =
            "http://saxon.sf.net/feature/parserFeature?uri=http%3A//apache.org/xml/features/disallow-doctype-decl";

    private final Processor processor = new Processor(false);

    Sandbox() {
        Configuration configuration = processor.getUnderlyingConfiguration();
        processor.setConfigurationProperty(Feature.ALLOW_EXTERNAL_FUNCTIONS, false);
        processor.setConfigurationProperty(Feature.ALLOWED_PROTOCOLS, "");
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

    XQueryExecutable compile(String query) throws SaxonApiException {
        XQueryCompiler compiler = processor.newXQueryCompiler();
        compiler.setErrorReporter(error -> {});
        try {
            return compiler.compile(new StringReader(query));
        } catch (java.io.IOException e) {
            throw new SaxonApiException(e);
        }
    }
}
