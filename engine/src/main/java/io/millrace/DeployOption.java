package io.millrace;

/** Options of a deployment. */
public enum DeployOption {
    /**
     * Deploys a process although a proof shows that its cases can get stuck, or end with tokens left. The history records this option and
     * the objections of the proof.
     */
    ALLOW_UNSOUND
}
