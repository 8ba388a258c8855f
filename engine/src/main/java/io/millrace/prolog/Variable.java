package io.millrace.prolog;

import io.millrace.data.In;
import io.millrace.data.Out;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A workflow variable (section 2.2), with its message until it is answered, and with the reply.
 */
final class Variable {
    final int number;

    /** The work item of the message, which is also the message's number; 0 before it is sent. */
    int work;

    /** Whether its reply is the text of a term, as programs give it. */
    boolean asText;

    @Nullable Instant sent;

    /** The instant before which its message is not sent, if a program said so. */
    @Nullable Instant notBefore;

    /** The files that went with its message, as a list; their content is kept for whoever does the work. */
    byte @Nullable [] files;

    /** Destination and content of its message, until it is answered: it may have to be sent again. */
    byte @Nullable [] to;

    byte @Nullable [] content;

    byte @Nullable [] reply;
    @Nullable Instant replied;

    /** The place of its reply among the replies of the case. */
    int order;

    /** How many suspended goals mention it: the collector's only question. */
    int mentions;

    /** The suspended goals that wait for its reply, in the order of suspension. */
    private List<Integer> waiting = List.of();

    Variable(int number) {
        this.number = number;
    }

    boolean unanswered() {
        return work != 0 && reply == null;
    }

    List<Integer> waiting() {
        return waiting;
    }

    void addWaiting(int goal) {
        if (waiting.isEmpty()) {
            waiting = new ArrayList<>(1);
        }
        waiting.add(goal);
    }

    void removeWaiting(int goal) {
        if (!waiting.isEmpty()) {
            waiting.remove(Integer.valueOf(goal)); // by value
            waiting = waiting.isEmpty() ? List.of() : waiting;
        }
    }

    void write(Out out) {
        out.varint(number)
                .varint(work)
                .bool(asText)
                .instantOrNull(sent)
                .instantOrNull(notBefore)
                .bytesOrNull(files)
                .bytesOrNull(reply)
                .instantOrNull(replied)
                .varint(order)
                .bytesOrNull(to)
                .bytesOrNull(content);
    }

    static Variable read(In in) {
        Variable variable = readFirst(in);
        variable.to = in.bytesOrNull();
        variable.content = in.bytesOrNull();
        return variable;
    }

    /** A variable of the first form of queries, which did not keep its message. */
    static Variable readFirst(In in) {
        Variable variable = new Variable(in.varint32());
        variable.work = in.varint32();
        variable.asText = in.bool();
        variable.sent = in.instantOrNull();
        variable.notBefore = in.instantOrNull();
        variable.files = in.bytesOrNull();
        variable.reply = in.bytesOrNull();
        variable.replied = in.instantOrNull();
        variable.order = in.varint32();
        return variable;
    }
}
