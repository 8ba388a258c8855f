package io.millrace.testkit;

import io.millrace.data.Data;
import io.millrace.work.Handler;
import io.millrace.work.Work;

/** An automatic participant that does as the scenario says: answers with data, or fails some times before it does. */
final class ScriptedHandler implements Handler {
    /** The failure that the scenario asked for; another attempt may help. */
    static final class Failed extends Exception {
        Failed(String reason) {
            // A script has no frames that anybody could look at.
            super(reason, null, false, false);
        }
    }

    private Data answer = Data.fields();
    private String reason = "";
    private long failures;

    synchronized void answers(Data data) {
        answer = data;
        failures = 0;
    }

    /** @param times how many attempts fail, or 0 for all */
    synchronized void fails(String why, int times) {
        reason = why;
        failures = times == 0 ? Long.MAX_VALUE : times;
    }

    @Override
    public synchronized Data handle(Work work) throws Failed {
        if (failures > 0) {
            failures--;
            throw new Failed(reason);
        }
        return answer;
    }
}
