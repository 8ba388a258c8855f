package io.millrace.server.api;

import io.millrace.data.Data;
import io.millrace.draw.Figure;
import io.millrace.draw.Figure.Sheet;
import io.millrace.draw.Marks;
import io.millrace.id.WorkId;
import io.millrace.language.ProcessName;
import io.millrace.logic.read.Flags;
import io.millrace.logic.term.Operators;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.query.CaseDetails;
import io.millrace.work.WorkItem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where a case stands on the picture of its process: the tokens of a net and of its sub-nets; a token on every activity at which a case
 * waits; on every predicate of a logic program of which a goal waits, and on everybody who has a message to answer; on every task of rules
 * that is open.
 */
public final class CaseMarks {
    /** A running task of a net, whatever its instances do. */
    private static final Pattern RUNNING = Pattern.compile("(?:exec|entered|completed)\\((.*)\\)");

    private final Sheet sheet;
    private final Set<String> nodes;
    private final Map<String, Integer> tokens = new HashMap<>();

    private CaseMarks(Sheet sheet) {
        this.sheet = sheet;
        this.nodes = sheet.nodes().stream().map(Figure.Node::id).collect(Collectors.toSet());
    }

    /**
     * The marks of a case and its sub-cases.
     *
     * @param family the case itself first
     */
    public static Marks of(Figure figure, List<CaseDetails> family) {
        CaseDetails root = family.getFirst();
        return root.standing().has("tokens") ? Marks.tokens(ofNet(figure, root.info().process(), family)) : of(figure, root);
    }

    /**
     * The marks of some open work items of a case and its sub-cases, and nothing else: a token on the task of each.
     *
     * @param family the case itself first
     */
    static Marks ofWork(Figure figure, List<CaseDetails> family, Predicate<WorkId> wanted) {
        String root = family.getFirst().info().process();
        Map<String, Map<String, Integer>> all = new HashMap<>();
        for (CaseDetails each : family) {
            String inner = ProcessName.parse(each.info().process()).inner();
            if (ProcessName.sameWhole(each.info().process(), root)) {
                figure.sheets().stream()
                        .filter(sheet -> inner == null || sheet.name().equals(inner))
                        .findFirst()
                        .ifPresent(sheet -> {
                            CaseMarks marks = new CaseMarks(sheet);
                            each.work().stream().filter(item -> wanted.test(item.id())).forEach(marks::asked);
                            marks.tokens.forEach((node, count) ->
                                    all.computeIfAbsent(sheet.name(), name -> new HashMap<>()).merge(node, count, Integer::sum));
                        });
            }
        }
        return Marks.tokens(all);
    }

    private static Map<String, Map<String, Integer>> ofNet(Figure figure, String root, List<CaseDetails> family) {
        Map<String, Map<String, Integer>> all = new HashMap<>();
        for (CaseDetails each : family) {
            String inner = ProcessName.parse(each.info().process()).inner();
            if (ProcessName.sameWhole(each.info().process(), root) && each.standing().at("tokens") instanceof Data.Fields tokens) {
                String sheet = inner == null ? figure.sheets().getFirst().name() : inner;
                Map<String, Integer> here = all.computeIfAbsent(sheet, name -> new HashMap<>());
                tokens.asMap().forEach((place, count) -> {
                    Matcher running = RUNNING.matcher(place);
                    String node = running.matches() ? running.group(1) : place;
                    here.merge(node.replaceAll("^'(.*)'$", "$1"), count.asInt(), Integer::sum);
                });
            }
        }
        return all;
    }

    private static Marks of(Figure figure, CaseDetails details) {
        CaseMarks marks = new CaseMarks(figure.sheets().getFirst());
        marks.items(details.standing().at("places")).forEach(marks::place);
        List<String> goals = marks.items(details.standing().at("goals"));
        goals.forEach(marks::goal);
        if (details.standing().has("goals") || details.standing().has("obligation")) {
            details.work().forEach(marks::asked);
        }
        return new Marks(Map.of(marks.sheet.name(), marks.tokens), Map.of(), List.of());
    }

    private List<String> items(Data data) {
        return data instanceof Data.Items items
                ? items.asList().stream().map(each -> each instanceof Data.Text text ? text.value() : each.json()).toList()
                : List.of();
    }

    /** The activity, or the one around it that is drawn: what a scope waits for beside its body is not. */
    private void place(String path) {
        String at = path;
        while (!nodes.contains(at) && at.contains("/")) {
            at = at.substring(0, at.lastIndexOf('/'));
        }
        add(at);
    }

    private void goal(String text) {
        List<SyntaxError> errors = new ArrayList<>();
        List<Read> read = new Reader(Source.of("goal", text + " ."), Operators.iso(), Flags.iso()).all(errors);
        Term goal = read.isEmpty() ? Atom.of(text) : read.getFirst().term().deref();
        add(goal instanceof Struct struct ? struct.name().name() + "/" + struct.arity() : goal + "/0");
    }

    private void asked(WorkItem item) {
        sheet.nodes().stream()
                .filter(node -> node.shape() == Figure.Shape.TASK && (node.label().equals(item.task()) || node.id().equals(item.task())))
                .findFirst()
                .ifPresent(node -> add(node.id()));
    }

    private void add(String node) {
        if (nodes.contains(node)) {
            tokens.merge(node, 1, Integer::sum);
        }
    }
}
