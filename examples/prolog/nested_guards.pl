% Program 4: any number of markers, with nested guards.
:- proposal(zz1234, send_proposal, [smith,jones,brown]).

proposal(Student, Request, Markers) :-
    rpc(Student, Request, P),
    check(P, Student, Request, Markers).

check(P, Student, _, Markers) :-
    replycontent(P, Proposal), valid(Proposal) :
    approve(Proposal, Student, Markers).
check(P, Student, Request, Markers) :-
    replycontent(P, Proposal), \+ valid(Proposal) :
    proposal(Student, Request, Markers).

approve(Proposal, Student, Markers) :-
    rpcs(Markers, approve_proposal(Proposal), Rs),
    decide(Rs, Markers, Proposal, Student).

rpcs([], _, []).
rpcs([Dest|Dests], Message, [WV|WVs]) :-
    rpc(Dest, Message, WV),
    rpcs(Dests, Message, WVs).

decide(Rs, _, Proposal, Student) :- all_ok(Rs) :
    rpc(database, accepted(Student,Proposal), D),
    replycontent(D, ok).
decide(Rs, Markers, Proposal, Student) :- one_comment(Rs, C) :
    proposal(Student, revise(Proposal,C), Markers).

all_ok([]).
all_ok([R|Rs]) :-
    replycontent(R, ok),
    all_ok(Rs).

one_comment([R|_], C) :- replycontent(R, c(C)) : true.
one_comment([_|Rs], C) :- one_comment(Rs, C) : true.

% A proposal has a title and at least one page.
valid(p(_, Pages)) :- integer(Pages), Pages > 0.
