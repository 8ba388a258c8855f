package io.millrace.logic.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.logic.Prolog;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Source;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Guarded predicates as a host language would use them: block/1 waits for a name, guards commit. */
class GuardedTest {
    private final List<String> suspended = new ArrayList<>();
    private final List<Integer> choicePoints = new ArrayList<>();
    private final Library library = Library.builder()
            .det("block", 1, (machine, args) -> {
                throw new Signal(List.of(args[0].toString()));
            })
            .det("look", 0, (machine, args) -> {
                choicePoints.add(machine.insideBarrier() ? -1 : machine.choicePoints());
                return true;
            })
            .build();

    private final Guarded guarded = (machine, called) -> new Guarded.Search() {
        private final List<Object> waits = new ArrayList<>();

        @Override
        public void blocked(Machine m, Object payload) {
            waits.addAll((List<?>) payload);
        }

        @Override
        public boolean exhausted(Machine m, Term goal) {
            if (waits.isEmpty()) {
                return false;
            }
            if (m.insideBarrier()) {
                throw new Signal(List.copyOf(waits));
            }
            suspended.add(goal + " on " + waits);
            return true;
        }
    };

    private Queries load(String text) {
        Program program = Prolog.builder()
                .library(library)
                .operators(Operators.iso().with(1150, Operators.Type.XFX, ":"))
                .loader(this::take)
                .consult(Source.of("guarded.pl", text))
                .build();
        return new Queries(new Machine(program, library, Limits.GENEROUS));
    }

    private boolean take(ProgramBuilder builder, Read read, Source source) {
        if (read.term() instanceof Struct rule && rule.is(":-", 2)
                && rule.arg(1).deref() instanceof Struct pair && pair.is(":", 2)) {
            builder.guardedClause(rule.arg(0), pair.arg(0), pair.arg(1), guarded, source.name(), source.line(read.start()));
            return true;
        }
        return false;
    }

    @Test
    void the_first_guard_that_succeeds_commits() {
        Queries prolog = load("""
                max(X, Y, Z) :- X >= Y : Z = X.
                max(X, Y, Z) :- X =< Y : Z = Y.
                pick(X) :- member(X, [1,2,3]) : true.
                pick(4) :- true : true.
                """);
        assertThat(prolog.all("max(3, 2, Z)")).containsExactly("Z=3");
        assertThat(prolog.all("max(2, 2, Z)")).containsExactly("Z=2");
        assertThat(prolog.all("pick(X)")).containsExactly("X=1");
        assertThat(prolog.all("max(1, 2, 5)")).isEmpty();
    }

    @Test
    void a_later_guard_may_succeed_though_an_earlier_one_blocks() {
        Queries prolog = load("""
                p(X) :- X = 1, block(a) : true.
                p(X) :- X = 2 : true.
                """);
        assertThat(prolog.all("p(X)")).containsExactly("X=2");
        assertThat(suspended).isEmpty();
    }

    @Test
    void a_goal_all_of_whose_guards_block_is_suspended_on_the_union_even_through_catch_and_nested_guards() {
        Queries prolog = load("""
                p(X) :- q(X) : true.
                p(X) :- \\+ \\+ block(c) : true.
                p(X) :- fail : true.
                q(X) :- catch(block(a), _, true) : true.
                q(X) :- findall(Y, block(b), _) : true.
                """);
        assertThat(prolog.all("p(7), Y = on")).containsExactly("Y=on");
        assertThat(suspended).containsExactly("p(7) on [a, b, c]");
    }

    @Test
    void a_guard_undoes_its_bindings_when_it_blocks_and_keeps_them_when_it_commits() {
        Queries prolog = load("""
                p(X, Y) :- Y = wrong, block(a) : true.
                p(X, Y) :- member(Y, [b,c]), Y \\== b : X = Y.
                """);
        assertThat(prolog.all("p(X, Y)")).containsExactly("X=c Y=c");
    }

    @Test
    void a_signal_outside_every_guard_leaves_the_machine() {
        assertThatThrownBy(() -> load("a :- catch(block(x), _, true).").holds("a"))
                .isInstanceOfSatisfying(Signal.class, signal -> assertThat(signal.payload()).isEqualTo(List.of("x")));
    }

    @Test
    void a_host_predicate_sees_the_choice_points_that_are_really_left() {
        Queries prolog = load("""
                f(a) :- look.
                f(b) :- look.
                g :- look.
                g.
                h :- look : true.
                """);
        prolog.all("f(b), f(a), ( look ; true ), g, h, catch(look, _, true), findall(x, look, _)");
        assertThat(choicePoints.subList(0, 7)).containsExactly(0, 0, 1, 2, -1, 2, 3);
    }

    @Test
    void bodies_of_guarded_clauses_are_ordinary_continuations() {
        Queries prolog = load("count(N, M) :- N >= M : true.\ncount(N, M) :- N < M : K is N + 1, count(K, M).\n");
        assertThat(prolog.holds("count(0, 300000)")).isTrue();
        assertThat(prolog.machine.bindings.top).isLessThan(100);
    }
}
