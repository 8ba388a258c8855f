package io.millrace.server.mcp;

import io.millrace.data.Data;
import io.millrace.server.http.Access;
import io.millrace.server.http.Schema;
import java.util.List;

/**
 * Something that a program can ask for.
 *
 * @param access who may use it: that of its operations
 * @param operations the operations of the interface that it carries out
 * @param effect what it does to the engine, for a client that asks its user first
 * @param answer the form of what it gives
 */
record Tool(
        String name,
        String title,
        String about,
        Access access,
        List<String> operations,
        Effect effect,
        Schema.Fields arguments,
        Schema.Fields answer,
        Work work) {
    Tool {
        operations = List.copyOf(operations);
    }

    /** What a tool does to the engine. */
    enum Effect {
        /** Nothing. */
        READS,
        /** Something that can be undone, or that adds something. */
        CHANGES,
        /** Something that cannot be taken back. */
        ENDS
    }

    /** Carries out a tool. */
    @FunctionalInterface
    interface Work {
        Result run(Desk desk, Data arguments, Course course);
    }

    /**
     * What a tool gives.
     *
     * @param words the same in a sentence
     */
    record Result(Data data, String words) {}
}
