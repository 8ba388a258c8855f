package io.millrace;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The calls that make a program differ from run to run or from machine to machine. Only named owners make them: everything else
 * gets time, threads and chance from outside, so that the same turn gives the same events everywhere.
 */
public final class OwnedCalls {
    /** What a call brings in. */
    public enum Kind {
        /** Reads a clock. */
        CLOCK,
        /** Waits for a time, or makes something wait. */
        WAIT,
        /** Makes a thread or a pool of them. */
        THREAD,
        /** Draws lots. */
        CHANCE,
        /** Depends on how the machine is set up. */
        MACHINE
    }

    /** A class that may make calls of some kinds, and why. Its nested classes are part of it. */
    public record Owner(String name, Set<Kind> kinds, String reason) {
        public static Owner of(String name, String reason, Kind... kinds) {
            return new Owner(name, new TreeSet<>(Arrays.asList(kinds)), reason);
        }
    }

    private static final Set<String> THREADS = Set.of("ofVirtual", "ofPlatform", "startVirtualThread", "<init>", "start");
    private static final Set<String> RANDOM = Set.of(
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.util.concurrent.ThreadLocalRandom",
            "java.security.SecureRandom",
            "java.util.random.RandomGenerator",
            "java.util.random.RandomGeneratorFactory");

    private OwnedCalls() {}

    /** The calls that no owner covers, and the owners that make no call of a kind they are listed for. */
    public static List<String> violations(JavaClasses classes, List<Owner> owners) {
        Map<String, Set<Kind>> made = new TreeMap<>();
        Set<String> violations = new TreeSet<>();
        Map<String, Set<Kind>> allowed = owners.stream().collect(Collectors.toMap(Owner::name, Owner::kinds));
        for (JavaClass each : classes) {
            String owner = outermost(each).getFullName();
            for (JavaCodeUnitAccess<?> call : each.getCodeUnitAccessesFromSelf()) {
                for (Kind kind : kinds(call.getTarget())) {
                    made.computeIfAbsent(owner, none -> new TreeSet<>()).add(kind);
                    if (!allowed.getOrDefault(owner, Set.of()).contains(kind)) {
                        violations.add(owner + " calls " + shown(call.getTarget()) + " in line " + call.getLineNumber() + " (" + kind + ")");
                    }
                }
            }
        }
        for (Owner owner : owners) {
            for (Kind kind : owner.kinds()) {
                if (!made.getOrDefault(owner.name(), Set.of()).contains(kind)) {
                    violations.add(owner.name() + " is listed for " + kind + " and makes no such call");
                }
            }
        }
        return List.copyOf(violations);
    }

    private static JavaClass outermost(JavaClass each) {
        JavaClass outer = each;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer;
    }

    private static String shown(AccessTarget.CodeUnitAccessTarget target) {
        return target.getOwner().getSimpleName() + "." + target.getName();
    }

    private static Set<Kind> kinds(AccessTarget.CodeUnitAccessTarget target) {
        String owner = target.getOwner().getFullName();
        String name = target.getName();
        Set<Kind> kinds = new TreeSet<>();
        boolean now = owner.startsWith("java.time.") && name.equals("now");
        boolean clock = owner.equals("java.time.Clock") && (name.startsWith("system") || name.startsWith("tick"));
        boolean ticks = owner.equals("java.lang.System") && (name.equals("nanoTime") || name.equals("currentTimeMillis"));
        boolean date = owner.equals("java.util.Date") && name.equals("<init>") && target.getRawParameterTypes().isEmpty();
        if (now || clock || ticks || date) {
            kinds.add(Kind.CLOCK);
        }
        boolean sleep = owner.equals("java.lang.Thread") && (name.equals("sleep") || name.equals("onSpinWait") || name.equals("yield"));
        boolean park = owner.equals("java.util.concurrent.locks.LockSupport") && name.startsWith("park");
        boolean timed = target.getRawParameterTypes().stream().anyMatch(type -> type.isEquivalentTo(TimeUnit.class))
                || owner.equals("java.lang.Object") && name.equals("wait");
        if (sleep || park || timed) {
            kinds.add(Kind.WAIT);
        }
        if (owner.equals("java.lang.Thread") && THREADS.contains(name)
                || owner.equals("java.util.concurrent.Executors")
                || owner.equals("java.util.concurrent.ForkJoinPool")
                || name.equals("parallelStream")
                || name.equals("supplyAsync")
                || name.equals("runAsync")) {
            kinds.add(Kind.THREAD);
        }
        if (RANDOM.contains(owner)
                || owner.equals("java.lang.Math") && name.equals("random")
                || owner.equals("java.util.UUID") && name.equals("randomUUID")
                || owner.equals("java.util.Collections") && name.equals("shuffle")) {
            kinds.add(Kind.CHANCE);
        }
        if (name.equals("getDefault") && (owner.equals("java.util.Locale") || owner.equals("java.util.TimeZone"))
                || owner.equals("java.time.ZoneId") && name.equals("systemDefault")
                || owner.equals("java.nio.charset.Charset") && name.equals("defaultCharset")) {
            kinds.add(Kind.MACHINE);
        }
        return kinds;
    }
}
