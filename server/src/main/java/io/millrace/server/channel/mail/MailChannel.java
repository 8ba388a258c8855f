package io.millrace.server.channel.mail;

import io.millrace.server.channel.Template;
import io.millrace.server.config.Section;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is mailed for the work of a task. Immutable.
 *
 * @param to the address, or the name of a participant; null for those to whom the work is offered
 * @param text or null for the usual one
 */
public record MailChannel(@Nullable Template to, Template subject, @Nullable Template text) {
    private static final Template SUBJECT = Template.parse("{@task}");

    /** Reads a channel of the kind {@code mail}. */
    public static MailChannel of(Section section) {
        Template subject = template(section, "subject");
        return new MailChannel(template(section, "to"), subject == null ? SUBJECT : subject, template(section, "text"));
    }

    private static @Nullable Template template(Section section, String name) {
        try {
            return section.optional(name).map(Template::parse).orElse(null);
        } catch (IllegalArgumentException e) {
            throw section.complaint(name, String.valueOf(e.getMessage()));
        }
    }

    /** Whether the text has a link to a form in it. */
    boolean hasForm() {
        List<String> names = text == null ? List.of("form") : new ArrayList<>(text.names());
        return names.contains("form") || names.contains("@form");
    }
}
