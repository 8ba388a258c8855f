package io.millrace;

import io.millrace.runtime.Log;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The records that reach the platform's logger while this is open; they do not reach the console. */
public final class Logged extends Handler implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger(Log.NAME);

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    public Logged() {
        LOGGER.addHandler(this);
        LOGGER.setUseParentHandlers(false);
    }

    /** Every record so far as its text. */
    public List<String> lines() {
        SimpleFormatter formatter = new SimpleFormatter();
        return records.stream().map(formatter::formatMessage).toList();
    }

    public List<LogRecord> records() {
        return records;
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        LOGGER.removeHandler(this);
        LOGGER.setUseParentHandlers(true);
    }
}
