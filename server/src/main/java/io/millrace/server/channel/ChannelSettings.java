package io.millrace.server.channel;

import io.millrace.server.channel.call.AllowList;
import io.millrace.server.channel.call.HttpChannel;
import io.millrace.server.channel.call.Outgoing;
import io.millrace.server.channel.form.FormSettings;
import io.millrace.server.channel.hook.HookSettings;
import io.millrace.server.channel.mail.MailChannel;
import io.millrace.server.channel.mail.MailSettings;
import io.millrace.server.config.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * By which ways work leaves the server. Immutable.
 *
 * @param address under which people reach the server, without a slash at its end; null for the one that it listens on
 * @param outgoing makes calls, to allowed addresses only
 * @param mail or null if the server has none
 */
public record ChannelSettings(
        @Nullable String address,
        Outgoing outgoing,
        HookSettings webhooks,
        @Nullable MailSettings mail,
        List<Channel<FormSettings>> forms,
        List<Channel<MailChannel>> mails,
        List<Channel<HttpChannel>> calls) {
    /** Forms by link, and nothing that leaves the server. */
    public static final ChannelSettings USUAL =
            new ChannelSettings(null, new Outgoing(AllowList.NONE), HookSettings.USUAL, null, List.of(), List.of(), List.of());

    public ChannelSettings {
        forms = List.copyOf(forms);
        mails = List.copyOf(mails);
        calls = List.copyOf(calls);
    }

    /** Reads the fields {@code address}, {@code allow}, {@code webhooks}, {@code mail} and {@code channels} of the configuration. */
    public static ChannelSettings of(Section all) {
        if (Stream.of("address", "allow", "webhooks", "mail", "channels").filter(all::has).toList().isEmpty()) {
            return USUAL;
        }
        Outgoing outgoing = new Outgoing(AllowList.of(all));
        MailSettings mail = all.section("mail").map(MailSettings::of).orElse(null);
        List<Channel<FormSettings>> forms = new ArrayList<>();
        List<Channel<MailChannel>> mails = new ArrayList<>();
        List<Channel<HttpChannel>> calls = new ArrayList<>();
        for (Section section : all.sections("channels")) {
            switch (section.text("kind")) {
                case "form" -> forms.add(Channel.of(section, FormSettings.of(section)));
                case "mail" -> {
                    if (mail == null) {
                        throw section.complaint("kind", "is mail, and the configuration has no section 'mail'");
                    }
                    mails.add(Channel.of(section, MailChannel.of(section)));
                }
                case "http" -> calls.add(Channel.of(section, HttpChannel.of(section, outgoing)));
                default -> throw section.complaint("kind", "must be form, mail or http");
            }
        }
        return new ChannelSettings(
                all.optional("address").map(address -> address(all, address)).orElse(null),
                outgoing,
                all.section("webhooks").map(HookSettings::of).orElse(HookSettings.USUAL),
                mail,
                forms,
                mails,
                calls);
    }

    private static String address(Section all, String text) {
        try {
            String address = AllowList.parse(text).toString();
            return address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
        } catch (IllegalArgumentException e) {
            throw all.complaint("address", "cannot be used: " + e.getMessage());
        }
    }
}
