% A permit is granted or refused by what others decide, whenever they do: the choice after the examination speaks of
% fluents, so it waits until one of them holds. The paper's initiates and terminates say which signals change them.
initial_activity(examine).
xor_split(examine, [(issue, granted), (explain, refused(_))]).
final_activity(issue).
final_activity(explain).

initiates(signal(board, Vote), granted) :- field(Vote, vote, yes).
initiates(signal(board, Vote), refused(Reason)) :- field(Vote, vote, no), field(Vote, reason, Reason).
terminates(signal(appeal), refused(_)).

% A case hears the signals that are about its own permit.
correlation(_, Permit) :- data(permit, Permit).
