% Program 6, pattern 1: one activity after the other.
:- rpc(write_proposal, 0, P), review_proposal(P).

review_proposal(P) :- replycontent(P, Proposal) :
    rpc(review_proposal, Proposal, RP),
    submit_proposal(RP).

submit_proposal(RP) :- replycontent(RP, ReviewedProposal) :
    rpc(submit_proposal, ReviewedProposal, A),
    replycontent(A, accepted).
