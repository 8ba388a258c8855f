% Ordered sets: lists in standard order without equal elements.

list_to_ord_set(List, Set) :- sort(List, Set).

is_ordset(List) :- is_list(List), '$ordered'(List).

'$ordered'([]).
'$ordered'([H|T]) :- '$ordered'(T, H).

'$ordered'([], _).
'$ordered'([H|T], Before) :- Before @< H, '$ordered'(T, H).

ord_empty([]).

ord_add_element(Set, Element, Larger) :- ord_union(Set, [Element], Larger).

ord_del_element(Set, Element, Smaller) :- ord_subtract(Set, [Element], Smaller).

ord_memberchk(Element, [H|T]) :- compare(Order, Element, H), '$ord_memberchk'(Order, Element, T).

'$ord_memberchk'(=, _, _).
'$ord_memberchk'(>, Element, [H|T]) :- compare(Order, Element, H), '$ord_memberchk'(Order, Element, T).

ord_union(Sets, Union) :- append(Sets, All), sort(All, Union).

ord_union([], Set, Set).
ord_union([H1|T1], Set2, Union) :- '$ord_union'(Set2, H1, T1, Union).

'$ord_union'([], H1, T1, [H1|T1]).
'$ord_union'([H2|T2], H1, T1, Union) :- compare(Order, H1, H2), '$ord_union'(Order, H1, T1, H2, T2, Union).

'$ord_union'(<, H1, T1, H2, T2, [H1|U]) :- '$ord_union'(T1, H2, T2, U).
'$ord_union'(=, H1, T1, _, T2, [H1|U]) :- ord_union(T1, T2, U).
'$ord_union'(>, H1, T1, H2, T2, [H2|U]) :- '$ord_union'(T2, H1, T1, U).

ord_union(Set1, Set2, Union, New) :- ord_union(Set1, Set2, Union), ord_subtract(Set2, Set1, New).

ord_subtract([], _, []).
ord_subtract([H1|T1], Set2, Rest) :- '$ord_subtract'(Set2, H1, T1, Rest).

'$ord_subtract'([], H1, T1, [H1|T1]).
'$ord_subtract'([H2|T2], H1, T1, Rest) :- compare(Order, H1, H2), '$ord_subtract'(Order, H1, T1, H2, T2, Rest).

'$ord_subtract'(<, H1, T1, H2, T2, [H1|R]) :- ord_subtract(T1, [H2|T2], R).
'$ord_subtract'(=, _, T1, _, T2, R) :- ord_subtract(T1, T2, R).
'$ord_subtract'(>, H1, T1, _, T2, R) :- '$ord_subtract'(T2, H1, T1, R).

ord_intersection([], _, []).
ord_intersection([H1|T1], Set2, Common) :- '$ord_intersection'(Set2, H1, T1, Common).

'$ord_intersection'([], _, _, []).
'$ord_intersection'([H2|T2], H1, T1, Common) :-
    compare(Order, H1, H2),
    '$ord_intersection'(Order, H1, T1, H2, T2, Common).

'$ord_intersection'(<, _, T1, H2, T2, C) :- ord_intersection(T1, [H2|T2], C).
'$ord_intersection'(=, H, T1, _, T2, [H|C]) :- ord_intersection(T1, T2, C).
'$ord_intersection'(>, H1, T1, _, T2, C) :- '$ord_intersection'(T2, H1, T1, C).

ord_symdiff(Set1, Set2, Difference) :-
    ord_subtract(Set1, Set2, Only1),
    ord_subtract(Set2, Set1, Only2),
    ord_union(Only1, Only2, Difference).

ord_subset(Sub, Set) :- ord_subtract(Sub, Set, []).

ord_disjoint(Set1, Set2) :- ord_intersection(Set1, Set2, []).

ord_intersect(Set1, Set2) :- \+ ord_disjoint(Set1, Set2).

ord_seteq(Set1, Set2) :- Set1 == Set2.
