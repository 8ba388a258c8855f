package io.millrace.net.run;

import io.millrace.kernel.Compiled;
import io.millrace.kernel.Language;
import io.millrace.net.Specification;
import io.millrace.net.file.NetFile;

/** The language of nets in files. */
public final class NetLanguage implements Language {
    @Override
    public String name() {
        return NetProcess.LANGUAGE;
    }

    @Override
    public boolean reads(String file, String source) {
        return NetFile.isXml(source) && source.contains("specificationSet");
    }

    @Override
    public String processIn(String file, String source) {
        Specification specification = NetFile.yawl(file, source).specification();
        return specification == null ? Language.super.processIn(file, source) : specification.name();
    }

    @Override
    public Compiled<?> compile(String process, String source) {
        return NetProcess.named(process, NetFile.yawl(process, source).orRefuse(), source);
    }
}
