package io.millrace.server.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class JsonLinesTest {
    private final JsonLines lines = new JsonLines();

    @Test
    void a_record_is_one_object_on_one_line() {
        LogRecord record = new LogRecord(Level.WARNING, "Incident in case {0}: {1}");
        record.setLoggerName("io.millrace");
        record.setParameters(new Object[] {"17", "no \"line\"\nhere"});
        record.setThrown(new IllegalStateException("broken"));
        String line = lines.format(record);
        assertThat(line).endsWith("\n").hasLineCount(1);
        Data data = Data.parse(line);
        assertThat(data.at("level").text()).isEqualTo("WARNING");
        assertThat(data.at("logger").text()).isEqualTo("io.millrace");
        assertThat(data.at("message").text()).isEqualTo("Incident in case 17: no \"line\"\nhere");
        assertThat(data.at("parameters").asList(String.class)).containsExactly("17", "no \"line\"\nhere");
        assertThat(data.at("thrown").text()).startsWith("java.lang.IllegalStateException: broken").contains("JsonLinesTest");
        assertThat(data.at("time").text()).endsWith("Z");
    }

    @Test
    void a_record_without_anything_is_one_too() {
        Data data = Data.parse(lines.format(new LogRecord(Level.INFO, "x".repeat(100_000))));
        assertThat(data.at("message").text()).hasSizeLessThan(20_000);
        assertThat(data.has("thrown")).isFalse();
    }
}
