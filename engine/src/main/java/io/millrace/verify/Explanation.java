package io.millrace.verify;

import java.util.ArrayList;
import java.util.List;

/** Says what is wrong with a net in the words of who designed it. */
final class Explanation {
    private Explanation() {}

    static List<Trouble> of(Model model, Solution solution) {
        List<Trouble> troubles = new ArrayList<>();
        for (Symptom symptom : solution.symptoms()) {
            List<String> nodes = new ArrayList<>();
            List<String> tokens = new ArrayList<>();
            String net = model.spots().getFirst().net();
            for (int place = 0; place < symptom.tokens().length; place++) {
                if (symptom.tokens()[place] > 0) {
                    tokens.add(model.spots().get(place).toString());
                    nodes.add(model.spots().get(place).node());
                }
            }
            troubles.add(new Trouble(symptom.kind(), net, nodes, symptom.trace(), tokens, "", null));
        }
        solution.dead().stream().forEach(task -> {
            Model.TaskName name = model.tasks().get(task);
            troubles.add(new Trouble(Trouble.Kind.DEAD_TASK, name.net(), List.of(name.task()), List.of(), List.of(), "", null));
        });
        return troubles;
    }
}
