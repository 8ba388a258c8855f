% The axioms of the event calculus paper, written down literally, with the deterministic reading: one event at a time is
% recorded, by the first rule that derives a new one, in the order H7, H1, H3, H4, H2, H5, H6. Repairs: a waiting property
% begins at its timestamp, and H6 has the test of H5 for work that waits longer.
:- dynamic(happened/4).   % happened(Event, Time, Number, Rule)
:- dynamic(count/1).
:- dynamic(external/2).   % external(Event, Time), in order
count(0).

record(Event, T, Rule) :-
    retract(count(N)), M is N + 1, assertz(count(M)), assertz(happened(Event, T, M, Rule)).

happened(Event, T) :- happened(Event, T, _, _).

% Section 2.
holds_at(waiting(Act, Ag, W, T1), T) :- !,
    waits(Act, Ag, W, T1), T1 =< T, \+ broken(waiting(Act, Ag, W, T1), T1, T).
holds_at(P, T) :- happened(Ev, T1), T1 =< T, initiated(Ev, P), \+ broken(P, T1, T).
broken(P, T1, T2) :- happened(Ev, T), T1 =< T, T =< T2, terminated(Ev, P).

% Section 5.1: AxIT1 to AxIT7, AxIT9, AxIT10.
initiated(start(A, Ag, W), active(A, Ag, W)).
initiated(end(A, Ag, W), completed(A, Ag, W)).
initiated(assign(Ag, A, W), assigned(Ag, A, W)).
initiated(release(Ag, _, _), idle(Ag)).
initiated(free_agent(Ag), idle(Ag)).
initiated(Ev, P) :- initiates(Ev, P).
terminated(end(A, Ag, W), active(A, Ag, W)).
terminated(assign(Ag, _, _), idle(Ag)).
terminated(release(Ag, A, W), assigned(Ag, A, W)).
terminated(assign(_, A, W), waiting(A, _, W, _)).
terminated(Ev, P) :- terminates(Ev, P).

% AxIT8 and AxIT11.
waits(Act, Ag, W, T) :- follows(A1, Act, W, T), happened(release(_, A1, W), _), qualified(Ag, Act, _).
waits(Act, Ag, W, T) :-
    happened(Ev, T), starts(Ev, W), initial_activity(Act), set_execution(Act, W), qualified(Ag, Act, _).
set_execution(act(_, W), W).

% Section 4: AxS1 to AxS8.
follows(A, B, W, T) :- happened(end(A, _, W), T), sequential(A, B).
follows(A, B, W, T) :- happened(end(A, _, W), T), and_split(A, L), member(B, L).
follows(A, B, W, T) :-
    and_join(L, B), happened(end(X, _, W), _), member(X, L),
    findall(Act-End, (member(Act, L), happened(end(Act, _, W), End)), Pairs),
    length(L, N), length(Pairs, N), latest(Pairs, A, T).
follows(A, B, W, T) :-
    happened(end(A, _, W), T1), xor_split(A, Ways), member((B, Cond), Ways),
    happened(Ev, T2), initiates(Ev, Cond), T is max(T1, T2), holds_at(Cond, T).
follows(A, B, W, T) :- happened(end(A, _, W), T), xor_join(L, B), member(A, L).
follows(A, Init, W, T) :-
    happened(end(A, _, W), T), serial(A, Block), initial(Block, Init), set_iteration(Init, 1).
follows(Fin, B, W, T) :-
    happened(end(Fin, _, W), T), final(Block, Fin), serial(Block, B, Cond), \+ holds_at(Cond, T).
follows(Fin, Init, W, T) :-
    happened(end(Fin, _, W), T), final(Block, Fin), serial(Block, _, Cond), holds_at(Cond, T),
    initial(Block, Init), get_iteration(Fin, I), J is I + 1, set_iteration(Init, J).
% A loop that is checked before its first iteration.
follows(A, Init, W, T) :-
    happened(end(A, _, W), T), serial(A, Block, Cond), A = act(_, _), holds_at(Cond, T), initial(Block, Init), set_iteration(Init, 1).
follows(A, B, W, T) :-
    happened(end(A, _, W), T), serial(A, Block, Cond), A = act(_, _), \+ holds_at(Cond, T), serial(Block, B).
follows(Fin, B, W, T) :-
    happened(end(Fin, _, W), T), final(Block, Fin), serial(_, Block, Cond), \+ holds_at(Cond, T), serial(Block, B).
follows(Fin, Init, W, T) :-
    happened(end(Fin, _, W), T), final(Block, Fin), serial(_, Block, Cond), holds_at(Cond, T),
    initial(Block, Init), get_iteration(Fin, I), J is I + 1, set_iteration(Init, J).

latest([A-T|Rest], Act, End) :- latest(Rest, A, T, Act, End).
latest([], A, T, A, T).
latest([A1-T1|Rest], _, T, Act, End) :- T1 > T, !, latest(Rest, A1, T1, Act, End).
latest([_|Rest], A, T, Act, End) :- latest(Rest, A, T, Act, End).
set_iteration(act(_, b(_, _, N)), N).
get_iteration(act(_, b(_, _, N)), N).

% Section 5.2.
waiting_longer(Act, Ag, T1, T) :- holds_at(waiting(Act2, Ag, _, T2), T), Act \== Act2, T2 < T1.
better_agent(Ag1, Act, T) :- qualified(Ag1, Act, C1), qualified(Ag2, Act, C2), C2 < C1, holds_at(idle(Ag2), T).

% The first new event that a rule derives at an instant.
rule(h7, 0, free_agent(Ag)) :- agent(Ag), \+ happened(free_agent(Ag), _).
rule(h1, T, start(A, Ag, W)) :- happened(assign(Ag, A, W), T), \+ happened(start(A, Ag, W), T).
rule(h3, T, end(A, Ag, W)) :-
    happened(start(A, Ag, W), Ts), fixed_activity(A), qualified(Ag, A, Td), T =:= Ts + Td, \+ happened(end(A, Ag, W), _).
rule(h4, T, end(A, Ag, W)) :-
    happened(start(A, Ag, W), Ts), varying_activity(A), end_event(A, Ext), happened(Ext, Te), qualified(Ag, A, Td),
    T =:= max(Te, Ts + Td), \+ happened(end(A, Ag, W), _).
rule(h2, T, release(Ag, A, W)) :- happened(end(A, Ag, W), T), \+ happened(release(Ag, A, W), T).
rule(h5, T, Assign) :-
    findall(key(T1, N, I, C, J)-assign(Ag, Act, W),
        ( happened(release(Ag, _, _), T), holds_at(idle(Ag), T), holds_at(waiting(Act, Ag, W, T1), T),
          \+ waiting_longer(Act, Ag, T1, T), \+ better_agent(Ag, Act, T), key(Act, Ag, W, T1, N, I, C, J) ), All),
    first(All, Assign).
rule(h6, T, Assign) :-
    findall(key(T, N, I, C, J)-assign(Ag, Act, W),
        ( agent(Ag), holds_at(idle(Ag), T), holds_at(waiting(Act, Ag, W, T), T),
          \+ waiting_longer(Act, Ag, T, T), \+ better_agent(Ag, Act, T), key(Act, Ag, W, T, N, I, C, J) ), All),
    first(All, Assign).

first(All, Event) :- msort(All, [_-Event|_]).

% Ties: by the number of the event that made it wait, the place of the activity, the cost, the place of the agent.
key(Act, Ag, W, T, N, I, C, J) :-
    cause(Act, W, T, N), Act = act(Name, _), place(Name, I), qualified(Ag, Act, C), agent_place(Ag, J).
cause(Act, W, T, N) :-
    findall(M, (cause_of(Act, W, T, Ev), happened(Ev, T, M, _)), Ms), Ms \== [], largest(Ms, N).
cause_of(Act, W, T, end(A, Ag, W)) :- follows(A0, Act, W, T), same_join(A0, Act, A), happened(end(A, Ag, W), T).
cause_of(Act, W, T, Ev) :- xor_split(A, Ways), member((Act, Cond), Ways), happened(end(A, _, W), _), happened(Ev, T), initiates(Ev, Cond).
cause_of(act(_, W), W, T, Ev) :- happened(Ev, T), starts(Ev, W).
same_join(_, Act, A) :- and_join(L, Act), member(A, L).
same_join(A, Act, A) :- \+ (and_join(L, Act), L = [_|_]).
largest([N], N) :- !.
largest([N|Ns], M) :- largest(Ns, K), M is max(N, K).
agent_place(Ag, J) :- findall(A, agent(A), As), nth(As, Ag, 0, J).
nth([X|_], Y, I, I) :- X == Y, !.
nth([_|Xs], Y, I, J) :- K is I + 1, nth(Xs, Y, K, J).

run(Horizon) :- between(0, Horizon, T), instant(T), fail.
run(_).
instant(0) :- rule(h7, 0, Ev), record(Ev, 0, h7), fail.
instant(T) :- external(Ev, T), record(Ev, T, ext), fail.
instant(T) :- settle(T).
settle(T) :-
    ( once((member(R, [h7, h1, h3, h4, h2, h5, h6]), rule(R, T, Ev), ground(Ev)))
    -> record(Ev, T, R), settle(T)
    ;  true ).

% Section 2, repaired: the event that ends a period does not break it.
holds_for(P, T1, T2) :-
    happened(E1, T1), initiated(E1, P), happened(E2, T2), T1 < T2, terminated(E2, P),
    \+ (happened(E, T), T1 =< T, T < T2, terminated(E, P)).
