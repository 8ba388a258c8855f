package io.millrace.net;

/** How a task joins what comes in, or splits what goes out (Definition 1). */
public enum Junction {
    AND,
    XOR,
    OR
}
