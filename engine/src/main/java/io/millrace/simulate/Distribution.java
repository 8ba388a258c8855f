package io.millrace.simulate;

import java.util.List;

/**
 * Where a number comes from: always the same, or drawn. As the length of a time it counts seconds, and what would be negative
 * counts as 0.
 */
sealed interface Distribution {
    double draw(Chance chance);

    /** The number that comes on average. */
    double mean();

    record Constant(double value) implements Distribution {
        @Override
        public double draw(Chance chance) {
            return value;
        }

        @Override
        public double mean() {
            return value;
        }
    }

    record Uniform(double from, double to) implements Distribution {
        @Override
        public double draw(Chance chance) {
            return from + (to - from) * chance.uniform();
        }

        @Override
        public double mean() {
            return (from + to) / 2;
        }
    }

    record Exponential(double mean) implements Distribution {
        @Override
        public double draw(Chance chance) {
            return -mean * StrictMath.log(chance.uniform());
        }
    }

    record Normal(double mean, double deviation) implements Distribution {
        @Override
        public double draw(Chance chance) {
            return mean + deviation * chance.gaussian();
        }
    }

    /** @param mean of the numbers themselves, not of their logarithms; likewise the deviation */
    record LogNormal(double mean, double deviation) implements Distribution {
        @Override
        public double draw(Chance chance) {
            double variance = StrictMath.log(1 + deviation * deviation / (mean * mean));
            return StrictMath.exp(StrictMath.log(mean) - variance / 2 + StrictMath.sqrt(variance) * chance.gaussian());
        }
    }

    record Triangular(double from, double mode, double to) implements Distribution {
        @Override
        public double draw(Chance chance) {
            double u = chance.uniform();
            double split = (mode - from) / (to - from);
            return u < split
                    ? from + StrictMath.sqrt(u * (to - from) * (mode - from))
                    : to - StrictMath.sqrt((1 - u) * (to - from) * (to - mode));
        }

        @Override
        public double mean() {
            return (from + mode + to) / 3;
        }
    }

    /** The sum of as many exponential times. */
    record Erlang(int phases, double mean) implements Distribution {
        private static final double SMALL = 1e-200;

        @Override
        public double draw(Chance chance) {
            double sum = 0;
            double product = 1;
            for (int i = 0; i < phases; i++) {
                product *= chance.uniform();
                if (product < SMALL) {
                    // The product of many is too small for a number.
                    sum += StrictMath.log(product);
                    product = 1;
                }
            }
            return -mean / phases * (sum + StrictMath.log(product));
        }
    }

    /** One of the numbers that were seen. */
    record Sample(List<Double> values) implements Distribution {
        public Sample {
            values = List.copyOf(values);
        }

        @Override
        public double draw(Chance chance) {
            return values.get(chance.below(values.size()));
        }

        @Override
        public double mean() {
            return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        }
    }
}
