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
                    "Start",
                    List.of(
                            new Line("demo", "", "handles claims with people and programs, kills the engine, and shows the recovery"),
                            new Line("serve", "DIR", "runs an engine behind HTTP; --demo starts examples, --dev deploys files when they change"),
                            new Line("run", "FILE", "runs one case in the terminal: shows offered work and reads answers"),
                            new Line("play", "FILE...", "plays scenarios: commands and expectations"),
                            new Line("simulate", "FILE", "runs cases in simulated time: durations, waiting times, costs, comparison of variants"),
                            new Line("logic", "FILE...", "runs Prolog queries"))),
            new Group(
                    "Work on processes",
                    List.of(
                            new Line("verify", "FILE...", "proves that every case of a net can end properly, or explains the problem and suggests a fix"),
                            new Line("convert", "FILE", "converts a net to YAWL, facts, PNML, SVG or Graphviz"),
                            new Line("draw", "FILE|NAME", "draws a net, activities or a logic program as SVG or PNG"))),
            new Group(
                    "Work on rules",
                    List.of(new Line("rules", "FILE...", "proves that rules between events agree and can be enforced; shows what they permit after some events"))),
            new Group(
                    "Read a journal or a server",
                    List.of(
                            new Line("work", "", "lists open work items with participant, state and age"),
                            new Line("cases", "", "lists cases by process, state, key or attribute"),
                            new Line("show", "CASE", "shows one case with its open work, now or at any moment of its past"),
                            new Line("why", "CASE TASK", "explains why a task is offered, started or withdrawn, or why it is not enabled"),
                            new Line("history", "", "shows the events of one case or of all cases"),
                            new Line("query", "", "answers questions about the history: what held when, who did what"),
                            new Line("export", "", "writes the history as an event log: XES or OCEL"),
                            new Line("timers", "", "lists timers with due time and purpose"),
                            new Line("agents", "", "lists agents with their work, and waiting work"))),
            new Group(
                    "Act on a journal or a server",
                    List.of(
                            new Line("deploy", "FILE...", "deploys processes, and prints findings"),
                            new Line("start", "PROCESS", "starts a case"),
                            new Line("claim", "WORK", "claims work for a participant"),
                            new Line("complete", "WORK", "completes work with its result"),
                            new Line("signal", "NAME", "sends a signal"),
                            new Line("suspend", "CASE|WORK", "suspends a case or work"),
                            new Line("resume", "CASE|WORK", "resumes a case or work"),
                            new Line("cancel", "CASE", "cancels a case; --plan only shows what would happen"),
                            new Line("retry", "CASE|WORK", "retries failed work"),
                            new Line("migrate", "CASE", "moves a case to another version of its process"))),
            new Group(
                    "Maintain a journal",
                    List.of(
                            new Line("index", "", "builds the index that answers questions quickly"),
                            new Line("check", "DIR|FILE", "checks a journal, or the file of a process"),
                            new Line("retain", "", "archives or erases cases that ended some time ago"),
                            new Line("backup", "TO", "copies a journal while an engine runs on it, and verifies the copy"),
                            new Line("restore", "FROM DIR", "puts a backup in the place of a journal"),
                            new Line("fork", "DIR TO", "copies a journal as it is, or as it was at a moment"))),
            new Group(
                    "Serve",
                    List.of(
                            new Line("keys", "ACTION", "creates, lists and revokes the API keys of a server"),
                            new Line("mcp", "", "lets a program take part by the Model Context Protocol, over standard input and output"))),
            new Group(
                    "More",
                    List.of(
                            new Line("bench", "", "measures this engine on this machine: jobs, commits, memory, instances, orjoins, verify"),
                            new Line("codes", "", "lists the error codes with their remedies"),
                            new Line("completion", "SHELL", "prints a completion script for bash, zsh or fish"),
                            new Line("version", "", "shows the versions of Millrace and Java"),
                            new Line("help", "COMMAND", "shows the options of a command, like 'mill COMMAND --help'"))));

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
        screen.println(screen.style(Style.STRONG, "mill") + ": run processes and inspect their cases");
        for (Group group : GROUPS) {
            screen.println();
            screen.println(screen.style(Style.FAINT, group.title()));
            for (Line line : group.lines()) {
                String command = (line.command() + " " + line.operands()).strip();
                screen.println("  " + screen.style(Style.NAME, String.format("%-18s", command)) + line.what());
            }
        }
        screen.println();
        screen.println("Commands that read or act take --journal DIR or --server URL, and --json; lists page with --limit and --cursor.");
        screen.println("Exit status: 0 success, 1 a negative answer, 2 an error.");
    }
}
