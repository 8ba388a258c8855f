package io.millrace.net.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Multiplicity;
import io.millrace.net.Net;
import io.millrace.net.Place;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class YawlCorpusTest {
    @Test
    void every_file_says_what_the_index_says() throws IOException {
        Path folder = Corpus.folder("yawl");
        List<String> lines = Files.readAllLines(folder.resolve("INDEX.tsv"));
        List<String> columns = List.of(lines.getFirst().split("\t"));
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split("\t");
            Reading reading = Corpus.read(folder.resolve(cells[0]));
            Map<String, Integer> found = counts(reading.orRefuse());
            Map<String, Integer> expected = new TreeMap<>();
            for (String column : found.keySet()) {
                expected.put(column, Integer.valueOf(cells[columns.indexOf(column)]));
            }
            assertThat(found).as(cells[0]).isEqualTo(expected);
        }
    }

    private static Map<String, Integer> counts(Specification specification) {
        Map<String, Integer> counts = new TreeMap<>(Map.of("nets", specification.nets().size()));
        for (Net net : specification.nets()) {
            List<NetTask> tasks = net.tasks();
            counts.merge("tasks", tasks.size(), Integer::sum);
            counts.merge("conditions", net.conditions().size(), Integer::sum);
            count(counts, "predicates", net.flows().stream().map(Flow::predicate).filter(each -> each != null).count());
            count(counts, "orjoin", tasks.stream().filter(task -> task.join() == Junction.OR).count());
            count(counts, "orsplit", tasks.stream().filter(task -> task.split() == Junction.OR).count());
            List<Multiplicity> multiple = new ArrayList<>();
            tasks.forEach(task -> {
                if (task.multiplicity() != null) {
                    multiple.add(task.multiplicity());
                }
            });
            count(counts, "mi", multiple.size());
            count(counts, "mi_dynamic", multiple.stream().filter(each -> each.creation() == Multiplicity.Creation.DYNAMIC).count());
            count(counts, "cancel", tasks.stream().filter(task -> !task.cancels().isNone()).count());
            count(counts, "composite", tasks.stream().filter(NetTask::isComposite).count());
            count(counts, "timer", tasks.stream().filter(task -> task.timer() != null).count());
        }
        return counts;
    }

    private static void count(Map<String, Integer> counts, String name, long more) {
        counts.merge(name, Math.toIntExact(more), Integer::sum);
    }

    @Test
    void what_is_written_says_the_same_and_writing_it_again_changes_nothing() {
        for (Path file : Corpus.everything()) {
            Specification read = Corpus.read(file).orRefuse();
            String written = NetFile.toYawl(read);
            Specification again = NetFile.yawl("again.yawl", written).orRefuse();
            assertThat(Placeless.of(again).equals(Placeless.of(read))).as("%s", file).isTrue();
            assertThat(NetFile.toYawl(again)).as("%s", file).isEqualTo(written);
        }
    }

    @Test
    void a_model_without_its_file_is_written_from_the_model_alone() {
        for (Path file : Corpus.everything()) {
            Specification read = Corpus.read(file).orRefuse();
            Specification again = NetFile.yawl("again.yawl", NetFile.toYawl(read.attach(null))).orRefuse();
            assertThat(Placeless.enforced(again.attach(null)).equals(Placeless.enforced(read.attach(null)))).as("%s", file).isTrue();
        }
    }

    @Test
    void every_place_is_where_its_tag_begins() {
        for (Path file : Corpus.everything()) {
            List<String> lines = Corpus.text(file).replace("\r\n", "\n").replace('\r', '\n').lines().toList();
            for (Net net : Corpus.read(file).orRefuse().nets()) {
                pointsAt(lines, net.place(), "<(decomposition|rootNet).*");
                net.tasks().forEach(task -> pointsAt(lines, task.place(), "<task.*"));
                net.conditions().forEach(condition -> pointsAt(lines, condition.place(), "<(condition|inputC|outputC).*"));
                net.flows().forEach(flow -> pointsAt(lines, flow.place(), "<flowsInto.*"));
                net.variables().forEach(variable -> pointsAt(lines, variable.place(), "<(inputP|outputP|localV).*"));
            }
        }
    }

    private static void pointsAt(List<String> lines, @org.jspecify.annotations.Nullable Place place, String pattern) {
        assertThat(place).isNotNull();
        if (place != null) {
            String line = lines.get(place.line() - 1);
            int column = line.offsetByCodePoints(0, place.column() - 1);
            assertThat(line.substring(column)).as("%s", place).matches(pattern);
        }
    }

    @Test
    void a_change_of_one_task_leaves_the_rest_of_the_file_alone() {
        Specification read = Corpus.read(Corpus.folder("yawl").resolve("orderfulfillment.yawl")).orRefuse();
        String before = NetFile.toYawl(read);
        List<Net> nets = new ArrayList<>(read.nets());
        Net net = nets.getFirst();
        List<NetTask> tasks = new ArrayList<>(net.tasks());
        NetTask changed = tasks.getFirst().titled("Another title");
        tasks.set(0, changed);
        nets.set(0, new Net(net.name(), net.title(), net.conditions(), tasks, net.flows(), net.variables(), false, net.place()));
        String after = NetFile.toYawl(new Specification(read.name(), nets, read.root(), read.orJoin(), read.end(), read.attachment()));
        List<String> lost = new ArrayList<>(before.lines().toList());
        after.lines().forEach(lost::remove);
        assertThat(lost).hasSizeLessThan(4);
        assertThat(after).contains("<name>Another title</name>");
        assertThat(NetFile.yawl("after", after).orRefuse().nets().getFirst().tasks().getFirst().title()).isEqualTo("Another title");
    }
}
