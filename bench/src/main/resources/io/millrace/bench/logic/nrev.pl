% Naive reverse of a list of 400 elements.
nrev([], []).
nrev([H|T], R) :- nrev(T, S), app(S, [H], R).

app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).

range(N, N, [N]) :- !.
range(M, N, [M|T]) :- M < N, M1 is M + 1, range(M1, N, T).

bench(0) :- !.
bench(N) :- range(1, 400, L), nrev(L, _), N1 is N - 1, bench(N1).

run :- bench(60).
