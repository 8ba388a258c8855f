package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One line of control in a case: where it stands, in what state the activities around that place are, and what it waits
 * for. Its continuation is made again from these when it goes on.
 */
final class Flow {
    /** What a flow waits for. The number is that of the work item, timer, ticket, or of the work that a future waits for. */
    enum Kind {
        NOTHING(0),
        WORK(1),
        TIMER(2),
        SIGNAL(3),
        FUTURE(4),
        FLOWS(5),
        SENT(6);

        private static final Kind[] ALL = values();

        /** Part of the stored form: it never changes. */
        final int tag;

        Kind(int tag) {
            this.tag = tag;
        }

        boolean isNumbered() {
            return this == WORK || this == TIMER || this == SIGNAL || this == FUTURE;
        }

        static Kind read(In in) {
            int tag = in.u8();
            for (Kind each : ALL) {
                if (each.tag == tag) {
                    return each;
                }
            }
            throw in.damaged("wait of kind " + tag);
        }
    }

    /** An activity around the place at which a flow stands, where its state is not told by the place. */
    record Frame(int node, Data state) {
        void write(Out out) {
            out.varint(node).data(state);
        }

        static Frame read(In in) {
            return new Frame(in.varint32(), in.data());
        }
    }

    /** Where a flow stands, innermost first, and what it waits for. */
    record Place(int node, Data state, List<Frame> around, Kind kind, int number) {
        void write(Out out) {
            out.varint(node).data(state).each(around, (o, frame) -> frame.write(o)).u8(kind.tag);
            if (kind.isNumbered()) {
                out.varint(number);
            }
        }

        static Place read(In in) {
            int node = in.varint32();
            Data state = in.data();
            List<Frame> around = in.each(Frame::read);
            Kind kind = Kind.read(in);
            return new Place(node, state, around, kind, kind.isNumbered() ? in.varint32() : 0);
        }

        static Place beginning(int node) {
            return new Place(node, Data.nothing(), List.of(), Kind.NOTHING, 0);
        }

        Data stateOf(int index) {
            if (index == node) {
                return state;
            }
            for (Frame frame : around) {
                if (frame.node() == index) {
                    return frame.state();
                }
            }
            return Data.nothing();
        }
    }

    /** Flows that a flow has forked: they have numbers in a row. */
    static final class Forked {
        final int first;
        final int count;
        int left;
        Data @Nullable [] results;

        Forked(int first, int count, int left) {
            this.first = first;
            this.count = count;
            this.left = left;
        }

        void result(int index, Data result) {
            if (result.isNothing()) {
                return;
            }
            if (results == null) {
                results = new Data[count];
                Arrays.fill(results, Data.nothing());
            }
            results[index] = result;
        }
    }

    /** Something to be undone: an activity, and the local slots that it will see. Later ones have greater numbers. */
    record Undo(int order, int node, @Nullable Slots locals) {}

    final int number;
    /** The number of the flow that forked it, or 0. */
    final int parent;
    /** The place at which it began. */
    final int root;

    Place place;
    @Nullable Forked forked;
    @Nullable Slots locals;
    private @Nullable List<Undo> undos;
    /** Work that this flow has sent off and that is under way. */
    @Nullable TreeSet<Integer> sent;

    Flow(int number, int parent, int root) {
        this.number = number;
        this.parent = parent;
        this.root = root;
        this.place = Place.beginning(root);
    }

    boolean waitsFor(Kind kind, int wanted) {
        return place.kind() == kind && place.number() == wanted;
    }

    List<Undo> undos() {
        return undos == null ? List.of() : undos;
    }

    /** Adds in order: what was completed later is undone earlier, whichever flow it was in. */
    void addUndo(Undo undo) {
        if (undos == null) {
            undos = new ArrayList<>(2);
        }
        int at = undos.size();
        while (at > 0 && undos.get(at - 1).order() > undo.order()) {
            at--;
        }
        undos.add(at, undo);
    }

    /** Keeps only as many as there were at a mark. */
    void forgetUndos(int mark) {
        if (undos != null && undos.size() > mark) {
            undos.subList(mark, undos.size()).clear();
        }
    }

    void addSent(int work) {
        if (sent == null) {
            sent = new TreeSet<>();
        }
        sent.add(work);
    }

    void write(Out out) {
        out.varint(number).varint(parent).varint(root);
        place.write(out);
        out.bool(forked != null);
        if (forked != null) {
            out.varint(forked.first).varint(forked.count).varint(forked.left).bool(forked.results != null);
            if (forked.results != null) {
                for (Data result : forked.results) {
                    out.data(result);
                }
            }
        }
        writeSlots(out, locals);
        out.each(undos(), (o, undo) -> {
            o.varint(undo.order()).varint(undo.node());
            writeSlots(o, undo.locals());
        });
    }

    static Flow read(In in) {
        Flow flow = new Flow(in.varint32(), in.varint32(), in.varint32());
        flow.place = Place.read(in);
        if (in.bool()) {
            Forked forked = new Forked(in.varint32(), in.varint32(), in.varint32());
            if (in.bool()) {
                forked.results = new Data[forked.count];
                for (int i = 0; i < forked.count; i++) {
                    forked.results[i] = in.data();
                }
            }
            flow.forked = forked;
        }
        flow.locals = readSlots(in);
        in.each(i -> new Undo(i.varint32(), i.varint32(), readSlots(i))).forEach(flow::addUndo);
        return flow;
    }

    private static void writeSlots(Out out, @Nullable Slots slots) {
        out.bool(slots != null);
        if (slots != null) {
            slots.write(out);
        }
    }

    private static @Nullable Slots readSlots(In in) {
        return in.bool() ? Slots.read(in) : null;
    }
}
