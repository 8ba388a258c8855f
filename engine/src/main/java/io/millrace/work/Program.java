package io.millrace.work;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.problem.Argument;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A program that does work. The engine starts it once for each call, with a command that is fixed at registration: no part of the command
 * comes from process data. The work is one JSON object on its standard input, its output one JSON value on its standard output (nothing
 * means no output).
 *
 * <p>Exit status 0 means done; 1 means that the work cannot be done and a retry would not help, with the reason on standard error; any
 * other status is a failed attempt, which the engine retries. When a program exceeds its timeout or its work is withdrawn, the dispatcher
 * interrupts the thread, which ends the program and its children.
 *
 * @param command the program and its arguments
 * @param directory the working directory, or null for that of the engine
 * @param timeLimit the timeout, if the task has none; null for the engine's default
 * @param plain whether input and output are plain text
 * @param file the name of the file that its output becomes, or null if the output is data
 */
public record Program(
        List<String> command,
        @Nullable Path directory,
        @Nullable Duration timeLimit,
        boolean plain,
        @Nullable String file)
        implements Handler {
    private static final int OUTPUT_BYTES = 16 << 20;
    private static final int MOST_IN_MEMORY = 1 << 30;
    private static final int CANNOT = 1;

    public Program {
        command = List.copyOf(Argument.all(command, "command"));
        if (command.isEmpty()) {
            throw Argument.wrong("command", command, "Give the program and its arguments.");
        }
        if (timeLimit != null) {
            Argument.positive(timeLimit, "timeLimit");
        }
        if (file != null) {
            Argument.named(file, "file");
        }
    }

    /** A program with its arguments. */
    public static Program of(String... command) {
        return new Program(Arrays.asList(Argument.given(command, "command")), null, null, false, null);
    }

    /** The same with a time limit for one run. */
    public Program timeLimit(Duration limit) {
        Argument.given(limit, "limit");
        return new Program(command, directory, limit, plain, file);
    }

    /** The same in another working directory. */
    public Program in(Path directory) {
        Argument.given(directory, "directory");
        return new Program(command, directory, timeLimit, plain, file);
    }

    /** The same program, which reads its input as text and whose output is a text, without JSON around them. */
    public Program text() {
        return new Program(command, directory, timeLimit, true, file);
    }

    /** The same program, whose output is the content of a file of this name. */
    public Program toFile(String name) {
        Argument.given(name, "name");
        return new Program(command, directory, timeLimit, plain, name);
    }

    @Override
    public Data handle(Work work) throws WorkFailure, IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        builder.environment().put("MILLRACE_WORK", work.id().toString());
        builder.environment().put("MILLRACE_ATTEMPT", Integer.toString(work.attempt()));
        work.by().ifPresent(agent -> builder.environment().put("MILLRACE_AGENT", agent));
        work.trace().ifPresent(trace -> builder.environment().put("MILLRACE_TRACE", trace));
        try (CallFiles files = CallFiles.of(work)) {
            if (files.directory() != null) {
                builder.environment().put("MILLRACE_FILES", files.directory().toString());
            }
            return run(builder, work, files.of(work.input()));
        }
    }

    /** @param content what it reads if it is a program of texts, or null for the work */
    private Data run(ProcessBuilder builder, Work work, @Nullable Path content) throws WorkFailure, IOException, InterruptedException {
        int most = file == null ? OUTPUT_BYTES : (int) Math.min(work.mostFileBytes(), MOST_IN_MEMORY);
        Process process = builder.start();
        try {
            CompletableFuture<byte[]> output = reading(process.getInputStream(), most);
            CompletableFuture<byte[]> errors = reading(process.getErrorStream(), OUTPUT_BYTES);
            // On a thread of its own: a program that does not read would hold this one where no interrupt reaches it.
            Thread.ofVirtual().start(() -> write(process.getOutputStream(), work, content));
            int status = process.waitFor();
            // A child of the program may hold its output open after it has ended; that is waited for, too.
            checkStatus(status, all(errors));
            byte[] written = all(output);
            if (written.length > most) {
                throw new IOException("the program wrote more than " + most + " bytes");
            }
            return file == null ? data(written) : work.attach(file, new ByteArrayInputStream(written));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static byte[] all(CompletableFuture<byte[]> output) throws IOException, InterruptedException {
        try {
            return output.get();
        } catch (ExecutionException e) {
            throw new IOException(e);
        }
    }

    private String request(Work work) {
        if (plain) {
            // A message with files is its text and the files, which are not read from here.
            Data input = work.input().has("files") && work.input().has("text") ? work.in("text") : work.input();
            return (input instanceof Data.Text text ? text.value() : input.json()) + "\n";
        }
        return Data.fields(
                        "work", work.id().toString(),
                        "attempt", work.attempt(),
                        "task", work.task(),
                        "process", work.process(),
                        "input", work.input())
                .json();
    }

    /** A program that does not read all of its input is not wrong. */
    private void write(OutputStream to, Work work, @Nullable Path content) {
        try (to) {
            if (plain && content != null) {
                Files.copy(content, to);
            } else {
                to.write(request(work).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException closedInput) {
            // It closed its input or has ended; its exit status says what that means.
        }
    }

    private static CompletableFuture<byte[]> reading(InputStream from, int most) {
        CompletableFuture<byte[]> read = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try (from) {
                read.complete(from.readNBytes(most + 1));
                // What is more than that is read and dropped, so that the program does not hang on a full pipe.
                from.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                read.complete(new byte[0]);
            }
        });
        return read;
    }

    private static void checkStatus(int status, byte[] errors) throws WorkFailure, IOException {
        String complaint = new String(errors, StandardCharsets.UTF_8).strip();
        if (status == CANNOT) {
            throw new WorkFailure(complaint.isEmpty() ? "the program said no" : complaint);
        }
        if (status != 0) {
            throw new IOException("the program ended with status " + status + (complaint.isEmpty() ? "" : ": " + tail(complaint)));
        }
    }

    private Data data(byte[] output) throws IOException {
        String text = new String(output, StandardCharsets.UTF_8).strip();
        if (plain) {
            return Data.of(text);
        }
        try {
            return text.isEmpty() ? Data.nothing() : Data.parse(text);
        } catch (DataException e) {
            throw new IOException("the program's output is not JSON: " + e.getMessage(), e);
        }
    }

    private static String tail(String text) {
        return text.length() <= 500 ? text : "…" + text.substring(text.length() - 500);
    }
}
