package io.millrace.prolog;

import io.millrace.problem.Code;
import java.util.Locale;

/** What the paper forbids, and what ends a query with an error instead of an answer. */
enum Restriction {
    RPC_IN_GUARD(Code.RPC_IN_GUARD),
    WVAR_IN_GUARD(Code.WVAR_IN_GUARD),
    DELAY_IN_GUARD(Code.DELAY_IN_GUARD),
    RESULT_IN_GUARD(Code.RESULT_IN_GUARD),
    CHOICEPOINT(Code.CHOICEPOINT),
    NOT_GROUND(Code.NOT_GROUND),
    NOT_UNBOUND(Code.NOT_UNBOUND),
    ALREADY_SENT(Code.ALREADY_SENT),
    NOT_A_WORKFLOW_VARIABLE(Code.NOT_A_WORKFLOW_VARIABLE),
    NO_MESSAGE(Code.NO_MESSAGE),
    BAD_TIME(Code.BAD_TIME),
    STILL_DELAYED(Code.STILL_DELAYED),
    NO_DATA(Code.MESSAGE_WITHOUT_DATA);

    private final Code code;

    Restriction(Code code) {
        this.code = code;
    }

    Code code() {
        return code;
    }

    /** The name by which runs and histories speak of it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
