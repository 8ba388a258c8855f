package io.millrace.testkit;

import io.millrace.problem.Code;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A parsed script of commands and expectations. Immutable.
 *
 * @param file its name in messages
 * @param folder the folder of the files that it deploys
 */
public record Scenario(String file, Path folder, List<Line> lines) {
    public Scenario {
        lines = List.copyOf(lines);
    }

    /** One statement. */
    public static final class Line {
        private final int number;
        private final String text;
        private final Statement statement;

        Line(int number, String text, Statement statement) {
            this.number = number;
            this.text = text;
            this.statement = statement;
        }

        /** The line on which it begins, counted from 1. */
        public int number() {
            return number;
        }

        /** The text of the statement, without the comment. */
        public String text() {
            return text;
        }

        Statement statement() {
            return statement;
        }
    }

    /** Reads a file. */
    public static Scenario read(Path file) throws ScenarioException {
        Path folder = file.toAbsolutePath().getParent();
        try {
            return parse(file.toString(), folder == null ? Path.of("") : folder, Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new ScenarioException(Code.NO_SUCH_FILE.with(file));
        } catch (CharacterCodingException e) {
            throw new ScenarioException(Code.UNREADABLE.with(file, "it is not text in UTF-8"));
        } catch (IOException e) {
            String why = Files.isDirectory(file) ? "it is a folder" : String.valueOf(e.getMessage());
            throw new ScenarioException(Code.UNREADABLE.with(file, why));
        }
    }

    /** Reads a text. */
    public static Scenario parse(String file, Path folder, String text) throws ScenarioException {
        return new Scenario(file, folder, new ScenarioReader(new Cursor(file, text)).lines());
    }
}
