package io.millrace.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstCaseTest {
    @Test
    void the_program_of_the_readme_prints_the_result_of_its_case(@TempDir Path journal) {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            FirstCase.main(new String[] {journal.toString()});
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .isEqualToNormalizingNewlines(
                        "{\"amount\":120,\"review\":{\"approved\":true},\"payment\":{\"paid\":120}}\n");
    }
}
