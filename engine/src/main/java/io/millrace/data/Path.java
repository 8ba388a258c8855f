package io.millrace.data;

import org.jspecify.annotations.Nullable;

/** Where in a value something is, {@code claim.items[2].amount}; made only as a list of steps, written only when needed. */
record Path(@Nullable Path parent, String name, int index) {

    static Path root(String name) {
        return new Path(null, name, -1);
    }

    Path field(String field) {
        return new Path(this, field, -1);
    }

    Path item(int position) {
        return new Path(this, "", position);
    }

    @Override
    public String toString() {
        if (parent == null) {
            return name;
        }
        String before = parent.toString();
        if (index >= 0) {
            return before + "[" + index + "]";
        }
        boolean plain = !name.isEmpty() && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-');
        if (!plain) {
            return before + "[" + Data.Text.of(Shown.shorten(name)).json() + "]";
        }
        return before.isEmpty() ? name : before + "." + name;
    }

    /** The path as the beginning of a sentence. */
    String shown() {
        String path = toString();
        return path.isEmpty() ? "The value" : "'" + path + "'";
    }
}
