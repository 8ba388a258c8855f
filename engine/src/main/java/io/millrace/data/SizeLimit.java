package io.millrace.data;

import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.util.Optional;

/** How many bytes the binary form of a value may have. */
public record SizeLimit(int bytes) {
    /** Beyond this multiple of the limit the exact size is not worth finding out. */
    private static final long EXACT_UP_TO = 64;

    public SizeLimit {
        if (bytes < 1) {
            throw new IllegalArgumentException("A limit of " + bytes + " bytes allows no value.");
        }
    }

    /** The refusal of a value that is too large; {@code whose} completes "The data of", such as {@code case '7'}. */
    public Optional<Problem> check(String whose, Data data) {
        long bound = EXACT_UP_TO * bytes;
        long size = Sizes.upTo(data, bound);
        if (size <= bytes) {
            return Optional.empty();
        }
        return Optional.of(Code.TOO_LARGE.with(whose, size <= bound ? size : "more than " + bound, bytes));
    }
}
