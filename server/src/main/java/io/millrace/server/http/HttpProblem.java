package io.millrace.server.http;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;

/** A problem as an answer: problem+json (RFC 9457) with the engine's code. */
public final class HttpProblem {
    /** The media type of problems. */
    public static final String TYPE = "application/problem+json";

    private HttpProblem() {}

    /** The body. */
    public static Data body(Problem problem, int status) {
        return Data.fields("type", "about:blank", "title", title(status), "status", status).merge(parts(problem));
    }

    /** A problem in parts that a program can use: the code, all in words, the reason, the remedy, and the rules behind it if there are any. */
    public static Data parts(Problem problem) {
        Data data = Data.fields(
                "code", problem.code().id(), "detail", problem.message(), "reason", problem.reason(), "remedy", problem.code().remedy());
        data = problem.grounds().rules().isEmpty() ? data : data.with("rules", problem.grounds().rules());
        return problem.grounds().liftedBy().isEmpty() ? data : data.with("liftedBy", problem.grounds().liftedBy());
    }

    /** The status that fits a code. */
    public static int status(Code code) {
        return switch (code) {
            case BAD_REQUEST, NOT_A_CASE_ID, NOT_A_WORK_ID, BAD_CURSOR, NOT_AN_ATTRIBUTE, BAD_USE, BAD_TOKEN -> 400;
            case NOT_AUTHENTICATED -> 401;
            case NOT_PERMITTED, NOT_QUALIFIED, EXCLUDED, NOT_FOR_OTHERS, OUT_OF_SCOPE -> 403;
            case NO_SUCH_ADDRESS, UNKNOWN_PROCESS, UNKNOWN_VERSION, UNKNOWN_CASE, UNKNOWN_WORK, UNKNOWN_PARTICIPANT, UNKNOWN_POOL, UNKNOWN_AGENT, UNKNOWN_KEY, UNKNOWN_LINK, UNKNOWN_WEBHOOK, UNKNOWN_SESSION, NO_SOURCE, NO_PICTURE, NO_RULES, NO_NET -> 404;
            case WRONG_METHOD -> 405;
            case TOO_LARGE, BODY_TOO_LARGE -> 413;
            case WRONG_MEDIA_TYPE -> 415;
            case TOO_SLOW -> 408;
            case CHANGED_MEANWHILE -> 412;
            case TOO_MANY_REQUESTS, SIMULATIONS_BUSY, QUESTIONS_BUSY, COMPUTING_BUSY -> 429;
            case SIMULATION_OPEN, BACKUP_REFUSED -> 409;
            case NOT_YOURS, NOT_YOUR_TASK -> 404;
            case TOO_BUSY, STOPPED, SERVER_STOPS, STORE_FAILED, DISK_FULL, ISSUER_UNUSABLE, TOO_MANY_SESSIONS -> 503;
            case SERVER_FAILED, KEYS_DAMAGED, RECORDS_DAMAGED -> 500;
            default -> ofRange(code);
        };
    }

    /** Commands that the state of things does not allow, and contents that are wrong in themselves. */
    private static int ofRange(Code code) {
        return switch (code.number() / 1000) {
            case 1 -> 409;
            case 7 -> 503;
            case 8 -> 400;
            default -> 422;
        };
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "Bad request";
            case 401 -> "Not authenticated";
            case 403 -> "Not permitted";
            case 404 -> "Not found";
            case 405 -> "Method not allowed";
            case 408 -> "Too slow";
            case 409 -> "Refused in the present state";
            case 412 -> "Changed meanwhile";
            case 413 -> "Too large";
            case 415 -> "Unsupported media type";
            case 422 -> "The content is wrong";
            case 429 -> "Too many requests";
            case 503 -> "Not available now";
            default -> "Server error";
        };
    }
}
