package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.fact.NoDataException;
import io.millrace.logic.codec.TermCodec;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Files in messages and replies (section 2.8): {@code file(Name, Hash, Bytes)}, whose content goes when nobody needs it any
 * more.
 */
final class Attachments {
    private final PrologState state;
    private final int answered;
    private final byte @Nullable [] reply;

    /**
     * @param state as it was before the phase
     * @param answered the message that was answered in the phase, or 0
     */
    Attachments(PrologState state, int answered, byte @Nullable [] reply) {
        this.state = state;
        this.answered = answered;
        this.reply = reply;
    }

    /**
     * The files of collected variables to which nothing else refers: no reply or message of another variable, no waiting goal,
     * and not the result.
     */
    List<Data> lost(
            List<Suspended> woken,
            List<Integer> garbage,
            List<Suspended> suspended,
            List<PhaseEnded.Sent> sent,
            byte @Nullable [] result) {
        Set<Term> gone = new LinkedHashSet<>();
        Set<Term> kept = new LinkedHashSet<>();
        for (int number : garbage) {
            Variable variable = state.variable(number);
            if (variable != null) {
                add(replyOf(variable), gone);
                add(variable.files, gone);
            }
        }
        sent.forEach(message -> add(message.files(), garbage.contains(message.variable()) ? gone : kept));
        if (gone.isEmpty()) {
            return List.of();
        }
        for (Variable variable : state.variables()) {
            if (!garbage.contains(variable.number)) {
                add(replyOf(variable), kept);
                add(variable.files, kept);
            }
        }
        suspended.forEach(goal -> add(goal.goal(), kept));
        state.goals().stream().filter(goal -> !woken.contains(goal)).forEach(goal -> add(goal.goal(), kept));
        add(result, kept);
        return unshared(gone, kept);
    }

    /** By content: the same one may have two names. */
    private static List<Data> unshared(Set<Term> gone, Set<Term> kept) {
        Set<Data> hashes = references(kept).stream().map(file -> file.at("file")).collect(Collectors.toSet());
        return references(gone).stream().filter(file -> !hashes.contains(file.at("file"))).toList();
    }

    /** The files of a reply that is dropped, to which nothing else refers. */
    List<Data> lostWith(Held dropped) {
        Set<Term> gone = new LinkedHashSet<>();
        Set<Term> kept = new LinkedHashSet<>();
        add(dropped.reply(), gone);
        for (Variable variable : state.variables()) {
            add(variable.reply, kept);
            add(variable.files, kept);
        }
        state.held().stream().filter(each -> each.work() != dropped.work()).forEach(each -> add(each.reply(), kept));
        state.goals().forEach(goal -> add(goal.goal(), kept));
        add(state.result(), kept);
        return unshared(gone, kept);
    }

    /**
     * What a program is given: the text of the message; the file that the message is; or, where files are inside of it, both
     * its text and the files.
     */
    static Data forProgram(Term message) {
        Set<Term> found = new LinkedHashSet<>();
        add(message, found);
        List<Data> files = references(found);
        Data text = Data.of(ShownTerms.text(message));
        if (files.isEmpty()) {
            return text;
        }
        return found.contains(message) ? files.getFirst() : Data.fields("text", text, "files", files);
    }

    /** The files of a message in the form in which they are kept, or null if there are none. */
    static byte @Nullable [] in(byte[] message) {
        Set<Term> files = new LinkedHashSet<>();
        add(message, files);
        return files.isEmpty() ? null : TermCodec.encode(Lists.of(List.copyOf(files)));
    }

    private byte @Nullable [] replyOf(Variable variable) {
        if (answered != 0 && variable.work == answered) {
            return reply;
        }
        return variable.reply == null ? state.heldReply(variable.work) : variable.reply;
    }

    private static void add(byte @Nullable [] term, Set<Term> files) {
        if (term != null) {
            add(TermCodec.decode(term), files);
        }
    }

    private static void add(Term term, Set<Term> files) {
        TermParts.any(term, part -> {
            if (part instanceof Struct struct && struct.is("file", 3)) {
                files.add(struct);
            }
            return false;
        });
    }

    /** Only what the engine gave out as a reference is one. */
    private static List<Data> references(Set<Term> files) {
        List<Data> references = new ArrayList<>();
        for (Term file : files) {
            try {
                Data data = Facts.data(file);
                if (data.has("file")) {
                    references.add(data);
                }
            } catch (NoDataException e) {
                // A term of that name that is no reference.
            }
        }
        return references;
    }
}
