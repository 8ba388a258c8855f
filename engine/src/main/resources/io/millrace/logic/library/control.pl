% Control, and what other parts of the library ask of their arguments.

with_output_to(Sink, Goal) :-
    '$output_mark'(Mark),
    (   catch(Goal, Ball, ( '$output_take'(Mark, _), throw(Ball) ))
    ->  '$output_take'(Mark, Text),
        '$output_sink'(Sink, Text)
    ;   '$output_take'(Mark, _),
        fail
    ).

% The goal is solved once: a machine has nothing outside of it that a later solution could still need.
setup_call_cleanup(Setup, Goal, Cleanup) :-
    once(Setup),
    (   catch(Goal, Ball, true)
    ->  ignore(Cleanup),
        ( nonvar(Ball) -> throw(Ball) ; true )
    ;   ignore(Cleanup),
        fail
    ).

call_cleanup(Goal, Cleanup) :- setup_call_cleanup(true, Goal, Cleanup).

'$must_be_integer'(Term) :- integer(Term), !.
'$must_be_integer'(Term) :- var(Term), !, throw(error(instantiation_error, _)).
'$must_be_integer'(Term) :- throw(error(type_error(integer, Term), _)).

'$must_be_list'(List) :- is_list(List), !.
'$must_be_list'(List) :- '$maybe_list'(List), !, throw(error(instantiation_error, _)).
'$must_be_list'(List) :- throw(error(type_error(list, List), _)).

'$maybe_list'(List) :- '$skip_list'(List, _, Tail), ( var(Tail) ; Tail == [] ), !.

must_be(Type, Term) :- '$must_be'(Type, Term).

'$must_be'(Type, _) :- var(Type), !, throw(error(instantiation_error, _)).
'$must_be'(any, _) :- !.
'$must_be'(var, Term) :- !, ( var(Term) -> true ; throw(error(uninstantiation_error(Term), _)) ).
'$must_be'(nonneg, Term) :- !,
    '$must_be_integer'(Term),
    ( Term >= 0 -> true ; throw(error(type_error(nonneg, Term), _)) ).
'$must_be'(positive_integer, Term) :- !,
    '$must_be_integer'(Term),
    ( Term > 0 -> true ; throw(error(type_error(positive_integer, Term), _)) ).
'$must_be'(between(Low, High), Term) :- !,
    ( integer(Low), integer(High) -> '$must_be'(integer, Term) ; '$must_be'(number, Term) ),
    ( Low =< Term, Term =< High -> true ; throw(error(domain_error(between(Low, High), Term), _)) ).
'$must_be'(oneof(Terms), Term) :- !,
    '$must_be'(nonvar, Term),
    ( memberchk(Term, Terms) -> true ; throw(error(domain_error(oneof(Terms), Term), _)) ).
'$must_be'(list, Term) :- !, '$must_be_list'(Term).
'$must_be'(proper_list, Term) :- !, '$must_be_list'(Term).
'$must_be'(list(Type), Term) :- !, '$must_be_list'(Term), '$must_all_be'(Term, Type).
'$must_be'(list_of(Type), Term) :- !, '$must_be_list'(Term), '$must_all_be'(Term, Type).
'$must_be'(Type, Term) :- '$type_test'(Type, Term, Test), !,
    (   call(Test) -> true
    ;   var(Term) -> throw(error(instantiation_error, _))
    ;   Type == ground -> throw(error(instantiation_error, _))
    ;   throw(error(type_error(Type, Term), _))
    ).
'$must_be'(Type, _) :- throw(error(existence_error(type, Type), _)).

'$must_all_be'([], _).
'$must_all_be'([Term|Terms], Type) :- '$must_be'(Type, Term), '$must_all_be'(Terms, Type).

'$type_test'(nonvar, Term, nonvar(Term)).
'$type_test'(ground, Term, ground(Term)).
'$type_test'(atom, Term, atom(Term)).
'$type_test'(atomic, Term, atomic(Term)).
'$type_test'(callable, Term, callable(Term)).
'$type_test'(compound, Term, compound(Term)).
'$type_test'(integer, Term, integer(Term)).
'$type_test'(float, Term, float(Term)).
'$type_test'(number, Term, number(Term)).
'$type_test'(string, Term, string(Term)).
'$type_test'(pair, Term, ( nonvar(Term), Term = _-_ )).
'$type_test'(boolean, Term, ( Term == true ; Term == false )).
'$type_test'(bool, Term, ( Term == true ; Term == false )).

% Goals that wait for a condition. The condition is looked at anew whenever one of the variables that it needs is bound.
when(Condition, Goal) :-
    '$when'(Condition, Condition, Needed),
    ( Needed == [] -> call(Goal) ; '$delay'(when(Condition, Goal), Needed) ).

'$when'(Condition, _, _) :- var(Condition), !, throw(error(instantiation_error, _)).
'$when'(nonvar(X), _, Needed) :- !, ( var(X) -> Needed = [X] ; Needed = [] ).
'$when'(ground(Term), _, Needed) :- !, ( term_variables(Term, [X|_]) -> Needed = [X] ; Needed = [] ).
'$when'(?=(X, Y), _, Needed) :- !, '$decides'(X, Y, Needed).
'$when'((A, B), Whole, Needed) :- !,
    '$when'(A, Whole, NeededA),
    '$when'(B, Whole, NeededB),
    ( NeededA == [] -> Needed = NeededB ; Needed = NeededA ).
'$when'((A ; B), Whole, Needed) :- !,
    '$when'(A, Whole, NeededA),
    '$when'(B, Whole, NeededB),
    ( ( NeededA == [] ; NeededB == [] ) -> Needed = [] ; append(NeededA, NeededB, Needed) ).
'$when'(_, Whole, _) :- throw(error(domain_error(when_condition, Whole), _)).
