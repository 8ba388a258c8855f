package io.millrace.verify;

import io.millrace.shared.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Industrial process models as LoLA's texts: test data beside the project. */
public final class Industrial {
    private static final String FOLDER = "corpora/nets/ibm/";
    private static final int BLOCK = 512;

    /** What is known of a model: whether it is safe, and whether it is sound. */
    public record Verdict(boolean safe, boolean sound) {}

    private Industrial() {}

    /** The texts by name; the program {@code xz} unpacks them. */
    public static SortedMap<String, String> models() {
        return entries(unpacked(SharedData.besideTheProject().file(FOLDER + "models.tar.xz")));
    }

    /** The verdicts by name. */
    public static Map<String, Verdict> verdicts() {
        Map<String, Verdict> verdicts = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(SharedData.besideTheProject().file(FOLDER + "verdicts.tsv"))) {
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
            throw SharedData.besideTheProject().absent("the program 'xz', which unpacks '" + archive + "'");
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
