package io.millrace.server;

import io.millrace.server.channel.ChannelSettings;
import io.millrace.server.mcp.McpSettings;
import io.millrace.server.security.SecuritySettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a server is to run.
 *
 * @param journal the directory of the journal, which is made if it is not there
 * @param host the address to listen on
 * @param port the port to listen on; 0 for any that is free
 * @param certificate a PEM file with the certificate chain, for TLS; null for plain HTTP
 * @param key a PEM file with the private key of the certificate
 * @param mostBytes how large a request may be
 * @param security whom the server lets in
 * @param mcp the sessions of programs that take part by the Model Context Protocol
 * @param channels by which ways work leaves it
 * @param parts what else it has
 * @param demo whether living examples run in it, which its pages say
 */
public record ServerSettings(
        Path journal,
        String host,
        int port,
        @Nullable Path certificate,
        @Nullable Path key,
        int mostBytes,
        SecuritySettings security,
        McpSettings mcp,
        ChannelSettings channels,
        List<Part.Maker> parts,
        boolean demo) {
    /** The port that a server listens on unless it is told another. */
    public static final int PORT = 8088;

    private static final int MOST_BYTES = 16 * 1024 * 1024;

    public ServerSettings {
        parts = List.copyOf(parts);
    }

    /** On the loopback address. */
    public static ServerSettings of(Path journal) {
        return new ServerSettings(
                journal, "127.0.0.1", PORT, null, null, MOST_BYTES, SecuritySettings.USUAL, McpSettings.USUAL, ChannelSettings.USUAL, List.of(), false);
    }

    /** The same on another port. */
    public ServerSettings port(int other) {
        return new ServerSettings(journal, host, other, certificate, key, mostBytes, security, mcp, channels, parts, demo);
    }

    /** The same on another address. */
    public ServerSettings host(String other) {
        return new ServerSettings(journal, other, port, certificate, key, mostBytes, security, mcp, channels, parts, demo);
    }

    /** The same with TLS. */
    public ServerSettings certificate(Path chain, Path privateKey) {
        return new ServerSettings(journal, host, port, chain, privateKey, mostBytes, security, mcp, channels, parts, demo);
    }

    /** The same with another limit for requests. */
    public ServerSettings mostBytes(int other) {
        return new ServerSettings(journal, host, port, certificate, key, other, security, mcp, channels, parts, demo);
    }

    /** The same with other security. */
    public ServerSettings security(SecuritySettings other) {
        return new ServerSettings(journal, host, port, certificate, key, mostBytes, other, mcp, channels, parts, demo);
    }

    /** The same with other bounds of the sessions of the Model Context Protocol. */
    public ServerSettings mcp(McpSettings other) {
        return new ServerSettings(journal, host, port, certificate, key, mostBytes, security, other, channels, parts, demo);
    }

    /** The same with other channels. */
    public ServerSettings channels(ChannelSettings other) {
        return new ServerSettings(journal, host, port, certificate, key, mostBytes, security, mcp, other, parts, demo);
    }

    /** The same with another part. */
    public ServerSettings with(Part.Maker part) {
        List<Part.Maker> more = new ArrayList<>(parts);
        more.add(part);
        return new ServerSettings(journal, host, port, certificate, key, mostBytes, security, mcp, channels, more, demo);
    }

    /** The same with living examples, or without. */
    public ServerSettings demo(boolean other) {
        return new ServerSettings(journal, host, port, certificate, key, mostBytes, security, mcp, channels, parts, other);
    }
}
