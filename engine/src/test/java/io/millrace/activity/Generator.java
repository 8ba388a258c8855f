package io.millrace.activity;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes trees from a seed. */
final class Generator {
    /** Where a tree is to stand: what it may read, and what must not happen there. */
    private record Spot(
            Set<String> readable, boolean mayFail, boolean maySend, boolean sideBySide, @Nullable String onlyWrites) {
        Spot copy() {
            return new Spot(new HashSet<>(readable), mayFail, maySend, sideBySide, onlyWrites);
        }

        Spot sideBySideNow() {
            return new Spot(new HashSet<>(readable), false, maySend, true, onlyWrites);
        }
    }

    private final Random random;
    private int names;
    private int left;

    Generator(long seed, int size) {
        this.random = new Random(seed);
        this.left = size;
    }

    Tree tree() {
        boolean mayFail = random.nextInt(5) == 0;
        return sequence(new Spot(new HashSet<>(Set.of("start")), mayFail, !mayFail, false, null), 6);
    }

    private String name(String prefix) {
        return prefix + ++names;
    }

    private String target(Spot spot) {
        return spot.onlyWrites() != null ? spot.onlyWrites() : name("s");
    }

    private String oneOf(Spot spot) {
        return spot.readable().stream().sorted().toList().get(random.nextInt(spot.readable().size()));
    }

    private List<String> some(Spot spot) {
        Set<String> chosen = new HashSet<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            chosen.add(oneOf(spot));
        }
        return chosen.stream().sorted().toList();
    }

    private Tree sequence(Spot spot, int depth) {
        List<Tree> steps = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            steps.add(step(spot, depth));
        }
        return new Tree.Seq(steps);
    }

    /** Reading what a branch may have left is harmless: what was not written counts as 0. */
    private Tree inside(Spot spot, int depth) {
        return sequence(spot, depth - 1);
    }

    private Tree step(Spot spot, int depth) {
        left--;
        boolean simple = left <= 0 || depth <= 0;
        return simple ? leaf(spot) : composite(spot, depth);
    }

    private Tree leaf(Spot spot) {
        List<String> reads = some(spot);
        return switch (random.nextInt(9)) {
            case 0, 1 -> {
                Tree tree = new Tree.Do(name("t"), random.nextInt(97), reads, target(spot), random.nextBoolean());
                yield wrote(spot, tree, ((Tree.Do) tree).writes());
            }
            case 2, 3 -> {
                if (!spot.maySend()) {
                    yield !spot.mayFail() ? new Tree.Pause() : new Tree.Risk(name("t"), random.nextInt(97), oneOf(spot));
                }
                Tree tree = new Tree.Send(name("t"), random.nextInt(97), reads, target(spot));
                yield wrote(spot, tree, ((Tree.Send) tree).writes());
            }
            case 4 -> {
                Tree tree = new Tree.Race(name("t"), random.nextInt(97), oneOf(spot), target(spot));
                yield wrote(spot, tree, ((Tree.Race) tree).writes());
            }
            case 5 -> {
                yield new Tree.First(List.of(name("t"), name("t")));
            }
            case 6 -> {
                yield new Tree.Pause();
            }
            default -> {
                Tree tree = new Tree.Sum(reads, random.nextInt(97), target(spot));
                yield wrote(spot, tree, ((Tree.Sum) tree).writes());
            }
        };
    }

    private static Tree wrote(Spot spot, Tree tree, String slot) {
        spot.readable().add(slot);
        return tree;
    }

    private List<Integer> items() {
        List<Integer> items = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            items.add(random.nextInt(50));
        }
        return items;
    }

    private Tree composite(Spot spot, int depth) {
        return switch (random.nextInt(9)) {
            case 0 -> {
                yield new Tree.If(oneOf(spot), inside(spot, depth), random.nextBoolean() ? new Tree.Seq(List.of()) : inside(spot, depth));
            }
            case 1 -> {
                yield new Tree.Loop(random.nextInt(4), inside(spot, depth));
            }
            case 2 -> {
                yield spot.onlyWrites() != null
                        ? leaf(spot)
                        : new Tree.While(name("n"), random.nextInt(3), inside(spot, depth));
            }
            case 3 -> {
                if (spot.onlyWrites() != null) {
                    yield leaf(spot);
                }
                String item = name("i");
                Spot body = spot.copy();
                body.readable().add(item);
                yield new Tree.Each(items(), name("l"), item, inside(body, depth));
            }
            case 4, 5 -> {
                if (spot.onlyWrites() != null) {
                    yield leaf(spot);
                }
                List<Tree> branches = new ArrayList<>();
                Set<String> after = new HashSet<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    Spot branch = spot.sideBySideNow();
                    branches.add(inside(branch, depth));
                    after.addAll(branch.readable());
                }
                after.removeIf(slot -> slot.startsWith("i"));
                spot.readable().addAll(after);
                yield new Tree.Par(branches);
            }
            case 6 -> {
                if (spot.onlyWrites() != null) {
                    yield leaf(spot);
                }
                String item = name("i");
                String writes = name("w");
                Spot body = new Spot(new HashSet<>(spot.readable()), false, spot.maySend(), true, writes);
                body.readable().add(item);
                yield new Tree.ParEach(items(), name("l"), item, inside(body, depth), writes, name("all"));
            }
            case 7 -> {
                if (spot.onlyWrites() != null) {
                    yield leaf(spot);
                }
                Spot body = new Spot(new HashSet<>(spot.readable()), true, false, spot.sideBySide(), null);
                Tree inner = inside(body, depth);
                boolean handles = !spot.mayFail() || random.nextBoolean();
                int undo = spot.sideBySide() ? 0 : random.nextInt(10);
                yield new Tree.Guard(inner, handles ? name("why") : null, handles ? inside(spot, depth) : new Tree.Seq(List.of()), undo);
            }
            default -> {
                yield spot.mayFail() && random.nextInt(4) == 0 ? new Tree.Fails(name("reason")) : leaf(spot);
            }
        };
    }
}
