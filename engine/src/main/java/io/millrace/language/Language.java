package io.millrace.language;

import java.util.List;

/**
 * A text language for processes: reads and compiles process definitions, and reports errors with their places. Languages are found with
 * {@link java.util.ServiceLoader}. Must be safe for use by several threads.
 */
public interface Language {
    /** The name of the language. Journals store it. */
    String name();

    /** Whether a file of this name and content is in this language. */
    default boolean reads(String file, String source) {
        return false;
    }

    /** The name of the process in a file: the file name without its extension, unless the language names processes in the text. */
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
     * Compiles a text that was deployed before. Its cases may be running, so this must accept every text that was accepted then, even if
     * {@link #compile} would refuse it today.
     */
    default Compiled<?> restore(String process, String source) {
        return compile(process, source);
    }

    /** Compiles the text of a file; errors name the file. */
    default Compiled<?> compile(String process, String file, String source) {
        return compile(process, source);
    }
}
