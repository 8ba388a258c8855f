package io.millrace.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.problem.Code;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            null                        | null
            true                        | true
            false                       | false
            0                           | 0
            -0                          | 0
            -12                         | -12
            1.5                         | 1.5
            1.50E+1                     | 15
            0.1e-2                      | 0.001
            1E000000000000000000002     | 100
            123456789012345678901       | 123456789012345678901
            0.00000001                  | 1E-8
            ""                          | ""
            "a\\/b"                     | "a/b"
            "\\"\\\\\\b\\f\\n\\r\\t"    | "\\"\\\\\\b\\f\\n\\r\\t"
            "\\u0041\\u00e9"            | "Aé"
            "\\ud83d\\ude00"            | "😀"
            "😀"                        | "😀"
            "\\ud83d"                   | "\\ud83d"
            "\\ude00\\ud83d"            | "\\ude00\\ud83d"
            "\\u0000\\u001F\\u007f"     | "\\u0000\\u001f\\u007f"
            "\\u2028"                   | "\\u2028"
            []                          | []
            [ ]                         | []
            [1 , 2,[ 3]]                | [1,2,[3]]
            {}                          | {}
            {"a" : 1 , "": {"b":[]}}    | {"a":1,"":{"b":[]}}
            """)
    void what_rfc_8259_allows_is_read_and_written_back(String text, String json) {
        Data data = Data.parse(" \t\r\n" + text + " \t\r\n");
        assertThat(data.json()).isEqualTo(json);
        assertThat(Data.parse(data.json())).isEqualTo(data);
        assertThat(Data.parse(data.pretty())).isEqualTo(data);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``              | 1  | a value was expected, found the end of the text
            `   `           | 4  | a value was expected, found the end of the text
            nul             | 1  | a value was expected, found 'nul'
            True            | 1  | a value was expected, found 'True'
            truefalse       | 1  | a value was expected, found 'truefalse'
            NaN             | 1  | a value was expected, found 'NaN'
            'a'             | 1  | a value was expected, found '''
            +1              | 1  | a value was expected, found '+'
            .5              | 1  | a value was expected, found '.'
            -               | 2  | a digit was expected, found the end of the text
            -a              | 2  | a digit was expected, found 'a'
            01              | 1  | a number does not begin with zeros
            -00             | 2  | a number does not begin with zeros
            1.              | 3  | a digit was expected after the point, found the end of the text
            1.e1            | 3  | a digit was expected after the point, found 'e'
            1e              | 3  | a digit was expected in the exponent, found the end of the text
            1e+             | 4  | a digit was expected in the exponent, found the end of the text
            [1e1001]        | 2  | a number has at most 1000 digits and an exponent from -1000 to 1000
            [1e-1001]       | 2  | a number has at most 1000 digits and an exponent from -1000 to 1000
            [1e9999999999]  | 2  | a number has at most 1000 digits and an exponent from -1000 to 1000
            1 2             | 3  | the text should end here, found '2'
            []]             | 3  | the text should end here, found ']'
            [1,]            | 4  | a value was expected, found ']'
            [,1]            | 2  | a value was expected, found ','
            [1 2]           | 4  | a comma or ']' was expected, found '2'
            [1              | 3  | a comma or ']' was expected, found the end of the text
            [               | 2  | a value was expected, found the end of the text
            {"a":1,}        | 8  | a field's name in double quotes was expected, found '}'
            {a:1}           | 2  | a field's name in double quotes was expected, found 'a'
            {"a" 1}         | 6  | a colon was expected after the field's name, found '1'
            {"a":}          | 6  | a value was expected, found '}'
            {"a":1 "b":2}   | 8  | a comma or '}' was expected, found '"'
            {"a":1,"a":2}   | 8  | the field 'a' is given twice
            {               | 2  | a field's name in double quotes was expected, found the end of the text
            "abc            | 5  | the closing double quote of a text was expected, found the end of the text
            "\\             | 3  | the closing double quote of a text was expected, found the end of the text
            "\\x"           | 2  | there is no escape '\\x'
            "\\u12g4"       | 2  | four hexadecimal digits were expected after '\\u'
            "\\u12          | 2  | four hexadecimal digits were expected after '\\u'
            [1] // no       | 5  | the text should end here, found '/'
            [😀]            | 2  | a value was expected, found '😀'
            ["😀" 😀]       | 6  | a comma or ']' was expected, found '😀'
            """)
    void what_is_not_json_is_refused_at_its_place(String text, int column, String why) {
        DataException refused = catchThrowableOfType(DataException.class, () -> Data.parse(text));
        assertThat(refused.problem().code()).isEqualTo(Code.DATA_SYNTAX);
        assertThat(refused.getMessage())
                .startsWith("This is not JSON: " + why + ", at line 1, column " + column + ". Correct the marked place. (MR-2004)\n");
        assertThat(refused.column()).isEqualTo(column);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a\nb\"", "\"a\rb\"", "\"a\tb\"", "\"\u0000\"", "\"\\n\u001f\"", "\u00a01", "\ufeff1", "\u2003[]", "\f1", "[1]\u0000", "١"})
    void control_characters_and_strange_spaces_are_refused(String text) {
        assertThatThrownBy(() -> Data.parse(text)).isInstanceOf(DataException.class).hasMessageContaining("MR-2004");
    }

    @Test
    void the_message_shows_the_line_and_marks_the_place() {
        assertThatThrownBy(() -> Data.parse("{\r\n  \"a\": 1,\r\n\t\"price\": 12O\r\n}"))
                .hasMessage("""
                        This is not JSON: a comma or '}' was expected, found 'O', at line 3, column 13. Correct the marked place. (MR-2004)
                             "price": 12O
                                        ^""");
        DataException refused = catchThrowableOfType(DataException.class, () -> Data.parse("\n\n [\r1,\r x]"));
        assertThat(refused.line()).isEqualTo(5);
        assertThat(refused.column()).isEqualTo(2);
        assertThat(refused.offset()).isEqualTo(9);
    }

    @Test
    void of_a_long_line_only_the_neighbourhood_is_shown() {
        String text = "[" + "1, ".repeat(1000) + "x" + ", 1".repeat(1000) + "]";
        assertThatThrownBy(() -> Data.parse(text))
                .hasMessageContaining("at line 1, column 3002.")
                .hasMessageEndingWith("\n    …" + "1, ".repeat(20) + "x, 1, 1, 1, 1, 1, 1,…\n    " + " ".repeat(61) + "^");
    }

    @Test
    void nesting_is_limited() {
        int limit = Data.MAX_DEPTH;
        assertThat(Data.parse("[".repeat(limit) + "]".repeat(limit)).json()).hasSize(2 * limit);
        assertThatThrownBy(() -> Data.parse("[".repeat(1_000_000)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("lists and fields nest more than 512 deep, at line 1, column 513");
        assertThatThrownBy(() -> Data.parse("{\"a\":".repeat(1_000_000)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("nest more than 512 deep");
    }

    @Test
    void a_hostile_number_costs_nothing() {
        for (String number : new String[] {"9".repeat(1_000_000), "1e" + "9".repeat(1_000_000), "0." + "0".repeat(1_000_000) + "1"}) {
            assertThatThrownBy(() -> Data.parse(number))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("1000 digits");
        }
        assertThat(Data.parse("9".repeat(1000)).json()).isEqualTo("9".repeat(1000));
        assertThat(Data.parse("1." + "0".repeat(1500))).isEqualTo(Data.of(1));
    }

    @Test
    void a_value_is_read_from_the_middle_of_a_text() {
        String line = "complete hotel {\"price\": 120} by anna";
        Json.Read read = Json.read(line, 14);
        assertThat(read.value()).isEqualTo(Data.fields("price", 120));
        assertThat(line.substring(read.end())).isEqualTo(" by anna");
        assertThat(Json.read("set a 12, 13", 5)).isEqualTo(new Json.Read(Data.of(12), 8));
        assertThat(Json.read("true", 0)).isEqualTo(new Json.Read(Data.of(true), 4));
        assertThatThrownBy(() -> Json.read("x\nset a [1;", 7))
                .hasMessageContaining("found ';', at line 2, column 9.")
                .hasMessageEndingWith("\n    set a [1;\n            ^");
        assertThatThrownBy(() -> Json.read("set a", 5)).hasMessageContaining("found the end of the text");
    }

    @Test
    void generated_values_read_back_from_their_json() {
        Seeds.each(3000, seed -> {
            Data data = new RandomData(seed).next();
            assertThat(Data.parse(data.json())).isEqualTo(data);
            assertThat(Data.parse(data.pretty())).isEqualTo(data);
            assertThat(Data.parse(data.json()).json()).isEqualTo(data.json());
        });
    }

    @Test
    void damaged_json_is_read_or_refused_and_nothing_else() {
        String strange = "{}[]\",:\\ueE+-.0123456789 \n\t\u0000tfn\ud800\udc00";
        Seeds.each(10_000, seed -> {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder(new RandomData(seed).next().json());
            for (int i = random.nextInt(4); i >= 0; i--) {
                char c = strange.charAt(random.nextInt(strange.length()));
                int at = random.nextInt(text.length() + 1);
                switch (random.nextInt(4)) {
                    case 0 -> text.insert(at, c);
                    case 1 -> text.setLength(at);
                    case 2 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(3)));
                    default -> text.replace(at, Math.min(text.length(), at + 1), String.valueOf(c));
                }
            }
            readOrRefuse(text.toString());
        });
    }

    private static void readOrRefuse(String text) {
        try {
            Data read = Data.parse(text);
            assertThat(Data.parse(read.json())).isEqualTo(read);
        } catch (DataException refused) {
            assertThat(refused.problem().code()).isEqualTo(Code.DATA_SYNTAX);
            assertThat(refused.offset()).isBetween(0, text.length());
            assertThat(refused.line()).isPositive();
            assertThat(refused.column()).isPositive();
        }
    }
}
