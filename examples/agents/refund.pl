% A customer wants money back. An assistant, who may be a program, drafts the decision and sends the money; a supervisor approves. Sending
% cannot be undone. The net itself offers approving and sending at the same time: the rules in refund.deps demand the approval first.
process(refund).
variable(customer, input, string).
variable(amount, input, decimal).
variable(letter, local, string).
variable(receipt, output, string).

initial_activity(draft).
and_split(draft, [approve, send]).
and_join([approve, send], close).
routing(close).
final_activity(close).

% A supervisor who does not approve fails the task; then the case fails, and nothing was sent.
role(draft, assistant).
role(approve, supervisor).
role(send, assistant).
% Nobody approves what they drafted, whatever their roles.
separate(approve, draft).

gets(draft, customer, variable(customer)).
gets(draft, amount, variable(amount)).
gives(draft, letter, variable(letter)).
gets(approve, customer, variable(customer)).
gets(approve, amount, variable(amount)).
gets(approve, letter, variable(letter)).
gets(send, amount, variable(amount)).
gives(send, receipt, variable(receipt)).

% What completing a task must say: the form that an assistant sees.
returns(draft, {fields = {letter = text}}).
returns(send, {fields = {receipt = text}}).
