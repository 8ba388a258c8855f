package io.millrace.sim;

import io.millrace.language.Compiled;
import io.millrace.work.Pool;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What a simulation plays: processes, and those who work with them. */
interface Scene {
    List<Compiled<?>> processes();

    /** A process that is deployed while cases run, or null. */
    @Nullable Compiled<?> later();

    /** The names of the handlers that the engine calls. */
    List<String> handlers();

    List<Pool> pools();

    /** Whether there is a gate, which delays by chance. */
    boolean isGated(Random random);

    Clients clients(Simulation world, Random random);

    /** The scene in which the processes use everything that the kernel has. */
    Scene KERNEL = new Scene() {
        @Override
        public List<Compiled<?>> processes() {
            return Processes.ALL;
        }

        @Override
        public Compiled<?> later() {
            return Processes.MIXED_AGAIN;
        }

        @Override
        public List<String> handlers() {
            return Processes.HANDLERS;
        }

        @Override
        public List<Pool> pools() {
            return Processes.POOLS;
        }

        @Override
        public boolean isGated(Random random) {
            return random.nextInt(3) == 0;
        }

        @Override
        public Clients clients(Simulation world, Random random) {
            return new Clients(world, random, this);
        }
    };
}
