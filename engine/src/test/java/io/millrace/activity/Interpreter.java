package io.millrace.activity;

import io.millrace.data.Data;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Carries a tree out as one reads it. */
final class Interpreter {
    /** The process has failed. */
    static final class Failed extends RuntimeException {
        Failed(String reason) {
            super(reason);
        }
    }

    /** The slots that one flow and those inside it see; the first flow of a case has only the slots of the case. */
    private record Locals(boolean main, Map<String, Data> own) {
        Locals inner() {
            return new Locals(false, new LinkedHashMap<>(own));
        }
    }

    private final Map<String, Data> slots = new LinkedHashMap<>();
    private final List<Integer> undos = new ArrayList<>();

    /** The slots at the end, or the reason of the failure. */
    static Data run(Tree tree) {
        Interpreter interpreter = new Interpreter();
        try {
            interpreter.run(tree, new Locals(true, new LinkedHashMap<>()));
        } catch (Failed failed) {
            return Data.of(failed.getMessage());
        }
        return Data.of(interpreter.slots);
    }

    private int read(String slot, Locals locals) {
        return Tree.number(locals.own().containsKey(slot) ? locals.own().get(slot) : slots.getOrDefault(slot, Data.nothing()));
    }

    private List<Integer> read(List<String> names, Locals locals) {
        return names.stream().map(name -> read(name, locals)).toList();
    }

    private void write(String slot, int value, Locals locals) {
        (locals.own().containsKey(slot) ? locals.own() : slots).put(slot, Data.of(value));
    }

    private void run(Tree tree, Locals locals) {
        switch (tree) {
            case Tree.Do t -> write(t.writes(), Tree.value(t.label(), read(t.reads(), locals)), locals);
            case Tree.Send t -> write(t.writes(), Tree.value(t.label(), read(t.reads(), locals)), locals);
            case Tree.Race t -> write(t.writes(), Tree.value(t.label(), List.of(read(t.read(), locals))), locals);
            case Tree.Risk t -> {
                if (Tree.isTooRisky(t.label(), read(t.read(), locals))) {
                    throw new Failed("too risky: " + t.task());
                }
                write("unused", 0, locals);
            }
            case Tree.First t -> {}
            case Tree.Sum t ->
                write(
                        t.writes(),
                        (t.plus() + read(t.reads(), locals).stream().mapToInt(i -> i).sum()) % 97,
                        locals);
            case Tree.Pause t -> {}
            case Tree.Fails t -> throw new Failed(t.reason());
            case Tree.Seq t -> t.steps().forEach(step -> run(step, locals));
            case Tree.If t -> run(Tree.isOdd(read(t.slot(), locals)) ? t.then() : t.otherwise(), locals);
            case Tree.Loop t -> {
                for (int i = 0; i < t.times(); i++) {
                    run(t.body(), locals);
                }
            }
            case Tree.While t -> {
                for (int i = 0; i < t.times(); i++) {
                    write(t.counter(), i, locals);
                    run(t.body(), locals);
                }
                write(t.counter(), t.times(), locals);
            }
            case Tree.Each t -> {
                slots.put(t.list(), Data.of(t.items()));
                for (int item : t.items()) {
                    (locals.main() ? slots : locals.own()).put(t.item(), Data.of(item));
                    run(t.body(), locals);
                }
            }
            case Tree.Par t -> t.branches().forEach(branch -> run(branch, locals.inner()));
            case Tree.ParEach t -> {
                slots.put(t.list(), Data.of(t.items()));
                List<Data> all = new ArrayList<>();
                for (int item : t.items()) {
                    Locals mine = locals.inner();
                    mine.own().put(t.item(), Data.of(item));
                    mine.own().put(t.writes(), Data.nothing());
                    run(t.body(), mine);
                    all.add(mine.own().get(t.writes()));
                }
                slots.put(t.into(), Data.of(all));
            }
            case Tree.Guard t -> guard(t, locals);
        }
    }

    private void guard(Tree.Guard guard, Locals locals) {
        int mark = undos.size();
        try {
            run(guard.body(), locals.inner());
            if (guard.undo() != 0) {
                undos.subList(mark, undos.size()).clear();
                undos.add(guard.undo());
            }
        } catch (Failed failed) {
            while (undos.size() > mark) {
                write("undone", (read("undone", locals) * 10 + undos.removeLast()) % 1_000_003, locals);
            }
            if (guard.reason() == null) {
                throw failed;
            }
            slots.put(guard.reason(), Data.of(failed.getMessage()));
            run(guard.handler(), locals);
        }
    }
}
