/** Texts to begin with. Each is small, complete, and can be deployed as it is. */

export interface Template {
  name: string;
  title: string;
  about: string;
  file: string;
  text: string;
}

export const TEMPLATES: Template[] = [
  {
    name: 'sequence',
    title: 'A sequence with two people',
    about: 'One writes, another approves: facts, roles, and two pairs of eyes.',
    file: 'letter.pl',
    text: `% A letter is written by one person and approved by another.
initial_activity(write).
sequential(write, approve).
sequential(approve, send).
final_activity(send).

role(write, author).
role(approve, editor).
separate(approve, write).

% Nobody sends by hand: a handler of this name does it.
work(send, handler(post)).
`,
  },
  {
    name: 'choice',
    title: 'A choice',
    about: 'Data decide which way a case goes: XOR-split and XOR-join.',
    file: 'order.pl',
    text: `% Small orders are shipped at once, large ones are checked first.
initial_activity(take_order).
xor_split(take_order, [
    (check, data(amount, Amount), Amount > 1000),
    (ship, otherwise)
]).
xor_join([take_order, check], ship).
final_activity(ship).

variable(amount, both, decimal).
role(take_order, sales).
role(check, accounting).
role(ship, warehouse).
`,
  },
  {
    name: 'parallel',
    title: 'Parallel with an OR-join',
    about: 'What was asked for is done in parallel; the OR-join waits for exactly that.',
    file: 'trip.pl',
    text: `% A traveller wants a flight, a hotel, or both. Payment waits for whatever was ordered.
initial_activity(register).
or_split(register, [
    (flight, data(flight, true)),
    (hotel, data(hotel, true)),
    (car, otherwise)
]).
or_join([flight, hotel, car], pay).
final_activity(pay).

role(register, desk).
role(pay, clerk).

% An offer that nobody takes for three days is over.
timer(car, after('P3D')).
`,
  },
  {
    name: 'saga',
    title: 'A saga with rules',
    about: 'Steps that are compensated in reverse order if the last one fails.',
    file: 'booking.deps',
    text: `# A flight and a hotel are booked, then paid. If the payment cannot complete,
# the hotel and the flight are cancelled, in this order.
task flight role desk;
task hotel role desk;
task pay role accounting;
task cancel_flight role desk;
task cancel_hotel role desk;

dep trip: saga(flight/cancel_flight, hotel/cancel_hotel, pay);
`,
  },
  {
    name: 'logic',
    title: 'A logic program',
    about: 'Guards wait for replies; the first that can succeed decides.',
    file: 'proposal.pl',
    text: `% Two reviewers read a proposal. One who rejects it is enough.
:- proposal(paper).

proposal(Paper) :-
    rpc(role(reviewer), review(Paper, first), First),
    rpc(role(reviewer), review(Paper, second), Second),
    decide(First, Second, Paper).

decide(First, Second, Paper) :-
    replycontent(First, accept),
    replycontent(Second, accept) :
    rpc(role(editor), publish(Paper), Done),
    replycontent(Done, done).
decide(First, _, _) :-
    replycontent(First, reject) :
    result(rejected).
decide(_, Second, _) :-
    replycontent(Second, reject) :
    result(rejected).
`,
  },
];
