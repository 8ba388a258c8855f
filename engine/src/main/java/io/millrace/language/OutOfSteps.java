package io.millrace.language;

/** The turn has used up the steps that it may take. A language that knows which loop took them may say so in its place. */
public abstract class OutOfSteps extends TurnSignal {
    protected OutOfSteps(String message) {
        super(message);
    }
}
