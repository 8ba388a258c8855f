% Predicates that call a predicate for the elements of lists.

maplist(G, L1) :- '$maplist'(L1, G).

'$maplist'([], _).
'$maplist'([H1|T1], G) :- call(G, H1), '$maplist'(T1, G).

maplist(G, L1, L2) :- '$maplist'(L1, L2, G).

'$maplist'([], [], _).
'$maplist'([H1|T1], [H2|T2], G) :- call(G, H1, H2), '$maplist'(T1, T2, G).

maplist(G, L1, L2, L3) :- '$maplist'(L1, L2, L3, G).

'$maplist'([], [], [], _).
'$maplist'([H1|T1], [H2|T2], [H3|T3], G) :- call(G, H1, H2, H3), '$maplist'(T1, T2, T3, G).

maplist(G, L1, L2, L3, L4) :- '$maplist'(L1, L2, L3, L4, G).

'$maplist'([], [], [], [], _).
'$maplist'([H1|T1], [H2|T2], [H3|T3], [H4|T4], G) :- call(G, H1, H2, H3, H4), '$maplist'(T1, T2, T3, T4, G).

maplist(G, L1, L2, L3, L4, L5) :- '$maplist'(L1, L2, L3, L4, L5, G).

'$maplist'([], [], [], [], [], _).
'$maplist'([H1|T1], [H2|T2], [H3|T3], [H4|T4], [H5|T5], G) :- call(G, H1, H2, H3, H4, H5), '$maplist'(T1, T2, T3, T4, T5, G).

maplist(G, L1, L2, L3, L4, L5, L6) :- '$maplist'(L1, L2, L3, L4, L5, L6, G).

'$maplist'([], [], [], [], [], [], _).
'$maplist'([H1|T1], [H2|T2], [H3|T3], [H4|T4], [H5|T5], [H6|T6], G) :- call(G, H1, H2, H3, H4, H5, H6), '$maplist'(T1, T2, T3, T4, T5, T6, G).

maplist(G, L1, L2, L3, L4, L5, L6, L7) :- '$maplist'(L1, L2, L3, L4, L5, L6, L7, G).

'$maplist'([], [], [], [], [], [], [], _).
'$maplist'([H1|T1], [H2|T2], [H3|T3], [H4|T4], [H5|T5], [H6|T6], [H7|T7], G) :- call(G, H1, H2, H3, H4, H5, H6, H7), '$maplist'(T1, T2, T3, T4, T5, T6, T7, G).

foldl(G, L1, V0, V) :- '$foldl'(L1, G, V0, V).

'$foldl'([], _, V, V).
'$foldl'([H1|T1], G, V0, V) :- call(G, H1, V0, V1), '$foldl'(T1, G, V1, V).

foldl(G, L1, L2, V0, V) :- '$foldl'(L1, L2, G, V0, V).

'$foldl'([], [], _, V, V).
'$foldl'([H1|T1], [H2|T2], G, V0, V) :- call(G, H1, H2, V0, V1), '$foldl'(T1, T2, G, V1, V).

foldl(G, L1, L2, L3, V0, V) :- '$foldl'(L1, L2, L3, G, V0, V).

'$foldl'([], [], [], _, V, V).
'$foldl'([H1|T1], [H2|T2], [H3|T3], G, V0, V) :- call(G, H1, H2, H3, V0, V1), '$foldl'(T1, T2, T3, G, V1, V).

foldl(G, L1, L2, L3, L4, V0, V) :- '$foldl'(L1, L2, L3, L4, G, V0, V).

'$foldl'([], [], [], [], _, V, V).
'$foldl'([H1|T1], [H2|T2], [H3|T3], [H4|T4], G, V0, V) :- call(G, H1, H2, H3, H4, V0, V1), '$foldl'(T1, T2, T3, T4, G, V1, V).

include(G, List, R) :- '$include'(List, G, R).

'$include'([], _, []).
'$include'([H|T], G, R) :- ( call(G, H) -> R = [H|R1] ; R = R1 ), '$include'(T, G, R1).

exclude(G, List, R) :- '$exclude'(List, G, R).

'$exclude'([], _, []).
'$exclude'([H|T], G, R) :- ( call(G, H) -> R = R1 ; R = [H|R1] ), '$exclude'(T, G, R1).

partition(G, List, In, Out) :- '$partition'(List, G, In, Out).

'$partition'([], _, [], []).
'$partition'([H|T], G, In, Out) :-
    ( call(G, H) -> In = [H|In1], Out = Out1 ; In = In1, Out = [H|Out1] ),
    '$partition'(T, G, In1, Out1).

partition(G, List, Less, Equal, Greater) :- '$partition'(List, G, Less, Equal, Greater).

'$partition'([], _, [], [], []).
'$partition'([H|T], G, L, E, R) :-
    call(G, H, Order),
    '$partition'(Order, H, L, E, R, L1, E1, R1),
    '$partition'(T, G, L1, E1, R1).

'$partition'(Order, _, _, _, _, _, _, _) :- '$must_be'(oneof([<, =, >]), Order), fail.
'$partition'(<, H, [H|L], E, R, L, E, R) :- !.
'$partition'(=, H, L, [H|E], R, L, E, R) :- !.
'$partition'(>, H, L, E, [H|R], L, E, R).

apply(G, Arguments) :- G =.. Parts, append(Parts, Arguments, All), Goal =.. All, call(Goal).

% Lambda expressions: Parameters>>Body and Free/Parameters>>Body. The expression is renamed for each call, except for the
% variables in Free. More arguments than parameters are added to the body.

'>>'(Ps, Body) :- '$lambda'(Ps, Body, [], Goal), call(Goal).
'>>'(Ps, Body, A1) :- '$lambda'(Ps, Body, [A1], Goal), call(Goal).
'>>'(Ps, Body, A1, A2) :- '$lambda'(Ps, Body, [A1, A2], Goal), call(Goal).
'>>'(Ps, Body, A1, A2, A3) :- '$lambda'(Ps, Body, [A1, A2, A3], Goal), call(Goal).
'>>'(Ps, Body, A1, A2, A3, A4) :- '$lambda'(Ps, Body, [A1, A2, A3, A4], Goal), call(Goal).
'>>'(Ps, Body, A1, A2, A3, A4, A5) :- '$lambda'(Ps, Body, [A1, A2, A3, A4, A5], Goal), call(Goal).
'>>'(Ps, Body, A1, A2, A3, A4, A5, A6) :- '$lambda'(Ps, Body, [A1, A2, A3, A4, A5, A6], Goal), call(Goal).
'>>'(Ps, Body, A1, A2, A3, A4, A5, A6, A7) :- '$lambda'(Ps, Body, [A1, A2, A3, A4, A5, A6, A7], Goal), call(Goal).

'$lambda'(Ps0, Body0, Arguments, Goal) :-
    copy_term_nat(Ps0>>Body0, Ps1>>Body1),
    (   nonvar(Ps0), Ps0 = Free/_ -> Ps1 = Free/Parameters ; Parameters = Ps1 ),
    '$lambda_bind'(Parameters, Arguments, Rest),
    (   Rest == [] -> Goal = Body1 ; Body1 =.. Parts, append(Parts, Rest, All), Goal =.. All ).

'$lambda_bind'([P|Ps], [A|As], Rest) :- !, P = A, '$lambda_bind'(Ps, As, Rest).
'$lambda_bind'(_, Rest, Rest).
