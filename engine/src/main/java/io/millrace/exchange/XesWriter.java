package io.millrace.exchange;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.query.CaseStatus;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes XES as IEEE 1849-2016 defines it. A root case is a trace, which includes the events of its sub-cases; these have the key {@link
 * Xes#CASE}. The writer uses the keys of the standard extensions, keys that begin with {@code mill:} for additions of Millrace, and
 * variables under their own names. It writes the input of work only in logs with all events. Confined to one thread.
 *
 * <p>A list becomes an XES list whose values have the key {@link Xes#ITEM}, a record an XES list whose values have the names of its fields.
 */
public final class XesWriter implements LogWriter {
    private static final String HEAD = """
            <?xml version="1.0" encoding="UTF-8"?>
            <log xes.version="1849.2016" xes.features="" xmlns="http://www.xes-standard.org/">
              <extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/concept.xesext"/>
              <extension name="Lifecycle" prefix="lifecycle" uri="http://www.xes-standard.org/lifecycle.xesext"/>
              <extension name="Organizational" prefix="org" uri="http://www.xes-standard.org/org.xesext"/>
              <extension name="Time" prefix="time" uri="http://www.xes-standard.org/time.xesext"/>
              <extension name="Identity" prefix="identity" uri="http://www.xes-standard.org/identity.xesext"/>
              <global scope="trace">
                <string key="concept:name" value=""/>
                <string key="mill:process" value=""/>
              </global>
              <global scope="event">
                <string key="concept:name" value=""/>
                <string key="lifecycle:transition" value="complete"/>
                <date key="time:timestamp" value="1970-01-01T00:00:00Z"/>
              </global>
              <classifier name="Activity" scope="event" keys="concept:name"/>
              <classifier name="Transition" scope="event" keys="concept:name lifecycle:transition"/>
              <classifier name="Process" scope="trace" keys="mill:process"/>
              <string key="concept:name" value="%s"/>
              <string key="lifecycle:model" value="standard"/>
            """;

    private static final String BLANKS = " ".repeat(40);

    private final Writer out;
    private final Set<LogEvent.Category> categories;
    private final XmlText text = new XmlText();
    private final StringBuilder line = new StringBuilder(1024);
    private @Nullable LogCase root;
    private int level;

    private XesWriter(Writer out, Set<LogEvent.Category> categories) {
        this.out = out;
        this.categories = categories;
    }

    /**
     * Begins a log.
     *
     * @param into the target, which is not closed with the writer
     * @param name the name of the log
     * @param categories the events to write; most tools expect {@link LogEvent.Category#WORK} alone
     */
    public static XesWriter begin(OutputStream into, String name, Set<LogEvent.Category> categories) throws IOException {
        XesWriter writer = new XesWriter(new BufferedWriter(new OutputStreamWriter(into, StandardCharsets.UTF_8), 1 << 16), Set.copyOf(categories));
        StringBuilder escaped = new StringBuilder();
        writer.text.escape(name, escaped);
        writer.out.write(HEAD.replace("%s", escaped));
        return writer;
    }

    @Override
    public boolean wants(LogEvent.Category category) {
        return categories.contains(category);
    }

    @Override
    public void begin(LogCase of) throws IOException {
        root = of;
        line.append("  <trace>\n");
        level = 2;
        text("concept:name", of.id().toString());
        text(Xes.CASE, of.id().toString());
        text(Xes.PROCESS, of.process());
        whole(Xes.VERSION, of.version());
        text(Xes.STATUS, of.status().word());
        if (of.key() != null) {
            text(Xes.KEY, of.key());
        }
        date(Xes.STARTED, of.started());
        if (of.ended() != null) {
            date(Xes.ENDED, of.ended());
        }
        if (of.status() != CaseStatus.COMPLETED && of.outcome() instanceof Data.Text reason) {
            text(Xes.REASON, reason.value());
        }
        if (of.attributes() instanceof Data.Fields fields && fields.count() > 0) {
            value(Xes.ATTRIBUTES, fields);
        }
        data(of.data());
        flush();
    }

    @Override
    public void event(LogEvent event) throws IOException {
        line.append("    <event>\n");
        level = 3;
        text("concept:name", event.activity());
        LogEvent.OfWork work = event.work();
        if (work != null) {
            text("concept:instance", work.id().toString());
        }
        text("lifecycle:transition", event.transition().word());
        if (work != null && (event.transition() == Transition.UNKNOWN || event.transition() == Transition.RESUME)) {
            text("lifecycle:state", Xes.state(work.state()));
        }
        date("time:timestamp", event.time());
        if (!event.recorded().equals(event.time())) {
            date(Xes.RECORDED, event.recorded());
        }
        simple("id", "identity:id", UUID.nameUUIDFromBytes(event.id().getBytes(StandardCharsets.UTF_8)).toString());
        if (work == null || !event.event().equals(event.transition().event())) {
            text(Xes.EVENT, event.event());
        }
        ofSubCase(event);
        if (work != null) {
            ofWork(work, event.event());
        }
        if (event.reason() != null) {
            text(Xes.REASON, event.reason());
        }
        if (event.detail() instanceof Data.Fields fields && fields.count() > 0) {
            value(Xes.DETAIL, fields);
        }
        data(event.data());
        line.append("    </event>\n");
        flush();
    }

    private void ofSubCase(LogEvent event) {
        CaseId of = event.caseId();
        if (!of.isRoot()) {
            text(Xes.CASE, of.toString());
            text(Xes.PROCESS, event.process());
        }
        if (!of.isRoot() || root != null && root.version() != event.version()) {
            whole(Xes.VERSION, event.version());
        }
    }

    private void ofWork(LogEvent.OfWork work, String event) {
        if (work.resource() != null) {
            text("org:resource", work.resource());
        }
        if (work.role() != null) {
            text("org:role", work.role());
        }
        if (work.automatic()) {
            simple("boolean", Xes.AUTOMATIC, "true");
        }
        if (work.pool() != null) {
            text(Xes.POOL, work.pool());
        }
        if (!work.offers().isEmpty() && !isImplied(work)) {
            offers(work.offers());
        }
        if (event.equals("offer")) {
            if (work.due() != null) {
                date(Xes.DUE, work.due());
            }
            if (wants(LogEvent.Category.OTHER) && !work.input().isNothing() && !work.input().equals(Data.fields())) {
                value(Xes.INPUT, work.input());
            }
        }
        if (work.child() != null && (event.equals("offer") || event.equals("retry") || work.childEnded() != null)) {
            text(Xes.SUB_CASE, work.child().toString());
        }
        if (work.childEnded() != null) {
            text(Xes.SUB_CASE_STATUS, work.childEnded().word());
        }
        if (!work.output().isNothing() && !work.output().equals(Data.fields())) {
            value(Xes.OUTPUT, work.output());
        }
    }

    private static boolean isImplied(LogEvent.OfWork work) {
        LogEvent.Offer first = work.offers().getFirst();
        return work.offers().size() == 1
                && switch (first.kind()) {
                    case POOL -> true;
                    case ROLE -> work.pool() == null && first.name().equals(work.role());
                    case ANYONE -> work.pool() == null && work.role() == null;
                    case PARTICIPANT -> false;
                };
    }

    private void offers(List<LogEvent.Offer> offers) {
        beginList(Xes.OFFERED);
        offers.forEach(offer -> text(Xes.ITEM, Xes.text(offer)));
        endList();
    }

    @Override
    public void end() throws IOException {
        line.append("  </trace>\n");
        flush();
    }

    @Override
    public void finish() throws IOException {
        out.write("</log>\n");
        out.flush();
    }

    @Override
    public long replaced() {
        return text.replaced();
    }

    @Override
    public void close() throws IOException {
        out.flush();
    }

    private void flush() throws IOException {
        out.append(line);
        line.setLength(0);
    }

    // Attributes.

    private void data(Map<String, Data> data) {
        data.forEach((name, value) -> value(XmlText.name(name), value));
    }

    private void value(String key, Data value) {
        switch (value) {
            case Data.Nothing nothing -> text(key, "");
            case Data.Truth truth -> simple("boolean", key, truth.value() ? "true" : "false");
            case Data.Text words -> text(key, words.value());
            case Data.Num num when num.isLong() -> whole(key, num.longValue());
            // A whole number beyond 64 bits would lose digits as a float.
            case Data.Num num when num.isWhole() -> text(key, num.json());
            case Data.Num num -> simple("float", key, num.decimal().toString());
            case Data.Items items -> {
                beginList(key);
                items.asList().forEach(item -> value(Xes.ITEM, item));
                endList();
            }
            case Data.Fields fields -> {
                beginList(key);
                data(fields.asMap());
                endList();
            }
        }
    }

    private void beginList(String key) {
        indent().append("<list key=\"").append(key).append("\">\n");
        level++;
        indent().append("<values>\n");
        level++;
    }

    private void endList() {
        level--;
        indent().append("</values>\n");
        level--;
        indent().append("</list>\n");
    }

    private StringBuilder indent() {
        return line.append(BLANKS, 0, Math.min(2 * level, BLANKS.length()));
    }

    private void text(String key, String value) {
        indent().append("<string key=\"").append(key).append("\" value=\"");
        text.escape(value, line);
        line.append("\"/>\n");
    }

    private void whole(String key, long value) {
        simple("int", key, Long.toString(value));
    }

    private void date(String key, Instant instant) {
        simple("date", key, Xes.time(instant.truncatedTo(ChronoUnit.MICROS)));
    }

    private void simple(String type, String key, String value) {
        indent().append('<').append(type).append(" key=\"").append(key).append("\" value=\"").append(value).append("\"/>\n");
    }
}
