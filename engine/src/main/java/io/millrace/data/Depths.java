package io.millrace.data;

/** How deep values nest. */
final class Depths {
    /** Room for values from outside to be put into other values. */
    static final int MAX = 2 * Data.MAX_DEPTH;

    private Depths() {}

    /** One more than the deepest of the values from an index on; refused beyond the limit. */
    static int above(Object[] values, int from) {
        int deepest = 0;
        for (int i = from; i < values.length; i++) {
            if (values[i] instanceof Data.Fields fields) {
                deepest = Math.max(deepest, fields.depth());
            } else if (values[i] instanceof Data.Items items) {
                deepest = Math.max(deepest, items.depth());
            }
        }
        if (deepest >= MAX) {
            throw new IllegalArgumentException("Data nests at most " + MAX + " deep. Build a flatter value.");
        }
        return deepest + 1;
    }
}
