package io.millrace.algebra.run;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.choice;
import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.repeatUntil;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.when;
import static io.millrace.activity.Activities.work;

import io.millrace.activity.Activity;
import io.millrace.activity.ActivityProcess;
import io.millrace.activity.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/** Makes small processes of activities. One number in the data of a case, its way, decides all conditions. */
final class MadeActivity {
    private final Random random;
    private final boolean handlers;
    private final List<String> working = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private int choices;

    /** @param handlers whether some tasks are done by handlers */
    MadeActivity(Random random, boolean handlers) {
        this.random = random;
        this.handlers = handlers;
    }

    ActivityProcess process(int size) {
        return ActivityProcess.named("p", activity(size));
    }

    List<String> working() {
        return working;
    }

    @Override
    public String toString() {
        return text + "\n";
    }

    private Activity activity(int size) {
        if (size <= 1) {
            return task();
        }
        int left = 1 + random.nextInt(size - 1);
        int kind = random.nextInt(7);
        text.append(List.of("sequence", "sequence", "parallel", "any", "choice", "if", "repeat").get(kind)).append('(');
        Activity one = kind == 6 ? activity(size - 1) : activity(left);
        Activity two = kind == 6 ? one : activity(size - left);
        text.append(')');
        return switch (kind) {
            case 0, 1 -> sequence(one, two);
            case 2 -> parallel(one, two);
            case 3 -> parallel(one, two).any();
            case 4 -> choice(one, two);
            case 5 -> when(bit()).then(one).otherwise(two);
            default -> repeatUntil(bit(), one);
        };
    }

    private Activity task() {
        String name = "t" + (working.size() + 1);
        working.add(name);
        boolean automatic = handlers && random.nextInt(4) == 0;
        text.append(automatic ? " call " : " ").append(name);
        return automatic ? call(name) : work(name);
    }

    private Predicate<Environment> bit() {
        int bit = choices++;
        return data -> (data.at("way").asInt() >> bit & 1) != 0;
    }
}
