% SEND + MORE = MONEY, digit by digit with carries.
digit(X, [X|T], T).
digit(X, [H|T], [H|R]) :- digit(X, T, R).

column(A, B, In, Sum, Out) :- S is A + B + In, Sum is S mod 10, Out is S // 10.

money([S,E,N,D,M,O,R,Y]) :-
    Ds = [0,1,2,3,4,5,6,7,8,9],
    digit(D, Ds, D1), digit(E, D1, D2), column(D, E, 0, Y, C1), digit(Y, D2, D3),
    digit(N, D3, D4), digit(R, D4, D5), column(N, R, C1, E, C2),
    digit(O, D5, D6), column(E, O, C2, N, C3),
    digit(S, D6, D7), S > 0, digit(M, D7, _), M > 0, column(S, M, C3, O, M).

all(0) :- !.
all(N) :- money(_), N1 is N - 1, all(N1).

run :- all(60).
