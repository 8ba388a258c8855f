package io.millrace.net;

import java.util.ArrayList;
import java.util.List;

/**
 * Factory methods for nets in Java. Each node is followed by its successors:
 *
 * <pre>{@code
 * Net trip = Nets.net("trip")
 *         .input("start").to("register")
 *         .task("register").split(OR)
 *             .when(data -> data.at("flight").isTrue(), "flight")
 *             .when(data -> data.at("hotel").isTrue(), "hotel")
 *             .otherwise("car")
 *         .task("flight").to("pay")
 *         .task("hotel").to("pay")
 *         .task("car").to("pay")
 *         .task("pay").join(OR).to("end")
 *         .output("end")
 *         .build();
 * Specification process = Nets.specification("trip", trip);
 * }</pre>
 */
public final class Nets {
    private Nets() {}

    /** Begins a net. */
    public static NetBuilder net(String name) {
        return new NetBuilder(name);
    }

    /**
     * A specification, checked.
     *
     * @throws BadNetException with all errors, if it is invalid
     */
    public static Specification specification(String name, Net root, Net... others) {
        List<Net> nets = new ArrayList<>(List.of(root));
        nets.addAll(List.of(others));
        return Checks.require(Specification.of(name, root.name(), nets));
    }
}
