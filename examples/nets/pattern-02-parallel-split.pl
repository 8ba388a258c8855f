% Parallel split: once somebody is hired, a desk, an account and a badge are prepared side by side.

process(hiring).
initial_activity(hire).
and_split(hire, [desk, account, badge]).
and_join([desk, account, badge], welcome).
final_activity(welcome).
