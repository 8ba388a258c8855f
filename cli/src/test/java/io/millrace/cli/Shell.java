package io.millrace.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Runs a command and waits for it. The environment is what is given and nothing else. */
final class Shell {
    /** What a command printed, and its exit status. */
    record Result(int status, String out, String err) {}

    private Shell() {}

    static CompletableFuture<Result> start(Path directory, Map<String, String> environment, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            CompletableFuture<String> out = CompletableFuture.supplyAsync(() -> text(process.getInputStream()));
            CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
            return process.onExit()
                    .thenApply(ended -> new Result(ended.exitValue(), out.join(), err.join()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Result run(Path directory, Map<String, String> environment, String... command) {
        return start(directory, environment, List.of(command)).join();
    }

    private static String text(InputStream in) {
        try {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
