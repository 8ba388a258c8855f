package io.millrace.server.federation;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.data.In;
import io.millrace.language.Compiled;
import io.millrace.language.EventReader;
import io.millrace.language.Language;
import io.millrace.language.ProcessEvent;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.Set;

/** Reads {@code *.engine} files, each of which says which process of which engine a process stands for. */
public final class RemoteLanguage implements Language, EventReader {
    /** The name of the language. Journals store it. */
    static final String NAME = "engine";

    private static final Set<String> FIELDS = Set.of("engine", "process", "version");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean reads(String file, String source) {
        return file.endsWith(".engine");
    }

    @Override
    public Compiled<?> compile(String process, String source) {
        Data data;
        try {
            data = Data.parse(source);
        } catch (DataException e) {
            throw new RefusedException(Code.BAD_ENGINE_FILE.with(process, "it is not JSON, " + e.getMessage()), e);
        }
        if (!(data instanceof Data.Fields fields)) {
            throw wrong(process, "it is not an object");
        }
        for (String name : fields.asMap().keySet()) {
            if (!FIELDS.contains(name)) {
                throw wrong(process, "'" + name + "' is not known; known are engine, process, version");
            }
        }
        return new RemoteProcess(process, word(process, fields, "engine"), word(process, fields, "process"), version(process, fields));
    }

    private static String word(String process, Data fields, String name) {
        if (fields.at(name) instanceof Data.Text text && !text.value().isBlank()) {
            return text.value();
        }
        throw wrong(process, "'" + name + "' must be a name");
    }

    /** 0 for the newest at the time of the start. */
    private static int version(String process, Data fields) {
        Data given = fields.at("version");
        if (given.isNothing()) {
            return 0;
        }
        if (given instanceof Data.Num number && number.isLong() && number.asLong() >= 1 && number.asLong() <= Integer.MAX_VALUE) {
            return (int) number.asLong();
        }
        throw wrong(process, "'version' must be a whole number from 1");
    }

    private static RefusedException wrong(String process, String why) {
        return new RefusedException(Code.BAD_ENGINE_FILE.with(process, why));
    }

    @Override
    public String language() {
        return NAME;
    }

    @Override
    public ProcessEvent read(In in) {
        return RemoteEvent.read(in);
    }
}
