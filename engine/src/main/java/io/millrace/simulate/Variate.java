package io.millrace.simulate;

import io.millrace.data.Data;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** Where a piece of data comes from: always the same, a number that is drawn, or one of several with their weights. */
sealed interface Variate {
    Data draw(Chance chance);

    record Fixed(Data value) implements Variate {
        @Override
        public Data draw(Chance chance) {
            return value;
        }
    }

    /** @param whole whether only whole numbers come */
    record Number(Distribution distribution, boolean whole) implements Variate {
        private static final int DIGITS = 6;

        @Override
        public Data draw(Chance chance) {
            double drawn = distribution.draw(chance);
            return Data.of(BigDecimal.valueOf(drawn).setScale(whole ? 0 : DIGITS, RoundingMode.HALF_EVEN).stripTrailingZeros());
        }
    }

    /** One of several. */
    record Choice(List<Weighted> ways) implements Variate {
        public Choice {
            ways = List.copyOf(ways);
        }

        @Override
        public Data draw(Chance chance) {
            return Weighted.pick(ways, chance).value().draw(chance);
        }
    }

    /** One way of a choice. */
    record Weighted(double weight, Variate value) {
        static Weighted pick(List<Weighted> ways, Chance chance) {
            double total = 0;
            for (Weighted way : ways) {
                total += way.weight;
            }
            double left = total * chance.uniform();
            for (Weighted way : ways) {
                left -= way.weight;
                if (left < 0) {
                    return way;
                }
            }
            return ways.getLast();
        }
    }
}
