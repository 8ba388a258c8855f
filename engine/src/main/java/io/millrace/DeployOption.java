package io.millrace;

/** What whoever deploys a process insists on. */
public enum DeployOption {
    /**
     * Deploys a process although it was proved that its cases can get stuck, or end with something left behind. That it was allowed,
     * and what the proof said, stands in the history.
     */
    ALLOW_UNSOUND
}
