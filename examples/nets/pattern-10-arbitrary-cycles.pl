% Arbitrary cycles: two loops that overlap and share no single entry or exit. From editing one may go back to writing, from
% proofreading back to editing or to writing.

process(article).
initial_activity(write).
xor_join([edit, proofread], write).
sequential(write, edit).
xor_join([write, proofread], edit).
xor_split(edit, [(write, data(verdict, rewrite)), (proofread, otherwise)]).
xor_split(proofread, [
    (write, data(found, nonsense)),
    (edit, data(found, errors)),
    (publish, otherwise)
]).
final_activity(publish).
