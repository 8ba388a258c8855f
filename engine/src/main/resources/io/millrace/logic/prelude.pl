% The part of the library that is written in Prolog. A program may define any of these predicates anew.

append([], L, L).
append([H|T], L, [H|R]) :- append(T, L, R).

member(X, [H|T]) :- '$member'(T, X, H).

'$member'(_, X, X).
'$member'([H|T], X, _) :- '$member'(T, X, H).

memberchk(X, L) :- member(X, L), !.
