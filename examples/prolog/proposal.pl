% Programs 1, 2 and 3: a student's proposal is checked by two markers.
:- proposal(zz1234, send_proposal, [smith,jones]).

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

decide([R1,R2], _, Proposal, Student) :-
    replycontent(R1, ok),
    replycontent(R2, ok) :
    rpc(database, accepted(Student,Proposal), D),
    replycontent(D, ok).
decide([R1,_], [M1,M2], Proposal, Student) :-
    replycontent(R1, c(C)) :
    proposal(Student, revise_proposal(Proposal,C), [M1,M2]).
decide([_,R2], [M1,M2], Proposal, Student) :-
    replycontent(R2, c(C)) :
    proposal(Student, revise_proposal(Proposal,C), [M1,M2]).

% A proposal has a title and at least one page.
valid(p(_, Pages)) :- integer(Pages), Pages > 0.
