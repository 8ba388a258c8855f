package io.millrace.server.config;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A file with one JSON object. */
public final class ConfigFile {
    private static final int MOST_BYTES = 1 << 20;

    private ConfigFile() {}

    /** What stands in a file. */
    public static Section read(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                throw new RefusedException(Code.NO_SUCH_FILE.with(file));
            }
            if (Files.size(file) > MOST_BYTES) {
                throw new RefusedException(Code.BAD_CONFIGURATION.with(file, "it has more than a million bytes"));
            }
            return new Section(file, "", Data.parse(Files.readString(file)), name -> Optional.ofNullable(System.getenv(name)));
        } catch (IOException e) {
            throw new RefusedException(Code.BAD_CONFIGURATION.with(file, "it cannot be read as UTF-8 text"), e);
        } catch (DataException e) {
            throw new RefusedException(Code.BAD_CONFIGURATION.with(file, "it is not JSON: " + e.getMessage()), e);
        }
    }
}
