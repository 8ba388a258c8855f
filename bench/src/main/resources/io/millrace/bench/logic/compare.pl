% Comparison and sorting of long terms that are equal, or nearly so.
run :-
    numlist(1, 20000, L),
    copies(50, L, Ls),
    msort(Ls, Sorted),
    length(Sorted, 50),
    same(200, L).

copies(0, _, []) :- !.
copies(N, L, [C|Cs]) :- copy_term(L, C0), append(C0, [], C), N1 is N - 1, copies(N1, L, Cs).

same(0, _) :- !.
same(N, L) :- append(L, [], C), C == L, compare(=, L, C), N1 is N - 1, same(N1, L).
