package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that open a store with a directory of their own for the native library. */
class NativeLibraryTest {
    @TempDir
    Path directory;

    /** Opens and closes a store; what is on the class path stands in a system property. */
    static final class Opens {
        public static void main(String[] arguments) {
            System.out.println("loaded from " + NativeLibrary.load());
            Millrace.open(Path.of(arguments[0])).close();
            System.out.println("opened");
        }
    }

    private String open(Path natives) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dmillrace.natives=" + natives,
                        "-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Opens.class.getName(),
                        directory.resolve("journal").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private static List<Path> libraries(Path natives) throws IOException {
        try (Stream<Path> files = Files.walk(natives)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private static final String OWN_LOADER = "loaded from null";

    @Test
    void the_library_is_unpacked_once_and_mended_if_it_is_damaged() throws Exception {
        Path natives = directory.resolve("natives");
        assertThat(open(natives)).contains("opened", "loaded from " + natives);
        Path library = libraries(natives).getFirst();
        Object first = Files.getLastModifiedTime(library);
        assertThat(open(natives)).contains("opened", "loaded from " + library.getParent());
        assertThat(libraries(natives)).containsExactly(library);
        assertThat(Files.getLastModifiedTime(library)).isEqualTo(first);
        assertThat(libraries(directory.resolve("tmp"))).isEmpty();
        Files.write(library, new byte[] {1, 2, 3});
        assertThat(open(natives)).contains("opened", "loaded from " + library.getParent());
        assertThat(Files.size(library)).isGreaterThan(1_000_000);
    }

    @Test
    void a_directory_that_cannot_be_used_or_that_others_can_write_is_not_used() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "in the way");
        assertThat(open(file)).contains("opened", OWN_LOADER);
        Path natives = directory.resolve("natives");
        open(natives);
        Path shared = libraries(natives).getFirst().getParent();
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(open(natives)).contains("opened", OWN_LOADER);
    }
}
