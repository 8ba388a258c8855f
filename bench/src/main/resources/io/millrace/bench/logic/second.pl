% 100,000 facts, found by their second argument.
:- dynamic owner/3.

run :- retractall(owner(_, _, _)), fill(100000), look(100000), retractall(owner(_, _, _)).

fill(0) :- !.
fill(N) :- M is N mod 7, assertz(owner(M, N, x)), N1 is N - 1, fill(N1).

look(0) :- !.
look(N) :- owner(M, N, _), M =:= N mod 7, N1 is N - 1, look(N1).
