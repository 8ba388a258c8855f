package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.problem.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code docs/errors.md} is written from the codes; this fails when it is not what they say now. */
class ErrorsPageTest {
    private static final Map<String, String> CHAPTERS = new LinkedHashMap<>();

    static {
        CHAPTERS.put("MR-1", "Commands refused");
        CHAPTERS.put("MR-2", "Files, data and the command line");
        CHAPTERS.put("MR-3", "Nets");
        CHAPTERS.put("MR-4", "Logic");
        CHAPTERS.put("MR-5", "History");
        CHAPTERS.put("MR-6", "Rules");
        CHAPTERS.put("MR-7", "Storage");
        CHAPTERS.put("MR-8", "Server");
    }

    @Test
    void the_page_of_error_codes_is_up_to_date() throws IOException {
        Path page = Repository.root().resolve("docs/errors.md");
        if (Boolean.getBoolean("millrace.write")) {
            Files.writeString(page, page());
        }
        assertThat(page)
                .as("Write it anew with: mvn -pl cli -am test -Dtest=ErrorsPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dmillrace.write=true")
                .hasContent(page());
    }

    private static String page() {
        StringBuilder page = new StringBuilder(
                """
                # Error codes

                Every refusal has a sentence, a remedy and a code. A code never changes its meaning. This page is generated from the
                code (`io.millrace.problem.Code`); `mill codes` shows the same. An ellipsis stands for a detail.
                """);
        CHAPTERS.forEach((beginning, title) -> {
            var codes = Arrays.stream(Code.values())
                    .filter(code -> code.id().startsWith(beginning))
                    .sorted(Comparator.comparing(Code::id))
                    .toList();
            if (!codes.isEmpty()) {
                page.append("\n## ").append(title).append("\n\n| code | message | remedy |\n|---|---|---|\n");
                codes.forEach(code -> page.append("| ")
                        .append(code.id())
                        .append(" | ")
                        .append(code.sentence().replace("%s", "…"))
                        .append(" | ")
                        .append(code.remedy())
                        .append(" |\n"));
            }
        });
        return page.toString();
    }
}
