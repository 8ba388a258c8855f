package io.millrace.net;

/** The kind of a join or split of a task (Definition 1). */
public enum Junction {
    AND,
    XOR,
    OR
}
