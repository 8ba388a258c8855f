% Facts that are added, looked up by their first argument, and taken away again.
:- dynamic(fact/2).

fill(N, N) :- !.
fill(I, N) :- assertz(fact(I, x)), J is I + 1, fill(J, N).

look(N, N) :- !.
look(I, N) :- fact(I, x), J is I + 1, look(J, N).

clear(N, N) :- !.
clear(I, N) :- retract(fact(I, _)), J is I + 1, clear(J, N).

facts(N) :- fill(0, N), look(0, N), clear(0, N).

run :- facts(100000).
half :- facts(50000).
