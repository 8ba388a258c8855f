% A queue in the database: added at one end, taken from the other.
:- dynamic job/2.

run :- retractall(job(_, _)), seed(1000), work(200000), retractall(job(_, _)).

seed(0) :- !.
seed(N) :- assertz(job(N, x)), N1 is N - 1, seed(N1).

work(0) :- !.
work(N) :- retract(job(J, X)), !, K is J + 1, assertz(job(K, X)), N1 is N - 1, work(N1).
