package io.millrace.cli;

import io.millrace.cli.Screen.Style;

/** What {@code mill} alone shows: the commands in groups, in the order in which a newcomer needs them. */
final class Overview {
    private final Screen screen;

    Overview(Screen screen) {
        this.screen = screen;
    }

    void print() {
        screen.println(screen.style(Style.STRONG, "mill") + ": run processes, and look at what they do");
        group("Begin");
        line("demo", "claims handled by people and programs, an engine that is killed, and its recovery");
        line("run FILE", "one case in the terminal: it shows offered work and reads answers");
        line("play FILE...", "scenarios: commands, and what must be seen");
        line("simulate FILE", "cases in simulated time: how long they take, who waits for whom, what other agents would change");
        line("logic FILE...", "Prolog: queries and their answers");
        group("Work on nets");
        line("verify FILE...", "whether every case of a net can end as it should; if not, why, and what to change");
        line("convert FILE", "a net as YAWL, as facts, as a picture or for Graphviz");
        line("draw FILE", "a picture of a net in YAWL's symbols");
        group("Work on rules");
        line("rules FILE...", "whether rules between events agree and can be enforced; what they permit after some events");
        group("Look into a journal");
        line("work", "open work items: whose, in which state, how old");
        line("cases", "cases by process, state, key or attribute");
        line("show CASE", "one case with all that is open in it, now or at any moment of its past");
        line("why CASE TASK", "why a task is offered, started or withdrawn, or why it is not enabled");
        line("history", "what happened, in one case or in all");
        line("query", "questions to the history: what held when, who did what");
        line("export", "the history as an event log: XES or OCEL");
        line("timers", "what will wake, and when");
        line("agents", "who is idle, who does what, what waits");
        group("Keep a journal");
        line("index", "gives a journal the index from which questions are answered at once");
        line("check", "reads all of a journal and says whether it is intact");
        line("retain", "archives or erases cases that ended some time ago");
        line("fork DIR TO", "a copy of a journal as it was at a moment, to go on from there");
        group("Know more");
        line("bench", "measures this engine on this machine: jobs, commits, memory, instances, orjoins, verify");
        line("codes", "every error code, with what to do");
        line("version", "which Millrace, which Java");
        line("help COMMAND", "the options of a command");
        screen.println();
        screen.println("Commands that look take --journal DIR and --json, and page with --limit and --cursor.");
        screen.println("Exit status: 0 fine, 1 a negative answer, 2 could not be asked.");
    }

    private void group(String title) {
        screen.println();
        screen.println(screen.style(Style.FAINT, title));
    }

    private void line(String command, String what) {
        screen.println("  " + screen.style(Style.NAME, String.format("%-14s", command)) + what);
    }
}
