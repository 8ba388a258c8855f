% Recursion a million deep that is no last call.
count(0, 0) :- !.
count(N, S) :- M is N - 1, count(M, T), S is T + 1.

run :- count(1000000, _).
