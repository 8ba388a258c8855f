package io.millrace.server.channel.mail;

import io.millrace.data.Data;
import io.millrace.id.WorkId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A mail about a work item.
 *
 * @param id by the work item and the address, so that the same mail is recognised
 * @param hash SHA-256 of the identifier in the subject
 * @param person as whom a reply acts
 * @param subject and {@code text}: what is sent; null when it was sent, since they hold what must not be read here later
 * @param sent when it was sent, or null
 * @param answering the reply that is being taken, or null
 * @param ended when a reply was taken, or null
 * @param answers how many mails about replies that do not fit were sent
 * @param trouble what went wrong last, or null
 */
record Letter(
        String id,
        String hash,
        String tenant,
        WorkId work,
        String to,
        String person,
        String messageId,
        @Nullable String subject,
        @Nullable String text,
        Instant created,
        @Nullable Instant sent,
        @Nullable String answering,
        @Nullable Instant ended,
        int answers,
        @Nullable String trouble) {

    Letter sent(Instant now) {
        return new Letter(id, hash, tenant, work, to, person, messageId, null, null, created, now, answering, ended, answers, null);
    }

    Letter answering(String reply) {
        return new Letter(id, hash, tenant, work, to, person, messageId, subject, text, created, sent, reply, ended, answers, trouble);
    }

    Letter ended(Instant now) {
        return new Letter(id, hash, tenant, work, to, person, messageId, null, null, created, sent, answering, now, answers, null);
    }

    Letter troubled(@Nullable String what) {
        return new Letter(id, hash, tenant, work, to, person, messageId, subject, text, created, sent, answering, ended, answers, what);
    }

    Letter answered() {
        return new Letter(id, hash, tenant, work, to, person, messageId, subject, text, created, sent, answering, ended, answers + 1, trouble);
    }

    boolean isWaiting() {
        return sent == null && ended == null;
    }

    Data shown() {
        Data data = Data.fields(
                "work", work.toString(),
                "to", to,
                "state", ended != null ? "answered" : sent != null ? "sent" : "waiting",
                "created", created.toString());
        return trouble == null ? data : data.with("trouble", trouble);
    }

    Data stored() {
        Data data = Data.fields(
                "hash", hash,
                "tenant", tenant,
                "work", work.toString(),
                "to", to,
                "person", person,
                "messageId", messageId,
                "created", created.toString(),
                "answers", answers);
        data = subject == null ? data : data.with("subject", subject);
        data = text == null ? data : data.with("text", text);
        data = sent == null ? data : data.with("sent", sent.toString());
        data = answering == null ? data : data.with("answering", answering);
        data = ended == null ? data : data.with("ended", ended.toString());
        return trouble == null ? data : data.with("trouble", trouble);
    }

    static Letter read(String id, Data data) {
        return new Letter(
                id,
                data.at("hash").text(),
                data.at("tenant").text(),
                WorkId.parse(data.at("work").text()),
                data.at("to").text(),
                data.at("person").text(),
                data.at("messageId").text(),
                text(data.at("subject")),
                text(data.at("text")),
                Instant.parse(data.at("created").text()),
                instant(data.at("sent")),
                text(data.at("answering")),
                instant(data.at("ended")),
                data.at("answers").asInt(),
                text(data.at("trouble")));
    }

    private static @Nullable String text(Data data) {
        return data.isNothing() ? null : data.text();
    }

    private static @Nullable Instant instant(Data data) {
        return data.isNothing() ? null : Instant.parse(data.text());
    }

    /** Shows nothing of what it says. */
    @Override
    public String toString() {
        return "Letter[" + id + "]";
    }
}
