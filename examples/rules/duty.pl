% Rules over the history: who is on duty, and which cases were touched by two people at once.
:- language(history).

initiates(start(_, Who, _), on_duty(Who)).
terminates(end(_, Who, _), on_duty(Who)).

shared(Case, Who, Other) :-
    holds_for(active(_, Who, Case), Start, End),
    holds_for(active(_, Other, Case), Begin, Stop),
    Who @< Other,
    ( Stop == inf ; Start < Stop ),
    ( End == inf ; Begin < End ).
