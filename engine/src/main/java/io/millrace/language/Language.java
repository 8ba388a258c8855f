package io.millrace.language;

import java.util.List;

/**
 * A way to say a process in text: reads it, checks it, and says what is wrong and where. Whoever is given a file finds
 * its language with {@link java.util.ServiceLoader}.
 */
public interface Language {
    String name();

    /** Whether a file of this name and content is in this language. */
    default boolean reads(String file, String source) {
        return false;
    }

    /** The name of the process in a file that says none: its stem, unless the language names processes in the text. */
    default String processIn(String file, String source) {
        int dot = file.lastIndexOf('.');
        return dot > 0 ? file.substring(0, dot) : file;
    }

    /**
     * One process of a file.
     *
     * @param process its name
     * @param source a text that holds this process alone; what stands at a line of the file stands at that line
     */
    record Part(String process, String source) {}

    /** The processes that a file holds. Most files hold one. */
    default List<Part> parts(String file, String source) {
        return List.of(new Part(processIn(file, source), source));
    }

    /** Compiles the text of a process under a name. */
    Compiled<?> compile(String process, String source);

    /**
     * Compiles a text that was deployed before. Cases may be running, so whatever was accepted then is accepted now, although
     * {@link #compile} would refuse it today.
     */
    default Compiled<?> restore(String process, String source) {
        return compile(process, source);
    }

    /** Compiles the text of a file, which is then named where something is wrong. */
    default Compiled<?> compile(String process, String file, String source) {
        return compile(process, source);
    }
}
