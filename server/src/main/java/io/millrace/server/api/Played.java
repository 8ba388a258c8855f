package io.millrace.server.api;

import io.millrace.data.Data;
import io.millrace.draw.Marks;
import io.millrace.verify.PlainNet;
import io.millrace.verify.Step;
import io.millrace.verify.Tokens;
import io.millrace.verify.Trouble;
import io.millrace.verify.file.PlainPicture;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The trace of a counterexample, played step by step on the figure of its net. */
sealed interface Played {
    /** A net of tasks and conditions, whose figure has its names. */
    Played NET = new OfNet();

    /** The marks of a state. */
    Marks marks(List<Tokens> tokens);

    /** The sheet on which a step happens. */
    String sheet(Step step);

    /** The node of the task of a step. */
    String task(Step step);

    /** A problem with its steps, if they are known. */
    default Data with(Trouble trouble, Data problem) {
        if (trouble.markings().isEmpty()) {
            return problem;
        }
        List<Data> steps = new ArrayList<>();
        for (int i = 0; i < trouble.trace().size(); i++) {
            Step step = trouble.trace().get(i);
            steps.add(Data.fields(
                    "step", step.label(),
                    "sheet", sheet(step),
                    "task", task(step),
                    "marks", FigureForm.of(marks(trouble.markings().get(i + 1)))));
        }
        return problem.with("start", FigureForm.of(marks(trouble.markings().getFirst()))).with("steps", steps);
    }

    /** Tokens by net, then by condition or task. */
    private static Map<String, Map<String, Integer>> byNet(List<Tokens> tokens) {
        Map<String, Map<String, Integer>> all = new HashMap<>();
        tokens.forEach(each -> all.computeIfAbsent(each.net(), net -> new HashMap<>()).merge(each.node(), each.number(), Integer::sum));
        return all;
    }

    /** A net of tasks and conditions. */
    record OfNet() implements Played {
        @Override
        public Marks marks(List<Tokens> tokens) {
            return Marks.tokens(byNet(tokens));
        }

        @Override
        public String sheet(Step step) {
            return step.net();
        }

        @Override
        public String task(Step step) {
            return step.task();
        }
    }

    /** A plain net, whose figure numbers places and transitions, since these may share names. */
    record OfPlain(PlainNet net) implements Played {
        @Override
        public Marks marks(List<Tokens> tokens) {
            Map<String, Integer> marked = new HashMap<>();
            tokens.forEach(each -> marked.merge(PlainPicture.place(net.places().indexOf(each.node())), each.number(), Integer::sum));
            return Marks.tokens(Map.of(PlainPicture.NET, marked));
        }

        @Override
        public String sheet(Step step) {
            return PlainPicture.NET;
        }

        @Override
        public String task(Step step) {
            List<String> names = net.transitions().stream().map(PlainNet.Transition::name).toList();
            return PlainPicture.transition(names.indexOf(step.task()));
        }
    }
}
