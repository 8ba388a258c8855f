package io.millrace.store.rocksdb;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A disk of 24 MB in memory. Needs the right to mount one; a test without it is skipped. */
record SmallDisk(Path root) implements AutoCloseable {
    static SmallDisk mount(Path at) throws IOException, InterruptedException {
        Files.createDirectory(at);
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=24m", "millrace-test", at.toString()) == 0,
                "a small disk cannot be mounted here");
        return new SmallDisk(at);
    }

    @Override
    public void close() throws IOException {
        try {
            if (run("umount", "-l", root.toString()) != 0) {
                throw new IOException("the small disk cannot be unmounted");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
