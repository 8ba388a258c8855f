package io.millrace.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.In;
import io.millrace.data.Out;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Golden files: the stored bytes of samples of one family, a line for each, kind and hexadecimal digits. Later versions
 * read every line, and write what they write today. When the form of a family changes, its file stays to be read, and
 * another one is written with {@code -Dmillrace.golden=write}.
 *
 * @param <T> the family
 */
public final class Golden<T> {
    private static final HexFormat HEX = HexFormat.of();

    private final Class<?> owner;
    private final String name;
    private final BiConsumer<Out, T> writer;
    private final Function<In, T> reader;

    /**
     * @param owner the test, in whose package the file is
     * @param name the name of the file
     */
    public Golden(Class<?> owner, String name, BiConsumer<Out, T> writer, Function<In, T> reader) {
        this.owner = owner;
        this.name = name;
        this.writer = writer;
        this.reader = reader;
    }

    /** Whether golden files are to be written anew. */
    public static boolean writes() {
        return System.getProperty("millrace.golden", "").equals("write");
    }

    /** Checks samples of which there is one of every kind that the family has. */
    public void check(Class<?> family, List<? extends T> samples) {
        assertThat(samples.stream().map(sample -> sample.getClass().getSimpleName()).collect(Collectors.toSet()))
                .as("kinds of %s that have a sample", family.getSimpleName())
                .containsAll(kinds(family));
        check(samples);
    }

    public void check(List<? extends T> samples) {
        Map<String, String> now = new LinkedHashMap<>();
        Map<String, Integer> count = new HashMap<>();
        for (T sample : samples) {
            String kind = sample.getClass().getSimpleName();
            now.put(kind + "-" + count.merge(kind, 1, Integer::sum), HEX.formatHex(bytes(sample)));
        }
        if (writes()) {
            write(owner, name, now.entrySet().stream()
                    .map(line -> line.getKey() + " " + line.getValue() + "\n")
                    .collect(Collectors.joining()));
        }
        Map<String, String> golden = new LinkedHashMap<>();
        for (String line : text(owner, name).split("\n")) {
            String[] parts = line.split(" ");
            golden.put(parts[0], parts.length == 1 ? "" : parts[1]);
        }
        golden.forEach((kind, hex) -> {
            In in = new In(HEX.parseHex(hex));
            T read = reader.apply(in);
            in.end();
            assertThat(HEX.formatHex(bytes(read))).as("%s, read and written again", kind).isEqualTo(hex);
        });
        assertThat(now).as("what is written for the samples of %s", name).isEqualTo(golden);
    }

    private byte[] bytes(T sample) {
        Out out = new Out();
        writer.accept(out, sample);
        return out.toBytes();
    }

    private static Set<String> kinds(Class<?> family) {
        return leaves(family).map(Class::getSimpleName).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<Class<?>> leaves(Class<?> family) {
        return family.isSealed() ? Arrays.stream(family.getPermittedSubclasses()).flatMap(Golden::leaves) : Stream.of(family);
    }

    /** The hexadecimal digits of a file whose form is no longer written, a line for each sample. */
    public static List<String> lines(Class<?> owner, String name) {
        return text(owner, name).lines().map(line -> line.substring(line.indexOf(' ') + 1)).toList();
    }

    static String text(Class<?> owner, String name) {
        Path file = path(owner, name);
        try (InputStream golden = owner.getResourceAsStream(name)) {
            // What was written a moment ago is not on the class path yet.
            return writes() || golden == null
                    ? Files.readString(file)
                    : new String(golden.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(Class<?> owner, String name, String text) {
        try {
            Files.createDirectories(path(owner, name).getParent());
            Files.writeString(path(owner, name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path path(Class<?> owner, String name) {
        return Path.of("src/test/resources", owner.getPackageName().replace('.', '/'), name);
    }
}
