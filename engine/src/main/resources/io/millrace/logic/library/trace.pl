% A goal shown while it runs: the four ports of Byrd's boxes, call, exit, redo and fail, and the exceptions that leave a box.
% Predicates of the program are taken apart; those of the library are one box.

'$trace'(Goal) :- '$trace_body'(Goal, After, Cut, 1), '$trace_rest'(Cut, After, 1).

% '$trace_body'(Body, After, Cut, Depth): runs a body up to a cut. Cut is yes if it came to one, and After is what follows it; the
% caller makes the cut, because it is its choice points that go.
'$trace_body'(Goal, true, no, Depth) :- var(Goal), !, '$trace_box'(call(Goal), Depth).
'$trace_body'(true, true, no, _) :- !.
'$trace_body'(!, true, yes, _) :- !.
'$trace_body'((A, B), After, Cut, Depth) :- !,
    '$trace_body'(A, AfterA, CutA, Depth),
    (   CutA == yes
    ->  After = (AfterA, B), Cut = yes
    ;   '$trace_body'(B, After, Cut, Depth)
    ).
'$trace_body'((C -> T ; E), After, Cut, Depth) :- !,
    (   '$trace_local'(C, Depth) -> '$trace_body'(T, After, Cut, Depth) ; '$trace_body'(E, After, Cut, Depth) ).
'$trace_body'((C *-> T ; E), After, Cut, Depth) :- !,
    (   '$trace_local'(C, Depth) *-> '$trace_body'(T, After, Cut, Depth) ; '$trace_body'(E, After, Cut, Depth) ).
'$trace_body'((A ; B), After, Cut, Depth) :- !,
    (   '$trace_body'(A, After, Cut, Depth) ; '$trace_body'(B, After, Cut, Depth) ).
'$trace_body'((C -> T), After, Cut, Depth) :- !, ( '$trace_local'(C, Depth) -> '$trace_body'(T, After, Cut, Depth) ).
'$trace_body'((C *-> T), After, Cut, Depth) :- !, '$trace_local'(C, Depth), '$trace_body'(T, After, Cut, Depth).
'$trace_body'(\+ Goal, true, no, Depth) :- !, \+ '$trace_local'(Goal, Depth).
'$trace_body'(Goal, true, no, Depth) :- '$trace_box'(Goal, Depth).

% A goal in which a cut is local.
'$trace_local'(Goal, Depth) :- '$trace_body'(Goal, After, Cut, Depth), ( Cut == yes -> !, '$trace_local'(After, Depth) ; true ).

'$trace_rest'(no, _, _).
'$trace_rest'(yes, After, Depth) :- '$trace_local'(After, Depth).

'$trace_box'(Goal, Depth) :-
    '$trace_port'('Call', Depth, Goal),
    (   catch('$trace_run'(Goal, Depth), Ball, ( '$trace_port'('Exception', Depth, Ball), throw(Ball) )),
        (   '$trace_port'('Exit', Depth, Goal)
        ;   '$trace_port'('Redo', Depth, Goal), fail
        )
    ;   '$trace_port'('Fail', Depth, Goal), fail
    ).

'$trace_run'(Goal, Depth) :-
    callable(Goal),
    functor(Goal, Name, Arity),
    current_predicate(Name/Arity), !,
    Inner is Depth + 1,
    '$trace_clauses'(Goal, Inner).
'$trace_run'(Goal, _) :- call(Goal).

'$trace_clauses'(Goal, Depth) :-
    '$clause'(Goal, Body),
    '$trace_body'(Body, After, Cut, Depth),
    ( Cut == yes -> !, '$trace_local'(After, Depth) ; true ).

'$trace_port'(Port, Depth, Goal) :-
    format('~t~w~11|: (~d) ', [Port, Depth]),
    write_term(Goal, [quoted(true), numbervars(true), max_depth(20)]), nl.
