package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@code mill} alone shows: the commands in groups, in the order in which a newcomer needs them. Help and shell completion read
 * the same table.
 */
final class Overview {
    /** A command, what it is given, and what it shows. */
    record Line(String command, String operands, String what) {}

    record Group(String title, List<Line> lines) {}

    static final List<Group> GROUPS = List.of(
            new Group(
                    "Begin",
                    List.of(
                            new Line("demo", "", "claims handled by people and programs, an engine that is killed, and its recovery"),
                            new Line("serve", "DIR", "an engine behind HTTP on this machine; with --demo it has work to do, with --dev it follows your files"),
                            new Line("run", "FILE", "one case in the terminal: it shows offered work and reads answers"),
                            new Line("play", "FILE...", "scenarios: commands, and what must be seen"),
                            new Line("simulate", "FILE", "cases in simulated time: how long they take, who waits for whom, what other agents would change"),
                            new Line("logic", "FILE...", "Prolog: queries and their answers"))),
            new Group(
                    "Work on processes",
                    List.of(
                            new Line("verify", "FILE...", "whether every case of a net can end as it should; if not, why, and what to change"),
                            new Line("convert", "FILE", "a net as YAWL, as facts, as a picture or for Graphviz"),
                            new Line("draw", "FILE|NAME", "a picture of a net, of activities or of a logic program: SVG or PNG"))),
            new Group(
                    "Work on rules",
                    List.of(new Line("rules", "FILE...", "whether rules between events agree and can be enforced; what they permit after some events"))),
            new Group(
                    "Look into a journal or a server",
                    List.of(
                            new Line("work", "", "open work items: whose, in which state, how old"),
                            new Line("cases", "", "cases by process, state, key or attribute"),
                            new Line("show", "CASE", "one case with all that is open in it, now or at any moment of its past"),
                            new Line("why", "CASE TASK", "why a task is offered, started or withdrawn, or why it is not enabled"),
                            new Line("history", "", "what happened, in one case or in all"),
                            new Line("query", "", "questions to the history: what held when, who did what"),
                            new Line("export", "", "the history as an event log: XES or OCEL"),
                            new Line("timers", "", "what will wake, when, and what for"),
                            new Line("agents", "", "who is idle, who does what, what waits"))),
            new Group(
                    "Act on a journal or a server",
                    List.of(
                            new Line("deploy", "FILE...", "deploys processes, and says what is worth knowing about them"),
                            new Line("start", "PROCESS", "starts a case"),
                            new Line("claim", "WORK", "takes work for somebody"),
                            new Line("complete", "WORK", "completes work with its result"),
                            new Line("signal", "NAME", "sends a signal to those who wait for it"),
                            new Line("suspend", "CASE|WORK", "lets nothing go on in it"),
                            new Line("resume", "CASE|WORK", "lets it go on"),
                            new Line("cancel", "CASE", "cancels a case; with --plan it only says what would happen"),
                            new Line("retry", "CASE|WORK", "tries again what failed"),
                            new Line("migrate", "CASE", "moves a case to another version of its process"))),
            new Group(
                    "Keep a journal",
                    List.of(
                            new Line("index", "", "gives a journal the index from which questions are answered at once"),
                            new Line("check", "DIR|FILE", "whether a journal is intact; what is wrong with the file of a process"),
                            new Line("retain", "", "archives or erases cases that ended some time ago"),
                            new Line("fork", "DIR TO", "a copy of a journal as it was at a moment, to go on from there"))),
            new Group(
                    "Know more",
                    List.of(
                            new Line("bench", "", "measures this engine on this machine: jobs, commits, memory, instances, orjoins, verify"),
                            new Line("codes", "", "every error code, with what to do"),
                            new Line("completion", "SHELL", "completes commands and options in bash, zsh or fish"),
                            new Line("version", "", "which Millrace, which Java"),
                            new Line("help", "COMMAND", "the options of a command; so does 'mill COMMAND --help'"))));

    private final Screen screen;

    Overview(Screen screen) {
        this.screen = screen;
    }

    /** What each command shows. */
    static Map<String, String> whats() {
        Map<String, String> whats = new TreeMap<>();
        GROUPS.forEach(group -> group.lines().forEach(line -> whats.put(line.command(), line.what())));
        return whats;
    }

    void print() {
        screen.println(screen.style(Style.STRONG, "mill") + ": run processes, and look at what they do");
        for (Group group : GROUPS) {
            screen.println();
            screen.println(screen.style(Style.FAINT, group.title()));
            for (Line line : group.lines()) {
                String command = (line.command() + " " + line.operands()).strip();
                screen.println("  " + screen.style(Style.NAME, String.format("%-18s", command)) + line.what());
            }
        }
        screen.println();
        screen.println("Commands that look or act take --journal DIR or --server URL, and --json; lists page with --limit and --cursor.");
        screen.println("Exit status: 0 fine, 1 a negative answer, 2 could not be asked.");
    }
}
