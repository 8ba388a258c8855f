package io.millrace.net;

/**
 * What the exit of a task removes in addition to its completed instances (Definition 13).
 *
 * @param conditions the conditions in its cancellation set that hold tokens
 * @param tokens how many each of them holds
 * @param tasks the tasks in its cancellation set that are busy, and the task itself if not all of its instances have completed
 */
public record Removal(int[] conditions, int[] tokens, int[] tasks) {
    /** Whether the exit removes no tokens and stops no task. */
    public boolean isNothing() {
        return conditions.length == 0 && tasks.length == 0;
    }
}
