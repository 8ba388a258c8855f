package io.millrace.kernel.index;

/**
 * The optional parts of an engine. Each costs rows in every turn that concerns it, and nothing when it is left out.
 *
 * @param history whether what happened can be read afterwards
 * @param worklist whether people find work in lists
 * @param cases whether cases can be listed and searched
 * @param intervention whether the course of a case can be changed by hand
 */
public record Parts(boolean history, boolean worklist, boolean cases, boolean intervention) {
    /** The bare core. */
    public static final Parts NONE = new Parts(false, false, false, false);
    /** Everything. */
    public static final Parts ALL = new Parts(true, true, true, true);
}
