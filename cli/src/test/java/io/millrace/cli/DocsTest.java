package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.language.Finding;
import io.millrace.problem.Code;
import io.millrace.prolog.WorkflowProlog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the documents show is run here, as it stands there. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class DocsTest {
    /** What a text of another language that is written in Prolog does not mind. */
    private static final Set<Code> OTHERS = Set.of(Code.UNDEFINED_PREDICATE, Code.SCATTERED);

    private static final Pattern FENCE = Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(?:#[^)]*)?\\)");
    /** The build itself; .ci/run is what runs it. */
    private static final String BUILD = "mvn verify";

    private record Block(Path file, String language, String text) {}

    @Test
    void the_commands_of_every_document_end_well(@TempDir Path directory) throws IOException {
        Path mill = Files.writeString(
                directory.resolve("mill"), "#!/bin/sh\nexec '" + Repository.root().resolve("mill") + "' \"$@\"\n");
        assertThat(mill.toFile().setExecutable(true)).isTrue();
        Files.createSymbolicLink(directory.resolve("examples"), Repository.root().resolve("examples"));
        for (Block block : blocks("sh")) {
            for (String line : block.text().lines().toList()) {
                String command = line.replaceFirst("\\s+#.*", "").strip();
                // The demonstration runs once, where its journal is used afterwards.
                if (!command.isEmpty() && !command.equals(BUILD) && !command.equals("./mill demo")) {
                    Shell.Result result = Shell.run(directory, environment(), "bash", "-c", command);
                    assertThat(result.status())
                            .as("%s in %s:%n%s%s", command, block.file(), result.out(), result.err())
                            .isZero();
                }
            }
        }
        assertThat(directory.resolve("tour/ledger")).isNotEmptyFile();
        assertThat(Repository.read(".ci/run")).contains("mvn -B verify");
    }

    @Test
    void the_java_of_every_document_stands_in_a_source_file_that_is_compiled_and_tested() throws IOException {
        List<String> sources = new ArrayList<>();
        for (String module : List.of("examples", "engine", "testkit", "client", "server", "integrations/spring-boot-example")) {
            try (Stream<Path> files = Files.walk(Repository.root().resolve(module).resolve("src"))) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    sources.add(squeezed(Files.readString(file)));
                }
            }
        }
        for (Block block : blocks("java")) {
            assertThat(sources.stream().anyMatch(source -> source.contains(squeezed(block.text()))))
                    .as("%s: no source file contains%n%s", block.file(), block.text())
                    .isTrue();
        }
    }

    @Test
    void the_logic_programs_of_every_document_can_be_deployed_and_have_nothing_wrong() throws IOException {
        for (Block block : blocks("prolog")) {
            WorkflowProlog language = new WorkflowProlog();
            List<Finding> findings = language.compile("example", block.text()).findings();
            boolean program = language.reads("example.pl", block.text());
            assertThat(findings)
                    .as("%s", block.file())
                    .filteredOn(finding -> program || !OTHERS.contains(finding.problem().code()))
                    .isEmpty();
        }
    }

    @Test
    void the_program_of_the_readme_is_the_first_case_and_has_ten_lines() throws IOException {
        String source = Repository.read("examples/src/main/java/io/millrace/examples/FirstCase.java");
        String marked = source.substring(source.indexOf("// begin readme") + "// begin readme".length(), source.indexOf("// end readme"));
        Block first = blocks("java").getFirst();
        assertThat(first.file()).hasFileName("README.md");
        assertThat(first.text().stripIndent().strip()).isEqualTo(marked.stripIndent().strip());
        assertThat(first.text()).hasLineCount(10);
    }

    @Test
    void the_first_screen_of_the_readme_holds_the_picture_the_program_and_the_two_commands() {
        String screen = Repository.read("README.md").lines().limit(32).reduce("", (all, line) -> all + line + "\n");
        assertThat(screen).contains("docs/millrace.svg", "Millrace.open(", "./mill demo", BUILD);
    }

    @Test
    void every_link_of_a_document_leads_to_a_file() throws IOException {
        for (Path file : documents()) {
            Matcher links = LINK.matcher(Files.readString(file));
            while (links.find()) {
                String target = links.group(1);
                if (!target.contains("://")) {
                    assertThat(file.resolveSibling(target)).as("a link in %s", file).exists();
                }
            }
        }
    }

    private static Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeIf(name -> name.startsWith("MILL_"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("MILL_CLASSPATH", System.getProperty("java.class.path"));
        return environment;
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(Repository.root().resolve("README.md"), Repository.root().resolve("CHANGELOG.md")));
        try (Stream<Path> files = Files.walk(Repository.root().resolve("docs"))) {
            files.filter(path -> path.toString().endsWith(".md")).sorted().forEach(documents::add);
        }
        return documents;
    }

    private static List<Block> blocks(String language) throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Path file : documents()) {
            Matcher fences = FENCE.matcher(Files.readString(file));
            while (fences.find()) {
                if (fences.group(1).equals(language)) {
                    blocks.add(new Block(file, language, fences.group(2)));
                }
            }
        }
        return blocks;
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
