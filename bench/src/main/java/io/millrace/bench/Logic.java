package io.millrace.bench;

import io.millrace.logic.Prolog;
import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Limits;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.machine.Program;
import io.millrace.logic.read.Source;
import io.millrace.logic.term.Atom;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Prolog against SWI-Prolog, side by side where that is installed: processor time of the thread that runs, the best of
 * several rounds after warming up.
 */
final class Logic {
    private static final List<String> CLASSICS = List.of("nrev", "tak", "queens", "zebra", "crypt", "deriv");

    /** What once took many times as long as elsewhere: an index on the second argument, long equal terms, many results, queues. */
    private static final List<String> CLIFFS = List.of("second", "compare", "million", "queue", "assoc");

    private static final int ROUNDS = 12;

    private final Path directory;
    private final PrintStream out;

    Logic(Path directory, PrintStream out) {
        this.directory = directory;
        this.out = out;
    }

    void run() throws IOException, InterruptedException {
        out.println("Prolog: processor seconds, the best of several rounds");
        out.printf(Locale.ROOT, "%-10s %10s %10s %8s%n", "program", "millrace", "swipl", "ratio");
        mean("classics", CLASSICS);
        mean("cliffs", CLIFFS);
        OptionalDouble deep = measure("deep");
        OptionalDouble facts = measure("facts");
        out.printf(Locale.ROOT, "100,000 facts take %.2f times as long as 50,000%n",
                seconds("facts", "run") / seconds("facts", "half"));
        if (deep.isEmpty() || facts.isEmpty()) {
            out.println("SWI-Prolog is not installed here, so there is nothing to compare with.");
        }
    }

    private void mean(String title, List<String> programs) throws IOException, InterruptedException {
        double logarithms = 0;
        boolean compared = true;
        for (String name : programs) {
            OptionalDouble ratio = measure(name);
            compared &= ratio.isPresent();
            logarithms += Math.log(ratio.orElse(1));
        }
        if (compared) {
            out.printf(Locale.ROOT, "geometric mean of the %s %10.2f%n", title, Math.exp(logarithms / programs.size()));
        }
    }

    private OptionalDouble measure(String name) throws IOException, InterruptedException {
        double ours = seconds(name, "run");
        OptionalDouble theirs = swipl(name);
        if (theirs.isEmpty()) {
            out.printf(Locale.ROOT, "%-10s %10.3f%n", name, ours);
            return OptionalDouble.empty();
        }
        double ratio = ours / theirs.getAsDouble();
        out.printf(Locale.ROOT, "%-10s %10.3f %10.3f %8.2f%n", name, ours, theirs.getAsDouble(), ratio);
        return OptionalDouble.of(ratio);
    }

    private static double seconds(String name, String goal) throws IOException {
        Program program = Prolog.program(Source.of(name + ".pl", text(name)));
        long best = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            Machine machine = new Machine(program, Library.NONE, Limits.GENEROUS);
            long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            if (!machine.once(Atom.of(goal))) {
                throw new IllegalStateException(name + " failed");
            }
            best = Math.min(best, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before);
        }
        return best / 1e9;
    }

    private static String text(String name) throws IOException {
        try (InputStream in = Logic.class.getResourceAsStream("logic/" + name + ".pl")) {
            if (in == null) {
                throw new IllegalStateException("there is no program " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private OptionalDouble swipl(String name) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve(name + ".pl"), text(name));
        String goal = "findall(T,(member(_,[1,2,3]),statistics(cputime,A),run,statistics(cputime,B),T is B-A),Ts),"
                + "min_list(Ts,M),format('~6f~n',[M]),halt";
        Process process;
        try {
            process = new ProcessBuilder("swipl", "-q", "--stack-limit=2g", "-g", goal, file.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException notInstalled) {
            return OptionalDouble.empty();
        }
        process.getOutputStream().close();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0 && !answer.isEmpty()
                ? OptionalDouble.of(Double.parseDouble(answer))
                : OptionalDouble.empty();
    }
}
