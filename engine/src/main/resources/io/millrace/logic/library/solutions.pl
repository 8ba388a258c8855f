% bagof/3 and setof/3: the solutions of each instance of the free variables of the goal.

bagof(Template, Goal, Bag) :-
    '$partial_list'(Bag),
    '$free_variables'(Template ^ Goal, Plain, Witness),
    '$bagof'(Witness, Template, Plain, Bag).

'$bagof'(v, Template, Goal, Bag) :- !,
    findall(Template, Goal, All),
    All = [_|_],
    Bag = All.
'$bagof'(Witness, Template, Goal, Bag) :-
    findall(Witness - Template, Goal, All),
    All = [_|_],
    keysort(All, Sorted),
    '$bag'(Sorted, Witness, Bag).

% The first of the sorted pairs and those with a variant of its witness make one bag.
'$bag'([W - T|Pairs], Witness, Bag) :-
    ( ground(W) -> '$run'(Pairs, W, Ts, Others) ; '$variants'(Pairs, W, Ts, Others) ),
    '$bags'(Others, W, [T|Ts], Witness, Bag).

'$bags'([], W, Ts, Witness, Bag) :- !, Witness = W, Bag = Ts.
'$bags'(_, W, Ts, W, Ts).
'$bags'(Others, _, _, Witness, Bag) :- '$bag'(Others, Witness, Bag).

'$run'([V - T|Pairs], W, [T|Ts], Others) :- V == W, !, '$run'(Pairs, W, Ts, Others).
'$run'(Pairs, _, [], Pairs).

'$variants'([], _, [], []).
'$variants'([V - T|Pairs], W, Ts, Others) :-
    (   V =@= W
    ->  V = W,
        Ts = [T|Ts1],
        Others = Others1
    ;   Ts = Ts1,
        Others = [V - T|Others1]
    ),
    '$variants'(Pairs, W, Ts1, Others1).

setof(Template, Goal, Set) :-
    '$partial_list'(Set),
    bagof(Template, Goal, Bag),
    sort(Bag, Set).

predsort(Pred, List, Sorted) :-
    length(List, N),
    (   N < 2
    ->  Sorted = List
    ;   '$predsort'(N, Pred, List, _, Sorted)
    ).

'$predsort'(1, _, [X|L], L, [X]) :- !.
'$predsort'(2, Pred, [X,Y|L], L, Sorted) :- !,
    call(Pred, Order, X, Y),
    '$ordered'(Order, X, Y, Sorted).
'$predsort'(N, Pred, L1, L3, Sorted) :-
    Half is N // 2,
    Rest is N - Half,
    '$predsort'(Half, Pred, L1, L2, Sorted1),
    '$predsort'(Rest, Pred, L2, L3, Sorted2),
    '$predmerge'(Sorted1, Sorted2, Pred, Sorted).

'$ordered'(<, X, Y, [X,Y]).
'$ordered'(=, X, _, [X]).
'$ordered'(>, X, Y, [Y,X]).

'$predmerge'([], L, _, L) :- !.
'$predmerge'(L, [], _, L) :- !.
'$predmerge'([X|Xs], [Y|Ys], Pred, L) :-
    call(Pred, Order, X, Y),
    !,
    '$predmerge'(Order, X, Y, Xs, Ys, Pred, L).

'$predmerge'(<, X, Y, Xs, Ys, Pred, [X|L]) :- '$predmerge'(Xs, [Y|Ys], Pred, L).
'$predmerge'(=, X, _, Xs, Ys, Pred, L) :- '$predmerge'([X|Xs], Ys, Pred, L).
'$predmerge'(>, X, Y, Xs, Ys, Pred, [Y|L]) :- '$predmerge'([X|Xs], Ys, Pred, L).
