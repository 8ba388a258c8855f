% What programs need besides lists: assertions, types, counted solutions, messages, listings.

assertion(Goal) :- \+ \+ catch(Goal, _, fail), !.
assertion(Goal) :- throw(error(assertion_failed(Goal), _)).

is_of_type(Type, Term) :- catch('$must_be'(Type, Term), error(Formal, _), true), '$of_type'(Formal).

'$of_type'(Formal) :- var(Formal), !.
'$of_type'(existence_error(Kind, Type)) :- throw(error(existence_error(Kind, Type), _)).

limit(Count, Goal) :-
    '$must_be'(nonneg, Count),
    Count > 0,
    '$counter'(Counter),
    call(Goal),
    '$counted'(Counter, N),
    ( N =:= Count -> ! ; true ).

call_nth(Goal, Nth) :-
    var(Nth), !,
    '$counter'(Counter),
    call(Goal),
    '$counted'(Counter, Nth).
call_nth(Goal, Nth) :-
    '$must_be'(nonneg, Nth),
    Nth > 0,
    '$counter'(Counter),
    call(Goal),
    '$counted'(Counter, N),
    N =:= Nth, !.

nb_current(Key, Value) :- '$nb_current'(Key, Value).

gensym(Base, Name) :- '$gensym'(Base, Name).

compound_name_arguments(Term, Name, Arguments) :-
    (   compound(Term) -> Term =.. [Name|Arguments]
    ;   var(Term) -> Term =.. [Name|Arguments], '$must_be'(compound, Term)
    ;   throw(error(type_error(compound, Term), _))
    ).

compound_name_arity(Term, Name, Arity) :-
    (   compound(Term) -> functor(Term, Name, Arity)
    ;   var(Term) -> functor(Term, Name, Arity), '$must_be'(compound, Term)
    ;   throw(error(type_error(compound, Term), _))
    ).

term_hash(Term, Hash) :- ( ground(Term) -> '$term_hash'(Term, Hash) ; true ).

normalize_space(Out, Input) :-
    split_string(Input, " \t\n\r\f", " \t\n\r\f", Parts0),
    '$not_empty'(Parts0, Parts),
    atomic_list_concat(Parts, ' ', Text),
    '$output_sink'(Out, Text).

'$not_empty'([], []).
'$not_empty'([Part|Parts], Rest) :-
    ( string_length(Part, 0) -> Rest = More ; Rest = [Part|More] ),
    '$not_empty'(Parts, More).

nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|Rest]) :- nextto(X, Y, Rest).

proper_length(List, Length) :- is_list(List), length(List, Length).

clumped(Items, Counts) :- '$must_be_list'(Items), '$clumped'(Items, Counts).

'$clumped'([], []).
'$clumped'([Item|Items], [Item-N|Counts]) :- '$clump'(Items, Item, 1, N, Rest), '$clumped'(Rest, Counts).

'$clump'([Next|Items], Item, N0, N, Rest) :- Next == Item, !, N1 is N0 + 1, '$clump'(Items, Item, N1, N, Rest).
'$clump'(Rest, _, N, N, Rest).

convlist(Goal, List, Results) :- '$convlist'(List, Goal, Results).

'$convlist'([], _, []).
'$convlist'([X|Xs], Goal, Results) :-
    ( call(Goal, X, Y) -> Results = [Y|More] ; Results = More ),
    '$convlist'(Xs, Goal, More).

% Messages go to the output; what only informs is silent.
print_message(Kind, Message) :- ( nonvar(Kind), '$message_prefix'(Kind, Prefix) -> '$print_message'(Prefix, Message) ; true ).

'$message_prefix'(error, 'ERROR: ').
'$message_prefix'(warning, 'Warning: ').
'$message_prefix'(help, '').

'$print_message'(Prefix, Message) :- nonvar(Message), Message = format(Format, Arguments), !, write(Prefix), format(Format, Arguments), nl.
'$print_message'(Prefix, Message) :- write(Prefix), print(Message), nl.

% Clauses as text that reads back.
portray_clause(Clause) :-
    \+ \+ ( copy_term_nat(Clause, Copy), numbervars(Copy, 0, _), '$portray_clause'(Copy) ).

'$portray_clause'((Head :- true)) :- !, '$portray'(Head, 1199), write('.'), nl.
'$portray_clause'((Head :- Body)) :- !, '$portray'(Head, 1199), write(' :-'), nl, '$portray_body'(Body, 1), write('.'), nl.
'$portray_clause'((:- Directive)) :- !, write(':- '), '$portray'(Directive, 1199), write('.'), nl.
'$portray_clause'(Fact) :- '$portray'(Fact, 1199), write('.'), nl.

'$portray'(Term, Priority) :- write_term(Term, [quoted(true), numbervars(true), priority(Priority), spacing(next_argument)]).

'$portray_body'((A, B), Depth) :- !, '$portray_body'(A, Depth), write(','), nl, '$portray_body'(B, Depth).
'$portray_body'((C -> T ; E), Depth) :- !,
    Inner is Depth + 1,
    '$portray_indent'(Depth), write('('), nl,
    '$portray_body'(C, Inner), nl,
    '$portray_indent'(Depth), write('->'), nl,
    '$portray_body'(T, Inner), nl,
    '$portray_indent'(Depth), write(';'), nl,
    '$portray_body'(E, Inner), nl,
    '$portray_indent'(Depth), write(')').
'$portray_body'((A ; B), Depth) :- !,
    Inner is Depth + 1,
    '$portray_indent'(Depth), write('('), nl,
    '$portray_body'(A, Inner), nl,
    '$portray_indent'(Depth), write(';'), nl,
    '$portray_body'(B, Inner), nl,
    '$portray_indent'(Depth), write(')').
'$portray_body'(Goal, Depth) :- '$portray_indent'(Depth), '$portray'(Goal, 999).

'$portray_indent'(Depth) :- Columns is 4 * Depth, tab(Columns).

listing(Spec) :- var(Spec), !, throw(error(instantiation_error, _)).
listing(Name/Arity) :- !, forall(current_predicate(Name/Arity), '$listing'(Name, Arity)).
listing(Name) :- forall(current_predicate(Name/Arity), '$listing'(Name, Arity)).

'$listing'(Name, Arity) :-
    functor(Head, Name, Arity),
    ( predicate_property(Head, dynamic) -> '$portray_clause'((:- dynamic(Name/Arity))), nl ; true ),
    forall('$clause'(Head, Body), portray_clause((Head :- Body))),
    nl.
