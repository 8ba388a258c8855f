package io.millrace.verify;

/**
 * Where tokens are in a state that a trace leads to.
 *
 * @param net the net
 * @param node the condition, or the task
 * @param running whether it is a task that is being carried out
 * @param number how many there are; a task that runs is one
 */
public record Tokens(String net, String node, boolean running, int number) {
    /** As a scenario writes it: {@code c1}, {@code c2*2}, {@code c(a,b)}, {@code exec(t)}. */
    @Override
    public String toString() {
        return (running ? "exec(" + node + ")" : node) + (number > 1 ? "*" + number : "");
    }
}
