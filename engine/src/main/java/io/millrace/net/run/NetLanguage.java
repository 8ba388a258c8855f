package io.millrace.net.run;

import io.millrace.language.Compiled;
import io.millrace.language.Finding;
import io.millrace.language.Language;
import io.millrace.net.Specification;
import io.millrace.net.file.NetFile;
import io.millrace.net.file.Reading;
import java.util.List;
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
        return specification == null ? Language.super.processIn(file, source) : specification.process();
    }

    @Override
    public List<Part> parts(String file, String source) {
        List<NetFile.Part> parts = NetFile.parts(source);
        return parts.size() < 2
                ? Language.super.parts(file, source)
                : parts.stream().map(part -> new Part(Specification.process(part.name()), part.text())).toList();
    }

    @Override
    public Compiled<?> compile(String process, String source) {
        return compile(process, process, source);
    }

    /** The specification of a file, if it can be deployed; otherwise throws all errors, each with its line. */
    public static Specification checked(Reading reading, String file, String source) {
        Specification specification = reading.checked(file, source);
        reading.refuse(GoalChecks.faults(specification), file, source);
        return specification;
    }

    /** The deployment warnings of a file: expressions that do not compile, properties that are not enforced, remarks of its reader. */
    public static List<Finding> findings(Reading reading) {
        Specification specification = reading.orRefuse();
        return NetProcess.noted(specification.process(), specification, null, reading.warnings()).findings();
    }

    @Override
    public Compiled<?> restore(String process, String source) {
        Reading reading = NetFile.stored(process, source);
        return NetProcess.restored(process, reading.orRefuse(), source, reading.warnings());
    }

    @Override
    public Compiled<?> compile(String process, String file, String source) {
        Reading reading = NetFile.read(file, source);
        Specification specification = checked(reading, file, source);
        return NetProcess.noted(process, specification, source, reading.warnings());
    }
}
