package io.millrace.cli;

import java.lang.reflect.InvocationTargetException;
import picocli.CommandLine;

/** Makes commands: one whose constructor takes the screen is given it, so that tests can run commands on their own. */
final class WithScreen implements CommandLine.IFactory {
    private final Screen screen;

    WithScreen(Screen screen) {
        this.screen = screen;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        try {
            return type.getDeclaredConstructor(Screen.class).newInstance(screen);
        } catch (NoSuchMethodException e) {
            return CommandLine.defaultFactory().create(type);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
