package io.millrace.verify;

/**
 * What a place of a model stands for.
 *
 * @param net the net
 * @param node a condition, or the task that is being carried out
 * @param busy whether it stands for a task being carried out
 */
record Spot(String net, String node, boolean busy) {
    @Override
    public String toString() {
        return busy ? "exec(" + node + ")" : node;
    }
}
