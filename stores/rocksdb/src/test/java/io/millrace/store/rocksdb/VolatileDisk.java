package io.millrace.store.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A disk that keeps for certain only what a process waited for. It is fed a {@link Trace} and can say at every moment
 * what a loss of power may leave.
 *
 * <p>What is certain of a file are the bytes that it had when somebody last waited for it. Of every later write all, a
 * beginning, some sectors or nothing may be there, independently of each other and of other files. Waiting for a file
 * does not keep its name: for names one waits for the directory. Names that nobody waited for appear and vanish in the
 * order in which they were changed, up to some point, each directory for itself, as journaling file systems do it.
 */
final class VolatileDisk {
    private static final int SECTOR = 512;

    private final Path root;
    private final Node top = new Node(true);
    private final Map<Integer, Node> open = new HashMap<>();

    VolatileDisk(Path root) {
        this.root = root;
    }

    /** How much of what nobody waited for a loss of power leaves. */
    enum Rest {
        NOTHING,
        EVERYTHING,
        BEGINNING,
        ANYTHING
    }

    /** Does one operation. */
    void apply(Trace.Operation operation) {
        switch (operation) {
            case Trace.Open o -> opened(o);
            case Trace.Write write -> node(write.handle()).pending.add(write);
            case Trace.Truncate truncate -> node(truncate.handle()).pending.add(truncate);
            case Trace.Sync sync -> node(sync.handle()).sync();
            case Trace.Rename rename -> renamed(rename);
            case Trace.Remove remove -> {
                Node directory = parent(remove.path());
                if (directory.names.containsKey(name(remove.path()))) {
                    directory.change(new Entry(null, name(remove.path()), null));
                }
            }
            case Trace.MakeDirectory made -> parent(made.path()).change(new Entry(null, name(made.path()), new Node(true)));
            case Trace.Mark mark -> {}
        }
    }

    private void opened(Trace.Open o) {
        Node node = find(o.path());
        if (node == null) {
            if (!o.created()) {
                throw new IllegalStateException(o.path() + " is not known");
            }
            node = new Node(false);
            parent(o.path()).change(new Entry(null, name(o.path()), node));
        } else if (o.emptied()) {
            node.pending.add(new Trace.Truncate(o.handle(), 0));
        }
        open.put(o.handle(), node);
    }

    /** RocksDB's diary is written in a way that is not recorded; it is not part of the journal. */
    private void renamed(Trace.Rename rename) {
        Node directory = parent(rename.from());
        Node node = directory.names.get(name(rename.from()));
        if (node != null) {
            if (directory != parent(rename.to())) {
                throw new IllegalStateException("a file moves between directories");
            }
            directory.change(new Entry(name(rename.from()), name(rename.to()), node));
        }
    }

    /** Writes down what a loss of power may leave now. */
    void loseInto(Path target, Random random) throws IOException {
        top.write(target, random);
    }

    private Node node(int handle) {
        return Objects.requireNonNull(open.get(handle));
    }

    private Node parent(Path path) {
        return Objects.requireNonNull(find(path.resolveSibling("")), path.toString());
    }

    private @Nullable Node find(Path path) {
        Node node = top;
        for (Path part : root.relativize(path)) {
            if (node != null && !part.toString().isEmpty()) {
                node = node.names.get(part.toString());
            }
        }
        return node;
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }

    /** A change of a directory: a name gets a file or loses it, and another name may lose the same file with it. */
    private record Entry(@Nullable String from, String name, @Nullable Node node) {
        void apply(Map<String, Node> names) {
            if (from != null) {
                names.remove(from);
            }
            if (node == null) {
                names.remove(name);
            } else {
                names.put(name, node);
            }
        }
    }

    /** A file or directory: what is certain of it, and what came after. */
    private static final class Node {
        private final boolean directory;
        private final List<Trace.Operation> pending = new ArrayList<>();
        private byte[] certain = new byte[0];
        private final Map<String, Node> names = new TreeMap<>();
        private Map<String, Node> certainNames = new TreeMap<>();
        private final List<Entry> pendingNames = new ArrayList<>();

        Node(boolean directory) {
            this.directory = directory;
        }

        void change(Entry entry) {
            entry.apply(names);
            pendingNames.add(entry);
        }

        void sync() {
            if (directory) {
                certainNames = new TreeMap<>(names);
                pendingNames.clear();
            } else {
                certain = content(Rest.EVERYTHING, new Random(0));
                pending.clear();
            }
        }

        void write(Path target, Random random) throws IOException {
            Rest rest = Rest.values()[random.nextInt(Rest.values().length)];
            if (!directory) {
                Files.write(target, content(rest, random));
                return;
            }
            Files.createDirectories(target);
            Map<String, Node> left = new TreeMap<>(certainNames);
            int kept =
                    switch (rest) {
                        case NOTHING -> 0;
                        case EVERYTHING -> pendingNames.size();
                        case BEGINNING, ANYTHING -> random.nextInt(pendingNames.size() + 1);
                    };
            pendingNames.subList(0, kept).forEach(entry -> entry.apply(left));
            for (Map.Entry<String, Node> entry : left.entrySet()) {
                entry.getValue().write(target.resolve(entry.getKey()), random);
            }
        }

        private byte[] content(Rest rest, Random random) {
            int kept =
                    switch (rest) {
                        case NOTHING -> 0;
                        case EVERYTHING, ANYTHING -> pending.size();
                        case BEGINNING -> random.nextInt(pending.size() + 1);
                    };
            byte[] bytes = certain;
            for (int i = 0; i < kept; i++) {
                boolean last = rest == Rest.BEGINNING && i == kept - 1;
                bytes = apply(bytes, pending.get(i), rest == Rest.ANYTHING || last, random);
            }
            return bytes;
        }

        private static byte[] apply(byte[] bytes, Trace.Operation operation, boolean perhaps, Random random) {
            if (perhaps && random.nextInt(4) == 0) {
                return bytes;
            }
            if (operation instanceof Trace.Truncate truncate) {
                return Arrays.copyOf(bytes, (int) truncate.length());
            }
            Trace.Write write = (Trace.Write) operation;
            int end = (int) write.offset() + write.bytes().length;
            boolean torn = perhaps && !write.page() && random.nextBoolean();
            if (torn && random.nextBoolean()) {
                end -= random.nextInt(write.bytes().length);
                torn = false;
            }
            byte[] result = Arrays.copyOf(bytes, Math.max(bytes.length, end));
            int at = (int) write.offset();
            while (at < end) {
                // A disk writes sectors, each of them as a whole, and in any order.
                int sectorEnd = Math.min(end, (at / SECTOR + 1) * SECTOR);
                if (!torn || random.nextInt(3) > 0) {
                    System.arraycopy(write.bytes(), at - (int) write.offset(), result, at, sectorEnd - at);
                }
                at = sectorEnd;
            }
            return result;
        }
    }
}
