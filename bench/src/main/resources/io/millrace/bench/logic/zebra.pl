% Who owns the zebra: unification of partial structures, with backtracking.
right_of(A, B, [B,A|_]).
right_of(A, B, [_|T]) :- right_of(A, B, T).

beside(A, B, L) :- right_of(A, B, L).
beside(A, B, L) :- right_of(B, A, L).

in(X, [X|_]).
in(X, [_|T]) :- in(X, T).

zebra(Owner) :-
    Hs = [h(_, norwegian, _, _, _), _, h(_, _, _, milk, _), _, _],
    in(h(red, english, _, _, _), Hs),
    in(h(green, _, _, coffee, _), Hs),
    in(h(_, spanish, dog, _, _), Hs),
    in(h(_, ukrainian, _, tea, _), Hs),
    right_of(h(green, _, _, _, _), h(ivory, _, _, _, _), Hs),
    in(h(_, _, snails, _, winston), Hs),
    in(h(yellow, _, _, _, kools), Hs),
    beside(h(_, _, _, _, chesterfield), h(_, _, fox, _, _), Hs),
    beside(h(_, _, _, _, kools), h(_, _, horse, _, _), Hs),
    in(h(_, _, _, juice, lucky), Hs),
    in(h(_, japanese, _, _, parliament), Hs),
    beside(h(_, norwegian, _, _, _), h(blue, _, _, _, _), Hs),
    in(h(_, Owner, zebra, _, _), Hs).

all(0) :- !.
all(N) :- zebra(_), N1 is N - 1, all(N1).

run :- all(1000).
