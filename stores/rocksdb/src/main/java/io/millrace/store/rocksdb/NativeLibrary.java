package io.millrace.store.rocksdb;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * Loads RocksDB's native library. The library lies in a jar; RocksDB's own loader writes its 15 megabytes to a temporary file whenever
 * a process starts. This one writes them once, into a directory of the user, and checks the file each time before it is loaded.
 *
 * <p>The directory is {@code millrace} under {@code XDG_CACHE_HOME}, {@code LOCALAPPDATA} or {@code ~/.cache}; the system property
 * {@code millrace.natives} names another one. Where that fails for any reason, RocksDB's own loader does it.
 */
final class NativeLibrary {
    private static final String DIRECTORY = "millrace.natives";

    private NativeLibrary() {}

    /** Returns the directory that the library was loaded from; null if RocksDB's own loader has loaded it. */
    static @Nullable Path load() {
        String file = Environment.getJniLibraryFileName("rocksdb");
        Path directory = isOnLibraryPath(file) ? null : unpacked(file);
        if (directory != null) {
            try {
                RocksDB.loadLibrary(List.of(directory.toString()));
                return directory;
            } catch (UnsatisfiedLinkError e) {
                System.getLogger("io.millrace").log(Logger.Level.DEBUG, "The unpacked library of RocksDB could not be loaded.", e);
            }
        }
        RocksDB.loadLibrary();
        return null;
    }

    private static boolean isOnLibraryPath(String file) {
        for (String directory : System.getProperty("java.library.path", "").split(File.pathSeparator)) {
            if (!directory.isEmpty() && Files.exists(Path.of(directory, file))) {
                return true;
            }
        }
        return false;
    }

    /** The directory with the library in it, unpacked now or before; null if that is not possible. */
    private static @Nullable Path unpacked(String file) {
        URL packed = RocksDB.class.getClassLoader().getResource(file);
        try {
            if (packed == null || !(packed.openConnection() instanceof JarURLConnection connection)) {
                return null;
            }
            JarEntry entry = connection.getJarEntry();
            Path directory = cache().resolve("rocksdb-" + Long.toHexString(entry.getCrc()) + "-" + entry.getSize());
            // RocksDB looks for this name in a directory, and for the other one in its jar.
            Path library = directory.resolve(Environment.getJniLibraryFileName("rocksdbjni"));
            boolean complete = isComplete(library, entry);
            if (!complete) {
                Files.createDirectories(directory);
                unpack(packed, directory, library);
                complete = isComplete(library, entry);
            }
            return complete && isPrivate(directory) ? directory : null;
        } catch (IOException | RuntimeException e) {
            System.getLogger("io.millrace").log(Logger.Level.DEBUG, "The library of RocksDB could not be unpacked.", e);
            return null;
        }
    }

    private static Path cache() {
        String named = System.getProperty(DIRECTORY);
        if (named != null) {
            return Path.of(named);
        }
        for (String variable : List.of("XDG_CACHE_HOME", "LOCALAPPDATA")) {
            String set = System.getenv(variable);
            if (set != null && Path.of(set).isAbsolute()) {
                return Path.of(set, "millrace");
            }
        }
        return Path.of(System.getProperty("user.home"), ".cache", "millrace");
    }

    /** Whether the file is the one in the jar: other processes may have been stopped while they wrote it. */
    private static boolean isComplete(Path library, JarEntry entry) throws IOException {
        if (!Files.isRegularFile(library) || Files.size(library) != entry.getSize()) {
            return false;
        }
        CRC32 sum = new CRC32();
        byte[] part = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(library)) {
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                sum.update(part, 0, read);
            }
        }
        return sum.getValue() == entry.getCrc();
    }

    /** What others can write is not loaded: they could put a library of their own there. */
    private static boolean isPrivate(Path directory) throws IOException {
        if (!Files.getFileStore(directory).supportsFileAttributeView("posix")) {
            return true;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(directory);
        return !permissions.contains(PosixFilePermission.GROUP_WRITE) && !permissions.contains(PosixFilePermission.OTHERS_WRITE);
    }

    private static void unpack(URL packed, Path directory, Path library) throws IOException {
        Path part = Files.createTempFile(directory, "unpacking", ".part");
        try (InputStream in = packed.openStream()) {
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, library, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
