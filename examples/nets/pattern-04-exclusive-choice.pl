% Exclusive choice: an expense goes one of three ways. The goals are tried in their order, and the first that holds
% decides, also when a later one would hold.

process(expense).
initial_activity(submit).
xor_split(submit, [
    (book, data(amount, A), A =< 50),
    (approve, data(amount, B), B =< 1000),
    (board, otherwise)
]).
final_activity(book).
final_activity(approve).
final_activity(board).
