package io.millrace.bench;

import io.millrace.Millrace;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.prolog.WorkflowProlog;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Durable reply phases of suspended programs: each case asks a marker again and again, and every reply wakes its goal, runs two
 * guards, sends the next message, collects the old variable, and is on the disk before it is answered.
 */
final class Replies {
    private static final String PROGRAM =
            """
            :- ask(zz1234, 1).
            ask(Student, N) :- rpc(marker, approve(Student, N), R), decide(R, Student, N).
            decide(R, _, _) :- replycontent(R, ok) : true.
            decide(R, Student, N) :- replycontent(R, again) : N1 is N+1, ask(Student, N1).
            """;

    private static final Data AGAIN = Data.of("again");

    private final Millrace mill;
    private final PrintStream out;

    Replies(Millrace mill, PrintStream out) {
        this.mill = mill;
        this.out = out;
        mill.deploy(new WorkflowProlog().compile("marking", PROGRAM));
    }

    void run(double seconds) throws InterruptedException {
        measure(64, seconds / 2);
        for (int cases : new int[] {1, 64, 1_000}) {
            double reached = measure(cases, seconds);
            out.printf(Locale.ROOT, "%,d cases at once: %,.0f durable reply phases a second%n", cases, reached);
        }
    }

    /** So many cases answered at the same time, each again as soon as its last answer is durable. */
    private double measure(int cases, double seconds) throws InterruptedException {
        List<CompletableFuture<Answer>> starts = new ArrayList<>(cases);
        for (int i = 0; i < cases; i++) {
            starts.add(mill.operator().ask(new Command.Start("marking", 0, Data.nothing(), null)));
        }
        List<CaseId> started = starts.stream().map(start -> CaseId.root(value(start.join()).asLong())).toList();
        AtomicLong phases = new AtomicLong();
        Semaphore running = new Semaphore(0);
        long began = System.nanoTime();
        long end = began + (long) (seconds * 1e9);
        started.forEach(each -> answer(each, 1, end, phases, running));
        running.acquire(cases);
        return phases.get() / ((System.nanoTime() - began) / 1e9);
    }

    private static Data value(Answer answer) {
        return answer instanceof Answer.Done done ? done.value() : Data.nothing();
    }

    private void answer(CaseId caseId, int message, long end, AtomicLong phases, Semaphore running) {
        boolean last = System.nanoTime() >= end;
        Data reply = last ? Data.of("ok") : AGAIN;
        mill.operator().ask(new Command.Complete(new WorkId(caseId, message), reply, 0)).thenAccept(answer -> {
            if (answer instanceof Answer.Refused refused) {
                out.println(refused.problem().message());
                running.release();
            } else if (last) {
                running.release();
            } else {
                phases.incrementAndGet();
                answer(caseId, message + 1, end, phases, running);
            }
        });
    }
}
