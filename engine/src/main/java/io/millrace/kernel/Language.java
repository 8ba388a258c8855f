package io.millrace.kernel;

/** A way to say a process in text: reads it, checks it, and says what is wrong and where. */
public interface Language {
    String name();

    /** Compiles the text of a process under a name. */
    Compiled<?> compile(String process, String source);
}
