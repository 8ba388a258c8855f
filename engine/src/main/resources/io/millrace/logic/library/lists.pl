% Lists. A program may define any of these predicates anew. The list that decides which clause is meant comes first in
% the auxiliary predicates, so that a call leaves no choice point behind.

append([], L, L).
append([H|T], L, [H|R]) :- append(T, L, R).

append(Lists, List) :- '$must_be_list'(Lists), '$append'(Lists, List).

'$append'([], []).
'$append'([L|Ls], List) :- append(L, Rest, List), '$append'(Ls, Rest).

member(X, [H|T]) :- '$member'(T, X, H).

'$member'(_, X, X).
'$member'([H|T], X, _) :- '$member'(T, X, H).

memberchk(X, L) :- member(X, L), !.

reverse(List, Reversed) :- '$reverse'(List, [], Reversed).

'$reverse'([], L, L).
'$reverse'([H|T], Before, L) :- '$reverse'(T, [H|Before], L).

nth0(Index, List, Element) :- '$nth'(Index, 0, List, Element).
nth1(Index, List, Element) :- '$nth'(Index, 1, List, Element).

'$nth'(Index, First, List, Element) :- integer(Index), !,
    Skip is Index - First,
    Skip >= 0,
    '$nth_element'(Skip, List, Element).
'$nth'(Index, First, [H|T], Element) :- var(Index), !,
    '$nth_any'(T, Element, H, First, Index).
'$nth'(Index, _, _, _) :- var(Index), !, fail.
'$nth'(Index, _, _, _) :- throw(error(type_error(integer, Index), _)).

'$nth_element'(0, [E|_], Element) :- !, E = Element.
'$nth_element'(Skip, [_|T], Element) :- Less is Skip - 1, '$nth_element'(Less, T, Element).

'$nth_any'(_, E, E, I, I).
'$nth_any'([H|T], E, _, I0, I) :- I1 is I0 + 1, '$nth_any'(T, E, H, I1, I).

nth0(Index, List, Element, Rest) :- '$nth'(Index, 0, List, Element, Rest).
nth1(Index, List, Element, Rest) :- '$nth'(Index, 1, List, Element, Rest).

'$nth'(Index, First, List, Element, Rest) :- integer(Index), !,
    Skip is Index - First,
    Skip >= 0,
    '$nth_delete'(Skip, List, Element, Rest).
'$nth'(Index, First, List, Element, Rest) :- var(Index), !,
    '$nth_insert'(List, Element, Rest, First, Index).
'$nth'(Index, _, _, _, _) :- throw(error(type_error(integer, Index), _)).

'$nth_delete'(0, List, Element, Rest) :- !, List = [Element|Rest].
'$nth_delete'(Skip, [H|T], Element, [H|Rest]) :- Less is Skip - 1, '$nth_delete'(Less, T, Element, Rest).

'$nth_insert'([E|T], E, T, I, I).
'$nth_insert'([H|T], E, [H|R], I0, I) :- I1 is I0 + 1, '$nth_insert'(T, E, R, I1, I).

last([H|T], Last) :- '$last'(T, H, Last).

'$last'([], Last, Last).
'$last'([H|T], _, Last) :- '$last'(T, H, Last).

sum_list(List, Sum) :- '$sum_list'(List, 0, Sum).

'$sum_list'([], Sum, Sum).
'$sum_list'([H|T], Sum0, Sum) :- Sum1 is Sum0 + H, '$sum_list'(T, Sum1, Sum).

sumlist(List, Sum) :- sum_list(List, Sum).

max_list([H|T], Max) :- '$max_list'(T, H, Max).

'$max_list'([], Max, Max).
'$max_list'([H|T], Max0, Max) :- Max1 is max(Max0, H), '$max_list'(T, Max1, Max).

min_list([H|T], Min) :- '$min_list'(T, H, Min).

'$min_list'([], Min, Min).
'$min_list'([H|T], Min0, Min) :- Min1 is min(Min0, H), '$min_list'(T, Min1, Min).

max_member(Max, [H|T]) :- '$max_member'(T, H, Max).

'$max_member'([], Max, Max).
'$max_member'([H|T], Max0, Max) :- ( H @> Max0 -> '$max_member'(T, H, Max) ; '$max_member'(T, Max0, Max) ).

min_member(Min, [H|T]) :- '$min_member'(T, H, Min).

'$min_member'([], Min, Min).
'$min_member'([H|T], Min0, Min) :- ( H @< Min0 -> '$min_member'(T, H, Min) ; '$min_member'(T, Min0, Min) ).

numlist(Low, High, List) :-
    '$must_be_integer'(Low),
    '$must_be_integer'(High),
    High >= Low,
    '$numlist'(Low, High, List).

'$numlist'(High, High, List) :- !, List = [High].
'$numlist'(Low, High, [Low|T]) :- Next is Low + 1, '$numlist'(Next, High, T).

select(X, [H|T], R) :- '$select'(T, H, X, R).

'$select'(T, X, X, T).
'$select'([H2|T], H, X, [H|R]) :- '$select'(T, H2, X, R).

selectchk(X, List, Rest) :- select(X, List, Rest), !.

select(X, Xs, Y, Ys) :- '$select4'(Xs, X, Y, Ys).

'$select4'([X|T], X, Y, [Y|T]).
'$select4'([H|T], X, Y, [H|T2]) :- '$select4'(T, X, Y, T2).

delete([], _, []).
delete([H|T], X, R) :- ( H \= X -> R = [H|R1] ; R = R1 ), delete(T, X, R1).

subtract([], _, []).
subtract([H|T], L, R) :- ( memberchk(H, L) -> R = R1 ; R = [H|R1] ), subtract(T, L, R1).

intersection([], _, []).
intersection([H|T], L, R) :- ( memberchk(H, L) -> R = [H|R1] ; R = R1 ), intersection(T, L, R1).

union([], L, L).
union([H|T], L, R) :- ( memberchk(H, L) -> R = R1 ; R = [H|R1] ), union(T, L, R1).

subset([], _).
subset([H|T], L) :- memberchk(H, L), subset(T, L).

permutation(Xs, Ys) :-
    '$skip_list'(Xs, XsLength, XsTail),
    '$skip_list'(Ys, YsLength, YsTail),
    (   XsTail == [], YsTail == [] -> XsLength == YsLength
    ;   var(XsTail), YsTail == [] -> length(Xs, YsLength)
    ;   XsTail == [] -> length(Ys, XsLength)
    ;   var(XsTail), var(YsTail) -> length(Xs, N), length(Ys, N)
    ;   '$must_be_list'(Xs), '$must_be_list'(Ys)
    ),
    '$permutation'(Xs, Ys).

'$permutation'([], []).
'$permutation'(List, [First|Perm]) :- select(First, List, Rest), '$permutation'(Rest, Perm).

% The length of a list up to the tail that is no list cell, and that tail.
'$skip_list'(List, Length, Tail) :- '$skip_list'(List, 0, Length, Tail).

'$skip_list'(List, N0, N, Tail) :- nonvar(List), List = [_|T], !, N1 is N0 + 1, '$skip_list'(T, N1, N, Tail).
'$skip_list'(Tail, N, N, Tail).

flatten(List, Flat) :- '$flatten'(List, [], Flat0), !, Flat = Flat0.

'$flatten'(Var, Tail, [Var|Tail]) :- var(Var), !.
'$flatten'([], Tail, Tail) :- !.
'$flatten'([H|T], Tail, Flat) :- !, '$flatten'(H, Flat1, Flat), '$flatten'(T, Tail, Flat1).
'$flatten'(Atom, Tail, [Atom|Tail]).

% The first of equal elements stays; numbering and sorting keeps this from being quadratic.
list_to_set(List, Set) :-
    '$must_be_list'(List),
    '$number_elements'(List, 1, Numbered),
    sort(1, @=<, Numbered, ByElement),
    '$first_of_equals'(ByElement, Firsts),
    sort(2, @=<, Firsts, InOrder),
    pairs_keys(InOrder, Set).

'$number_elements'([], _, []).
'$number_elements'([H|T], N, [H-N|R]) :- N1 is N + 1, '$number_elements'(T, N1, R).

'$first_of_equals'([], []).
'$first_of_equals'([K-N|T], [K-N|R]) :- '$drop_equals'(T, K, Rest), '$first_of_equals'(Rest, R).

'$drop_equals'([K2-_|T], K, Rest) :- K2 == K, !, '$drop_equals'(T, K, Rest).
'$drop_equals'(Rest, _, Rest).

is_set(List) :- is_list(List), length(List, N), sort(List, Sorted), length(Sorted, N).

subseq([], [], []).
subseq([H|T], Sub, Rest) :- '$subseq'(Sub, Rest, H, T).

'$subseq'(Sub, [H|Rest], H, T) :- subseq(T, Sub, Rest).
'$subseq'([H|Sub], Rest, H, T) :- subseq(T, Sub, Rest).

same_length([], []).
same_length([_|T1], [_|T2]) :- same_length(T1, T2).

pairs_keys_values([], [], []).
pairs_keys_values([K-V|T], [K|Ks], [V|Vs]) :- pairs_keys_values(T, Ks, Vs).

pairs_keys([], []).
pairs_keys([K-_|T], [K|Ks]) :- pairs_keys(T, Ks).

pairs_values([], []).
pairs_values([_-V|T], [V|Vs]) :- pairs_values(T, Vs).
