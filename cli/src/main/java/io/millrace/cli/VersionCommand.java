package io.millrace.cli;

import io.millrace.server.Version;
import picocli.CommandLine.Command;

@Command(name = "version", description = "Shows the versions of Millrace and of the Java that runs it.")
final class VersionCommand implements Runnable {
    private final Screen screen;

    VersionCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        screen.println("Millrace " + Version.number() + ", Java " + Runtime.version());
    }
}
