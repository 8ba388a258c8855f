% All solutions of the eight queens, by selection and test.
queens(N, Qs) :- range(1, N, Ns), place(Ns, [], Qs).

place([], Qs, Qs).
place(Free, Safe, Qs) :- pick(Q, Free, Rest), safe(Q, 1, Safe), place(Rest, [Q|Safe], Qs).

safe(_, _, []).
safe(Q, D, [P|Ps]) :- P =\= Q + D, P =\= Q - D, D1 is D + 1, safe(Q, D1, Ps).

pick(X, [X|T], T).
pick(X, [H|T], [H|R]) :- pick(X, T, R).

range(N, N, [N]) :- !.
range(M, N, [M|T]) :- M < N, M1 is M + 1, range(M1, N, T).

all(0) :- !.
all(N) :- ( queens(8, _), fail ; true ), N1 is N - 1, all(N1).

run :- all(6).
