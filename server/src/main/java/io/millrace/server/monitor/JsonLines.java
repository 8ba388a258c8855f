package io.millrace.server.monitor;

import io.millrace.data.Data;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * Log records as JSON, one object on one line: {@code time}, {@code level}, {@code logger}, {@code thread}, {@code message}, the
 * {@code parameters} that stand in the message (ids of cases and work, codes), and the {@code thrown} stack trace.
 */
public final class JsonLines extends Formatter {
    private static final int MOST = 16_384;

    @Override
    public String format(LogRecord record) {
        Data data = Data.fields(
                "time", record.getInstant().toString(),
                "level", record.getLevel().getName(),
                "logger", String.valueOf(record.getLoggerName()),
                "thread", record.getLongThreadID(),
                "message", brief(formatMessage(record)));
        if (record.getParameters() != null && record.getParameters().length > 0) {
            List<String> parameters = new ArrayList<>();
            Arrays.stream(record.getParameters()).forEach(each -> parameters.add(brief(String.valueOf(each))));
            data = data.with("parameters", parameters);
        }
        if (record.getThrown() != null) {
            StringWriter trace = new StringWriter();
            record.getThrown().printStackTrace(new PrintWriter(trace));
            data = data.with("thrown", brief(trace.toString()));
        }
        return data.json() + "\n";
    }

    private static String brief(String text) {
        return text.length() <= MOST ? text : text.substring(0, MOST) + "…";
    }
}
