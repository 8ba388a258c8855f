package io.millrace.verify;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Industrial process models as LoLA's texts: test data beside the repository, which may be absent. */
public final class Industrial {
    private static final Path FOLDER = Path.of("..", "..", "shared", "corpora", "nets", "ibm");
    private static final int BLOCK = 512;

    /** What is known of a model: whether it is safe, and whether it is sound. */
    public record Verdict(boolean safe, boolean sound) {}

    private Industrial() {}

    /** The texts by name; without the archive, or the program that unpacks it, the test is skipped. */
    public static SortedMap<String, String> models() {
        Path archive = FOLDER.resolve("models.tar.xz");
        assumeTrue(Files.exists(archive), () -> "skipped: there is no " + archive + " beside the repository");
        return entries(unpacked(archive));
    }

    /** The verdicts by name. */
    public static Map<String, Verdict> verdicts() {
        Map<String, Verdict> verdicts = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(FOLDER.resolve("verdicts.tsv"))) {
                String[] cells = line.split("\t", -1);
                if (!cells[0].equals("net")) {
                    verdicts.put(cells[0], new Verdict(cells[1].equals("1"), cells[2].equals("1")));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return verdicts;
    }

    private static byte[] unpacked(Path archive) {
        try {
            Process xz = new ProcessBuilder("xz", "-dc").redirectInput(archive.toFile()).start();
            return xz.getInputStream().readAllBytes();
        } catch (IOException e) {
            assumeTrue(false, "skipped: there is no xz to unpack " + archive);
            throw new UncheckedIOException(e);
        }
    }

    /** The files of a tar archive: a block that tells name and size, then the content in whole blocks. */
    private static SortedMap<String, String> entries(byte[] tar) {
        SortedMap<String, String> entries = new TreeMap<>();
        int at = 0;
        while (at + BLOCK <= tar.length && tar[at] != 0) {
            String name = field(tar, at, 100);
            int size = Integer.parseInt(field(tar, at + 124, 12).strip(), 8);
            byte kind = tar[at + 156];
            at += BLOCK;
            if (kind == '0' || kind == 0) {
                entries.put(name.startsWith("./") ? name.substring(2) : name, new String(tar, at, size, StandardCharsets.UTF_8));
            }
            at += (size + BLOCK - 1) / BLOCK * BLOCK;
        }
        return entries;
    }

    private static String field(byte[] tar, int at, int length) {
        int end = at;
        while (end < at + length && tar[end] != 0) {
            end++;
        }
        return new String(tar, at, end - at, StandardCharsets.UTF_8);
    }
}
