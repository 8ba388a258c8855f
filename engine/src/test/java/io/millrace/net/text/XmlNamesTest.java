package io.millrace.net.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XmlNamesTest {
    private static final String CHARACTERS = "_x0041F aä#-.€";

    @ParameterizedTest
    @CsvSource({"amount, amount", "Trip #1, Trip_x0020__x0023_1", "1st, _x0031_st", "a_b, a_b", "_x0041, _x005F_x0041", "'_x0041 ', _x005F_x0041_x0020_"})
    void characters_that_xml_does_not_allow_become_numbers(String name, String encoded) {
        assertThat(XmlNames.encoded(name)).isEqualTo(encoded);
        assertThat(XmlNames.decoded(encoded)).isEqualTo(name);
    }

    @Test
    void every_name_comes_back() {
        long seed = 7;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int length = 1 + random.nextInt(12); length > 0; length--) {
                name.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            }
            assertThat(XmlNames.decoded(XmlNames.encoded(name.toString()))).as("seed %d: %s", seed, name).isEqualTo(name.toString());
        }
    }
}
