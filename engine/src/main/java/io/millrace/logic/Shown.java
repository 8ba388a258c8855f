package io.millrace.logic;

/** How a term shows itself in a debugger or a message: the beginning of its canonical text. */
final class Shown {
    private Shown() {}

    static String of(Term term) {
        StringBuilder out = new StringBuilder();
        java.util.ArrayDeque<Object> pending = new java.util.ArrayDeque<>();
        pending.push(term);
        while (!pending.isEmpty() && out.length() < 2000) {
            Object at = pending.pop();
            if (at instanceof String text) {
                out.append(text);
                continue;
            }
            switch (((Term) at).deref()) {
                case Struct struct -> {
                    out.append(struct.name().name()).append('(');
                    pending.push(")");
                    for (int i = struct.arity() - 1; i >= 0; i--) {
                        pending.push(struct.arg(i));
                        if (i > 0) {
                            pending.push(",");
                        }
                    }
                }
                case Var v -> out.append(v.name());
                case Atom a -> out.append(a.name());
                case Int i -> out.append(i);
                case Big b -> out.append(b);
                case Real r -> out.append(r.value());
                case Str s -> out.append('"').append(s.value()).append('"');
            }
        }
        return out.toString();
    }
}
