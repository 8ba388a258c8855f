% aggregate_all/3,4: what findall/3 finds, counted, added up, compared or collected.

aggregate_all(Template, _, _) :- var(Template), !, throw(error(instantiation_error, _)).
aggregate_all(count, Goal, Count) :- !, findall(x, Goal, All), length(All, Count).
aggregate_all(count(T), Goal, Count) :- !, findall(T, Goal, All), length(All, Count).
aggregate_all(sum(E), Goal, Sum) :- !, findall(E, Goal, All), sum_list(All, Sum).
aggregate_all(bag(E), Goal, Bag) :- !, findall(E, Goal, Bag).
aggregate_all(set(E), Goal, Set) :- !, findall(E, Goal, Bag), sort(Bag, Set).
aggregate_all(max(E), Goal, Max) :- !, findall(E, Goal, [H|T]), M is H, '$max_list'(T, M, Max).
aggregate_all(min(E), Goal, Min) :- !, findall(E, Goal, [H|T]), M is H, '$min_list'(T, M, Min).
aggregate_all(max(E, W), Goal, max(Max, Witness)) :- !,
    findall(E-W, Goal, [H|T]), '$valued'(H, First), '$best'(T, >, First, Max-Witness).
aggregate_all(min(E, W), Goal, min(Min, Witness)) :- !,
    findall(E-W, Goal, [H|T]), '$valued'(H, First), '$best'(T, <, First, Min-Witness).
aggregate_all(Template, Goal, Result) :-
    compound(Template), !,
    Template =.. [Name|Parts],
    '$aggregate_values'(Parts, Values),
    findall(Values, Goal, Rows),
    '$aggregate_columns'(Parts, Rows, Results),
    Result =.. [Name|Results].
aggregate_all(Template, _, _) :- throw(error(domain_error(aggregate_template, Template), _)).

aggregate_all(Template, Discriminator, Goal, Result) :-
    findall(Discriminator-Template, Goal, All),
    sort(1, @<, All, Distinct),
    aggregate_all(Template, member(Discriminator-Template, Distinct), Result).

'$valued'(E-W, V-W) :- V is E.

'$best'([], _, Best, Best).
'$best'([E-W|T], Order, V0-W0, Best) :-
    V is E,
    ( '$better'(Order, V, V0) -> '$best'(T, Order, V-W, Best) ; '$best'(T, Order, V0-W0, Best) ).

'$better'(>, A, B) :- A > B.
'$better'(<, A, B) :- A < B.

% One solution as a row with a term for each part of the template; then each column is aggregated by itself.
'$aggregate_values'([], []).
'$aggregate_values'([Part|Parts], [Value|Values]) :-
    (   nonvar(Part), '$aggregate_value'(Part, Value) -> true
    ;   throw(error(domain_error(aggregate_template, Part), _))
    ),
    '$aggregate_values'(Parts, Values).

'$aggregate_value'(count, x).
'$aggregate_value'(count(X), X).
'$aggregate_value'(sum(X), X).
'$aggregate_value'(bag(X), X).
'$aggregate_value'(set(X), X).
'$aggregate_value'(max(X), X).
'$aggregate_value'(min(X), X).
'$aggregate_value'(max(X, W), X-W).
'$aggregate_value'(min(X, W), X-W).

'$aggregate_columns'([], _, []).
'$aggregate_columns'([Part|Parts], Rows, [Result|Results]) :-
    '$first_column'(Rows, Column, Rest),
    '$aggregate_kind'(Part, V, Template),
    aggregate_all(Template, member(V, Column), Result),
    '$aggregate_columns'(Parts, Rest, Results).

'$first_column'([], [], []).
'$first_column'([[V|Vs]|Rows], [V|Column], [Vs|Rest]) :- '$first_column'(Rows, Column, Rest).

'$aggregate_kind'(count, _, count).
'$aggregate_kind'(count(_), _, count).
'$aggregate_kind'(sum(_), V, sum(V)).
'$aggregate_kind'(bag(_), V, bag(V)).
'$aggregate_kind'(set(_), V, set(V)).
'$aggregate_kind'(max(_), V, max(V)).
'$aggregate_kind'(min(_), V, min(V)).
'$aggregate_kind'(max(_, _), V-W, max(V, W)).
'$aggregate_kind'(min(_, _), V-W, min(V, W)).
