% Multi-merge: a proposal is judged by two departments side by side, and each judgement is filed as it comes, so that filing
% is done twice. Two tokens reach the end: the net is not sound, and means to be so.

process(proposal).
initial_activity(send).
and_split(send, [finance, research]).
xor_join([finance, research], file).
final_activity(file).
