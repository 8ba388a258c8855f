package io.millrace.net.file;

import io.millrace.net.Attachment;
import java.util.List;

/** The clauses of a file of facts that are not facts of the net, such as predicates that goals call, in their original form and order. */
public record Clauses(List<String> texts) implements Attachment {
    public Clauses {
        texts = List.copyOf(texts);
    }

    /** All of them as a program. */
    public String text() {
        return String.join("\n", texts) + "\n";
    }
}
