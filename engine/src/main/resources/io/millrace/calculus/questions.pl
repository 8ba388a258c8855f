% The event calculus over a history, and questions that people ask.
%
% happened/2, holds_at/2, holds_for/3, initiates/2 and terminates/2 speak of what was recorded, and of what the rules that were
% deployed or given make of it. Times are numbers, now, today, last(friday), ISO texts, and sums and differences of these.

happened(Event, Time) :- happened(Event, Time, _).

happened(Event, Time, Recorded) :-
    nonvar(Time), !,
    '$time'(Time, At),
    '$happened'(Event, At, Recorded, _).
happened(Event, Time, Recorded) :- '$happened'(Event, Time, Recorded, _).

holds_at(Fluent, Time) :- '$holds_at'(Fluent, Time).
holds_at(Fluent, Time) :-
    '$ruled'(Fluent),
    '$time'(Time, At),
    '$period'(Fluent, Start, End),
    Start =< At,
    '$before'(At, End).

% What held when a moment began or at some place within it, however short.
held_at(Fluent, Time) :- holds_at(Fluent, Time).
held_at(Fluent, Time) :-
    '$time'(Time, At),
    '$happened'(_, At, _, Id),
    '$caused'(_, Fluent, terminates, Id).

holds_for(Fluent, Start, End) :- '$holds_for'(Fluent, Start, End).
holds_for(Fluent, Start, End) :-
    '$ruled'(Fluent),
    '$period'(Fluent, Start, End).

holds_for(Fluent, Start-End) :- holds_for(Fluent, Start, End).

holds_now(Fluent) :- holds_at(Fluent, now).

now(Time) :- '$now'(Time).

initiates(Event, Fluent) :- '$caused'(Event, Fluent, initiates, _).
initiates(Event, Fluent) :- '$initiates'(Event, Fluent).

terminates(Event, Fluent) :- '$caused'(Event, Fluent, terminates, _).
terminates(Event, Fluent) :- '$terminates'(Event, Fluent).

% Events by binary predicates: an event is ev(Case, Turn, Place).

event(Id) :- '$happened'(_, _, _, Id).
act(Id, Name) :- '$happened'(Event, _, _, Id), functor(Event, Name, _).
actor(Id, Who) :- '$happened'(Event, _, _, Id), '$actor'(Event, Who).
task(Id, Task) :- '$happened'(Event, _, _, Id), '$task'(Event, Task).
of(Id, Case) :- '$happened'(_, _, _, Id), arg(1, Id, Case).
time(Id, Time) :- '$happened'(_, Time, _, Id).
argument(Id, Number, Value) :- '$happened'(Event, _, _, Id), compound(Event), arg(Number, Event, Value).

'$actor'(start(_, Who, _), Who).
'$actor'(end(_, Who, _), Who).
'$actor'(fail(_, Who, _), Who).
'$actor'(assign(Who, _, _), Who).
'$actor'(release(Who, _, _), Who).

'$task'(offer(Task, _), Task).
'$task'(start(Task, _, _), Task).
'$task'(end(Task, _, _), Task).
'$task'(fail(Task, _, _), Task).
'$task'(withdraw(Task, _, _), Task).
'$task'(assign(_, Task, _), Task).
'$task'(release(_, Task, _), Task).

% Floats of microseconds are a little beside them.
'$between'(Start, End, Seconds) :- Micros is round((End - Start) * 1000000), ( Micros mod 1000000 =:= 0 -> Seconds is Micros // 1000000 ; Seconds is Micros / 1000000 ).

% What rules make of events.

'$before'(_, inf) :- !.
'$before'(Time, End) :- Time < End.

'$occurs'(Event, Key) :-
    nonvar(Event), Event = ev(_, _, _), !,
    '$happened'(_, Time, Recorded, Event),
    Key = key(Time, Recorded, Event).
'$occurs'(Event, key(Time, Recorded, Id)) :- '$happened'(Event, Time, Recorded, Id).

'$period'(Fluent, Start, End) :-
    findall(Fluent, ('$initiates'(Event, Fluent), '$occurs'(Event, _)), All),
    sort(All, Fluents),
    member(Fluent, Fluents),
    findall(Key-on, ('$initiates'(Event, Fluent), '$occurs'(Event, Key)), On),
    findall(Key-off, ('$terminates'(Event, Fluent), '$occurs'(Event, Key)), Off),
    append(On, Off, Edges),
    msort(Edges, Sorted),
    '$periods'(Sorted, out, Periods),
    member(Start-End, Periods).

'$periods'([], out, []).
'$periods'([], in(Start), [Start-inf]).
'$periods'([key(Time, _, _)-Edge | Edges], State, Periods) :- '$edge'(Edge, Time, State, Next, Periods, Rest), '$periods'(Edges, Next, Rest).

'$edge'(on, Time, out, in(Time), Periods, Periods).
'$edge'(on, _, in(Start), in(Start), Periods, Periods).
'$edge'(off, _, out, out, Periods, Periods).
'$edge'(off, Time, in(Start), out, Periods, Rest) :- ( Start < Time -> Periods = [Start-Time | Rest] ; Periods = Rest ).

% What is known of cases and people.

process(Case, Process) :- process(Case, Process, _).
process(Case, Process, Version) :- holds_now(process(Case, Process, Version)).
key(Case, Key) :- holds_now(key(Case, Key)).
parent(Case, Parent) :- holds_now(parent(Case, Parent)).
participant(Name) :- holds_now(participant(Name)).
role(Name, Role) :- holds_now(role(Name, Role)).
data(Case, Name, Value) :- holds_now(data(Case, Name, Value)).

% Who has this work, and for how many seconds.
has(Who, Task, Case, Seconds) :- holds_for(active(Task, Who, Case), Since, inf), now(Now), '$between'(Since, Now, Seconds).

% What waits, for whom, and for how many seconds.
waits(Task, Who, Case, Seconds) :- holds_for(waiting(Task, Who, Case), Since, inf), now(Now), '$between'(Since, Now, Seconds).

% What was open at a time: open_at(last(friday) + 12h, Task, Who, Case).
open_at(Time, Task, Who, Case) :- holds_at(waiting(Task, Who, Case), Time).
open_at(Time, Task, Who, Case) :- holds_at(active(Task, Who, Case), Time).
open_at(Time, Task, Who, Case) :- holds_at(suspended(Task, Who, Case), Time).

open_now(Task, Who, Case) :- open_at(now, Task, Who, Case).

% Who did what, and who did both of two tasks in a case.
did(Who, Task, Case) :- happened(end(Task, Who, Case), _).
did_both(Who, Task, Other, Case) :-
    ( var(Case) -> did(Who, Task, Case), did(Who, Other, Case) ; did(Who, Task, Case), did(Who, Other, Case) ),
    Task \== Other.

% How long work was done, and how long it had waited before, in seconds.
worked(Who, Task, Case, Seconds) :- holds_for(active(Task, Who, Case, _), Start, End), End \== inf, '$between'(Start, End, Seconds).
waited(Task, Case, Seconds) :-
    findall(wait(Task, Case, Item, Start, End), (holds_for(waiting(Task, _, Case, _, Item), Start, End), End \== inf), All),
    sort(All, Waits),
    member(wait(Task, Case, _, Start, End), Waits),
    '$between'(Start, End, Seconds).

% Averages, in seconds.
average_waiting(Task, Seconds) :-
    findall(Task-Wait, waited(Task, _, Wait), Pairs),
    '$average'(Pairs, Task, Seconds).
average_waiting(Task, Role, Seconds) :-
    findall(Task/Role-Wait, (holds_for(waiting(Task, role(Role), _), Start, End), End \== inf, '$between'(Start, End, Wait)), Pairs),
    '$average'(Pairs, Task/Role, Seconds).
average_working(Task, Seconds) :-
    findall(Task-Work, worked(_, Task, _, Work), Pairs),
    '$average'(Pairs, Task, Seconds).

'$average'(Pairs, Key, Average) :-
    findall(Key, member(Key-_, Pairs), All),
    sort(All, Keys),
    member(Key, Keys),
    findall(Value, member(Key-Value, Pairs), Values),
    '$sum'(Values, 0, Sum),
    length(Values, Count),
    Average is Sum / Count.

'$sum'([], Sum, Sum).
'$sum'([Value | Values], Before, Sum) :- Next is Before + Value, '$sum'(Values, Next, Sum).

% How long cases took from begin to end, in seconds.
took(Case, Seconds) :-
    happened(begin(Case, _), Start),
    ( happened(complete(Case), End) ; happened(fail(Case, _), End) ; happened(cancel(Case, _), End) ),
    '$between'(Start, End, Seconds).

% Which work should have been done by now.
late(Case, Task, Who, Due) :- holds_now(due(Case, Task, Due)), now(Now), Due < Now, open_now(Task, Who, Case).
