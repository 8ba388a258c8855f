package io.millrace.store.rocksdb;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * What makes a process of ours start quickly: RocksDB's library is unpacked and our classes are read once, in a first
 * process that ends by itself, not in each of those that are killed.
 *
 * @param options for the virtual machine
 */
record StartOptions(List<String> options) {
    static StartOptions prepare(Path directory, Class<?> main, List<String> arguments) throws IOException {
        Files.createDirectories(directory);
        List<String> options = List.of(
                "-Xshare:auto",
                "-Xlog:disable",
                "-XX:+UseSerialGC",
                "-Djava.library.path=" + Child.libraries(directory),
                "-cp",
                jars(directory));
        Path archive = directory.resolve("classes.jsa");
        try (Child first = Child.startMain(main, with("-XX:ArchiveClassesAtExit=" + archive, options), arguments)) {
            while (first.line() != null) {
                // What it says is of no interest; that it ends is.
            }
            if (first.exit() != 0) {
                throw new IllegalStateException("the first process ended with " + first.exit());
            }
        }
        return new StartOptions(Files.exists(archive) ? with("-XX:SharedArchiveFile=" + archive, options) : options);
    }

    private static List<String> with(String option, List<String> options) {
        List<String> all = new ArrayList<>(List.of(option));
        all.addAll(options);
        return all;
    }

    /** The class path with jars in place of directories, from which classes cannot be archived. */
    private static String jars(Path directory) throws IOException {
        List<String> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                Path jar = directory.resolve(jars.size() + ".jar");
                pack(path, jar);
                jars.add(jar.toString());
            } else if (Files.exists(path)) {
                jars.add(entry);
            }
        }
        return String.join(File.pathSeparator, jars);
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            files.filter(Files::isRegularFile).forEach(file -> {
                try {
                    out.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                    Files.copy(file, out);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
