package io.millrace.net.run;

import io.millrace.language.Compiled;
import io.millrace.language.Language;
import io.millrace.net.Specification;
import io.millrace.net.file.NetFile;
import io.millrace.net.file.Reading;
import java.util.regex.Pattern;

/** The language of nets in files. */
public final class NetLanguage implements Language {
    /** What every net written as facts has, or says that it is one. */
    private static final Pattern FACTS =
            Pattern.compile("^\\s*(initial_activity\\s*\\(|:-\\s*language\\s*\\(\\s*(net|facts)\\s*\\))", Pattern.MULTILINE);

    @Override
    public String name() {
        return NetProcess.LANGUAGE;
    }

    @Override
    public boolean reads(String file, String source) {
        return NetFile.isXml(source)
                ? source.contains("specificationSet")
                : file.endsWith(".pl") && FACTS.matcher(source).find();
    }

    @Override
    public String processIn(String file, String source) {
        Specification specification = NetFile.read(file, source).specification();
        return specification == null ? Language.super.processIn(file, source) : specification.name();
    }

    @Override
    public Compiled<?> compile(String process, String source) {
        return compile(process, process, source);
    }

    @Override
    public Compiled<?> compile(String process, String file, String source) {
        Reading reading = NetFile.read(file, source);
        Specification specification = reading.checked(file, source);
        return NetProcess.noted(process, specification, source, reading.warnings());
    }
}
