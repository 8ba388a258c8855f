package io.millrace.logic.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.logic.Prolog;
import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Limits;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.machine.Solutions;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Writer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dates, counted solutions, messages, listings: what process programs need besides lists. */
class ProgramPredicatesTest {
    private static final String PROGRAM = """
            :- dynamic stock/2.
            stock(pen, 3).
            stock(ink, 0).
            rule(X, Y) :- stock(X, N), ( N > 0 -> Y = 'In Stock' ; Y = [] ).
            """;

    /** The value of {@code X} in the first solution and what was written; {@code no} if there is none. */
    private static String x(String query) {
        Read read = Reader.term(query, Operators.iso(), Flags.iso());
        Machine machine = new Machine(
                Prolog.program(Source.of("t.pl", PROGRAM)), Library.NONE, Limits.GENEROUS.withInferences(1_000_000));
        try (Solutions solutions = machine.solve(read.term())) {
            if (!solutions.next()) {
                return "no";
            }
            String value = read.names().containsKey("X") ? Writer.quoted().write(read.names().get("X")) : "";
            String written = machine.takeOutput();
            return written.isEmpty() ? value.isEmpty() ? "yes" : value : value + written;
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '→', quoteCharacter = '~', textBlock = """
            stamp_date_time(0, X, 'UTC') → date(1970,1,1,0,0,0.0,0,'UTC',-)
            stamp_date_time(1782900000.5, X, 'Europe/Berlin') → date(2026,7,1,12,0,0.5,-7200,'Europe/Berlin',true)
            stamp_date_time(0, X, 3600) → date(1969,12,31,23,0,0.0,3600,-,-)
            stamp_date_time(1234567, D, 'America/New_York'), date_time_stamp(D, X) → 1234567
            date_time_stamp(date(2026,3,1), X) → 1772323200
            date_time_stamp(date(2026,14,1,0,0,0,0,-,-), S), stamp_date_time(S, date(Y,M,_,_,_,_,_,_,_), 'UTC'), X = Y-M → 2027-2
            date_time_stamp(date(2026,7,1,12,0,0,_,'Europe/Berlin',_), X) → 1782900000
            catch(stamp_date_time(0, _, 'Mars/Base'), error(X, _), true) → domain_error(time_zone,'Mars/Base')
            catch(date_time_stamp(yesterday, _), error(X, _), true) → type_error(date,yesterday)
            parse_time('2026-01-31', S), date_time_add(S, months(1), 'UTC', T), format_time(atom(X), '%F', T) → '2026-02-28'
            parse_time('2026-03-28T12:00:00+01:00', S), date_time_add(S, days(1), 'Europe/Berlin', T), X is T - S → 82800
            parse_time('2026-03-28T12:00:00Z', S), date_time_add(S, [hours(1), minutes(-30)], 'UTC', T), X is T - S → 1800
            parse_time('2026-07-01T10:00:00Z', X) → 1782900000
            parse_time('2026-07-01 10:00:00.25', iso_8601, X) → 1782900000.25
            parse_time('Wed, 01 Jul 2026 10:00:00 GMT', F, S), X = F-S → rfc_1123-1782900000
            parse_time('no date', X) → no
            format_time(atom(X), '%Y-%m-%dT%H:%M:%S%z', 1782900000) → '2026-07-01T10:00:00+0000'
            stamp_date_time(1782900000, D, 'Europe/Berlin'), format_time(atom(X), '%a, %d %b %Y %T %z', D) → 'Wed, 01 Jul 2026 12:00:00 +0200'
            format_time(atom(X), '%A %e %B, week %V, day %j, %I %p, %3f%%', 1782900000.5) → 'Wednesday  1 July, week 27, day 182, 10 AM, 500%'
            day_of_the_week(date(2026,7,1), X) → 3
            assertion(integer(1)) → yes
            catch(assertion(fail), error(X, _), true) → assertion_failed(fail)
            is_of_type(positive_integer, 3) → yes
            is_of_type(positive_integer, a) → no
            is_of_type(list(integer), [1,a]) → no
            findall(Y, limit(2, member(Y, [a,b,c])), X) → [a,b]
            findall(Y, limit(9, member(Y, [a,b,c])), X) → [a,b,c]
            findall(Y-Z, limit(2, (member(Y, [a,b]), limit(1, member(Z, [1,2])))), X) → [a-1,b-1]
            call_nth(member(X, [a,b,c]), 2) → b
            findall(N-Y, call_nth(member(Y, [a,b]), N), X) → [1-a,2-b]
            nb_setval(k, f(1)), nb_current(k, X) → f(1)
            nb_current(none, X) → no
            convlist([Y,Z]>>(integer(Y), Z is Y * 2), [1,a,3], X) → [2,6]
            nextto(b, X, [a,b,c]) → c
            proper_length([a,b], X) → 2
            proper_length([a|_], X) → no
            clumped([a,a,b,a], X) → [a-2,b-1,a-1]
            compound_name_arguments(f(a, b), N, A), X = N/A → f/[a,b]
            compound_name_arguments(X, f, [1]) → f(1)
            catch(compound_name_arguments(X1, f, []), error(X, _), true) → type_error(compound,f)
            term_hash(f(a, "b", 1.5), H), integer(H), term_hash(f(a, "b", 1.5), H) → yes
            term_hash(f(_), H), var(H) → yes
            normalize_space(atom(X), '  a  b\tc ') → 'a b c'
            gensym(a, A), gensym(a, B), gensym(b, C), X = [A,B,C] → [a1,a2,b1]
            print_message(error, format('~w is bad', [x])), X = 1 → ~1ERROR: x is bad
            ~
            print_message(informational, x) → yes
            """)
    void a_query_gives(String query, String answer) {
        assertThat(x(query)).isEqualTo(answer);
    }

    @Test
    void clauses_are_listed_as_text_that_reads_back() {
        assertThat(x("listing(stock/2), listing(rule)")).isEqualTo("""
                :- dynamic stock/2.

                stock(pen, 3).
                stock(ink, 0).

                rule(A, B) :-
                    stock(A, C),
                    (
                        C>0
                    ->
                        B='In Stock'
                    ;
                        B=[]
                    ).

                """);
    }

    @Test
    void a_program_may_define_its_own() {
        Machine machine = new Machine(
                Prolog.program(Source.of("t.pl", "limit(1, one).\nlisting(mine).\n")), Library.NONE, Limits.GENEROUS);
        assertThat(machine.once(Reader.term("limit(1, one), listing(mine)", Operators.iso(), Flags.iso()).term())).isTrue();
    }
}
