% Figure 8 of the YAWL paper, which shows the notation: atomic tasks A, B, E to J, composite tasks C and D, D with several
% instances, conditions c1 and c2, and a flow from A to B and from I to J. Where the text says
% no more, the flows are ours. Names are small because they are atoms.

process(figure_8).
net(top).
condition(c1).
condition(c2).
initial_activity(a).
and_split(a, [b, c1]).
flow(b, c2).
flow(c1, c).
flow(c2, d).
composite(c, first).
composite(d, second).
multiple(d, 1, 3, inf, static).
instances(d, variable(instances)).
and_join([c, d], e).
final_activity(e).

net(first).
initial_activity(f).
or_split(f, [(g, data(g, true)), (h, otherwise)]).
or_join([f, g], h).
final_activity(h).

net(second).
initial_activity(i).
sequential(i, j).
final_activity(j).
