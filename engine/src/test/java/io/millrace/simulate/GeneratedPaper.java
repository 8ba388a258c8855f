package io.millrace.simulate;

import io.millrace.data.Data;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** A random process in the paper's facts, with agents and external events. */
final class GeneratedPaper {
    private static final int INSTANCES = 2;

    private final Random random;
    private final StringBuilder flow = new StringBuilder();
    private final List<String> tasks = new ArrayList<>();
    private final StringBuilder people = new StringBuilder();
    private final List<ExternalEvent> events = new ArrayList<>();
    private int blocks;
    private int choices;

    GeneratedPaper(long seed) {
        this.random = new Random(seed);
        String first = task();
        line("initial_activity(" + act(first) + ")");
        String last = chain(first, 1 + random.nextInt(3), 0, "EID");
        line("final_activity(" + act(last) + ")");
        people();
        for (int i = 1; i <= INSTANCES; i++) {
            happens("submit(w" + i + ")", random.nextInt(4));
        }
        line("starts(submit(W), W)");
        events.sort(Comparator.comparingDouble(ExternalEvent::seconds));
    }

    private void line(String fact) {
        flow.append(fact).append(".\n");
    }

    private String task() {
        String name = "t" + (tasks.size() + 1);
        tasks.add(name);
        return name;
    }

    private static String act(String task) {
        return "act(" + task + ", EID)";
    }

    private void happens(String event, int at) {
        events.add(new ExternalEvent(HistoryText.read(event), at, Data.nothing()));
    }

    /** Some steps behind a task; the last of them is given back. */
    private String chain(String from, int steps, int depth, String execution) {
        String at = from;
        for (int i = 0; i < steps; i++) {
            at = switch (random.nextInt(depth > 1 ? 1 : 5)) {
                case 1 -> parallel(at, depth, execution);
                case 2 -> choice(at, execution);
                case 3, 4 -> loop(at, depth, execution);
                default -> {
                    String next = task();
                    line("sequential(" + act(at) + ", " + act(next) + ")");
                    yield next;
                }
            };
        }
        return at;
    }

    private String parallel(String from, int depth, String execution) {
        String one = task();
        String other = task();
        line("and_split(" + act(from) + ", [" + act(one) + ", " + act(other) + "])");
        String oneEnd = chain(one, random.nextInt(2), depth + 1, execution);
        String otherEnd = chain(other, random.nextInt(2), depth + 1, execution);
        String join = task();
        line("and_join([" + act(oneEnd) + ", " + act(otherEnd) + "], " + act(join) + ")");
        return join;
    }

    /** A choice over fluents, one of which holds at some time; only outside of blocks, where an execution is an instance. */
    private String choice(String from, String execution) {
        if (!execution.equals("EID")) {
            return chain(from, 1, 2, execution);
        }
        String one = task();
        String other = task();
        String chosen = "chosen" + ++choices;
        line("xor_split(" + act(from) + ", [(" + act(one) + ", " + chosen + "(EID, left)), (" + act(other) + ", " + chosen + "(EID, right))])");
        line("initiates(choose" + choices + "(EID, Way), " + chosen + "(EID, Way))");
        for (int i = 1; i <= INSTANCES; i++) {
            happens("choose" + choices + "(w" + i + ", " + (random.nextBoolean() ? "left" : "right") + ")", 1 + random.nextInt(25));
        }
        String join = task();
        line("xor_join([" + act(one) + ", " + act(other) + "], " + act(join) + ")");
        return join;
    }

    private String loop(String from, int depth, String execution) {
        String block = "b" + ++blocks;
        String first = task();
        String inside = "b(" + execution + ", " + block + ", _)";
        String last = chain(first, random.nextInt(2), depth + 1, inside);
        String after = task();
        String again = "again" + blocks;
        boolean before = random.nextInt(3) == 0;
        line("initial(block(" + block + ", EID), act(" + first + ", b(EID, " + block + ", I)))");
        line("final(block(" + block + ", EID), act(" + last + ", b(EID, " + block + ", I)))");
        // The condition is of the instance, or of the execution around the block.
        boolean own = !execution.equals("EID") && random.nextBoolean();
        String condition = own ? again + "(EID)" : execution.equals("EID") ? again + "(EID)" : again;
        if (before) {
            line("serial(" + act(from) + ", block(" + block + ", EID), " + condition + ")");
            line("serial(block(" + block + ", EID), " + act(after) + ")");
        } else {
            line("serial(" + act(from) + ", block(" + block + ", EID))");
            line("serial(block(" + block + ", EID), " + act(after) + ", " + condition + ")");
        }
        boolean named = condition.endsWith(")");
        line("initiates(go" + blocks + (named ? "(EID)" : "") + ", " + condition + ")");
        line("terminates(stop" + blocks + (named ? "(EID)" : "") + ", " + condition + ")");
        for (String each : named ? executions(execution) : List.of("")) {
            int at = random.nextInt(20);
            happens("go" + blocks + (each.isEmpty() ? "" : "(" + each + ")"), at);
            happens("stop" + blocks + (each.isEmpty() ? "" : "(" + each + ")"), at + 1 + random.nextInt(15));
        }
        return after;
    }

    /** Executions in which a block may be begun. */
    private static List<String> executions(String around) {
        List<String> all = new ArrayList<>();
        for (int i = 1; i <= INSTANCES; i++) {
            if (around.equals("EID")) {
                all.add("w" + i);
            } else {
                for (int n = 1; n <= 2; n++) {
                    all.add(around.replace("EID", "w" + i).replace("_", Integer.toString(n)));
                }
            }
        }
        return all;
    }

    private void people() {
        int agents = 1 + random.nextInt(4);
        for (int i = 1; i <= agents; i++) {
            people.append("agent(a").append(i).append(").\n");
        }
        for (String task : tasks) {
            int sure = 1 + random.nextInt(agents);
            for (int i = 1; i <= agents; i++) {
                if (i == sure || random.nextInt(3) == 0) {
                    people.append("qualified(a" + i + ", act(" + task + ", _), " + (1 + random.nextInt(4)) + ").\n");
                }
            }
            if (random.nextInt(4) == 0) {
                people.append("varying_activity(act(" + task + ", _)).\nend_event(act(" + task + ", EID), done(" + task + ", EID)).\n");
                for (int i = 1; i <= INSTANCES; i++) {
                    happens("done(" + task + ", w" + i + ")", random.nextInt(30));
                    for (int block = 1; block <= blocks; block++) {
                        happens("done(" + task + ", b(w" + i + ", b" + block + ", 1))", random.nextInt(30));
                        happens("done(" + task + ", b(w" + i + ", b" + block + ", 2))", random.nextInt(30));
                    }
                }
            } else {
                people.append("fixed_activity(act(" + task + ", _)).\n");
            }
        }
    }

    String source() {
        return flow.toString() + people;
    }

    List<ExternalEvent> events() {
        return events;
    }
}
