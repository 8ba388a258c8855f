package io.millrace.simulate;

import io.millrace.data.Data;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** A comparison of variants: other agents, other versions of a process, other assumptions. All variants run with the same seeds. Immutable. */
public final class Comparison {
    /** The compared figures. */
    public enum Figure {
        /** The average time from the start of a case to its completion. */
        CYCLE("cycle", true),
        /** The 95th percentile of that time. */
        LATE("cycle p95", true),
        /** The average waiting time of work items. */
        WAITED("waiting", true),
        /** The average number of waiting work items. */
        QUEUE("queue", false),
        /** The share of their time in which workers worked. */
        UTILISATION("utilisation", false),
        /** The cost of the work. */
        COST("cost", false),
        /** The number of completed cases. */
        COMPLETED("completed", false);

        private final String title;
        private final boolean time;

        Figure(String title, boolean time) {
            this.title = title;
            this.time = time;
        }

        private double of(Outcome.Figures figures) {
            return switch (this) {
                case CYCLE -> figures.cycle();
                case LATE -> figures.late();
                case WAITED -> figures.waited();
                case QUEUE -> figures.queue();
                case UTILISATION -> figures.utilisation();
                case COST -> figures.cost();
                case COMPLETED -> figures.completed();
            };
        }

        /** Its title in tables and charts. */
        public String title() {
            return title;
        }

        /** Whether it is a length of time, in seconds. */
        public boolean isTime() {
            return time;
        }
    }

    /** One variant with its runs. */
    public record Variant(String name, List<Outcome> runs) {
        public Variant {
            runs = List.copyOf(runs);
        }

        /** The estimate of a figure over the runs. */
        public Estimate estimate(Figure figure) {
            return Estimate.of(runs.stream().mapToDouble(run -> figure.of(run.figures())).toArray());
        }
    }

    private final List<Variant> variants;

    private Comparison(List<Variant> variants) {
        this.variants = List.copyOf(variants);
    }

    /** Runs every variant with the same number of seeds, beginning with the given one. */
    public static Comparison of(Map<String, Simulation> variants, long seed, int runs) {
        return of(variants, seed, runs, done -> {});
    }

    /**
     * Runs every variant with the same number of seeds, beginning with the given one.
     *
     * @param progress receives after each run how many runs have ended, of all variants
     */
    public static Comparison of(Map<String, Simulation> variants, long seed, int runs, IntConsumer progress) {
        List<Variant> all = new ArrayList<>();
        variants.forEach((name, simulation) -> {
            List<Outcome> outcomes = new ArrayList<>();
            for (int run = 0; run < runs; run++) {
                outcomes.add(simulation.seed(seed + run).run());
                progress.accept(all.size() * runs + outcomes.size());
            }
            all.add(new Variant(name, outcomes));
        });
        return new Comparison(all);
    }

    /** The variants, in order. */
    public List<Variant> variants() {
        return variants;
    }

    /** As one JSON object. */
    public Data data() {
        List<Data> all = new ArrayList<>();
        for (Variant variant : variants) {
            Map<String, Data> fields = new LinkedHashMap<>();
            fields.put("variant", Data.of(variant.name()));
            fields.put("runs", Data.of(variant.runs().size()));
            for (Figure figure : Figure.values()) {
                Estimate estimate = variant.estimate(figure);
                fields.put(figure.title().replace(' ', '_'), Data.fields(
                        "mean", Outcome.number(estimate.mean()), "margin", Outcome.number(estimate.margin())));
            }
            all.add(Data.of(fields));
        }
        return Data.fields("variants", Data.of(all));
    }
}
