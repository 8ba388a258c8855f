package io.millrace.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.Command;

@Command(name = "version", description = "Shows the versions of Millrace and of the Java that runs it.")
final class VersionCommand implements Runnable {
    private final Screen screen;

    VersionCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        screen.println("Millrace " + version() + ", Java " + Runtime.version());
    }

    static String version() {
        Properties properties = new Properties();
        try (InputStream in = VersionCommand.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "of unknown version");
    }
}
