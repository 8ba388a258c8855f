% Symbolic derivatives of some expressions.
d(U + V, X, DU + DV) :- !, d(U, X, DU), d(V, X, DV).
d(U - V, X, DU - DV) :- !, d(U, X, DU), d(V, X, DV).
d(U * V, X, DU * V + U * DV) :- !, d(U, X, DU), d(V, X, DV).
d(U / V, X, (DU * V - U * DV) / V ^ 2) :- !, d(U, X, DU), d(V, X, DV).
d(U ^ N, X, DU * N * U ^ M) :- integer(N), !, M is N - 1, d(U, X, DU).
d(-U, X, -DU) :- !, d(U, X, DU).
d(exp(U), X, exp(U) * DU) :- !, d(U, X, DU).
d(log(U), X, DU / U) :- !, d(U, X, DU).
d(X, X, 1) :- !.
d(_, _, 0).

expression((x + 1) * (x ^ 2 + 2) * (x ^ 3 + 3)).
expression(x / x / x / x / x / x / x / x / x / x).
expression(log(log(log(log(log(log(log(log(log(log(x))))))))))).
expression(x * x * x * x * x * x * x * x * x * x).
expression(exp(x ^ 2 - 3 * x + 1) / (x ^ 4 + log(x))).

all(0) :- !.
all(N) :- ( expression(E), d(E, x, _), fail ; true ), N1 is N - 1, all(N1).

run :- all(40000).
