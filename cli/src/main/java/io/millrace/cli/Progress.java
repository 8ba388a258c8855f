package io.millrace.cli;

/** Says on a terminal how far long work has come, and nothing elsewhere. */
final class Progress implements AutoCloseable {
    private static final long EVERY_NANOS = 100_000_000;

    private final Screen screen;
    private final String doing;
    private final String what;
    private long shown;
    private boolean any;

    Progress(Screen screen, String doing, String what) {
        this.screen = screen;
        this.doing = doing;
        this.what = what;
    }

    void at(long done) {
        long now = System.nanoTime();
        if (screen.live() && (!any || now - shown > EVERY_NANOS)) {
            screen.err().print("\r" + doing + ": " + done + " " + what);
            screen.err().flush();
            shown = now;
            any = true;
        }
    }

    @Override
    public void close() {
        if (any) {
            screen.err().print("\r" + " ".repeat(60) + "\r");
            screen.err().flush();
        }
    }
}
