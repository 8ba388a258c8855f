% Events that are described by several predicates, as in section 2 of the event calculus paper.
initial_activity(apply).
xor_split(apply, [(celebrate, rank(_, professor)), (apply_elsewhere, left(_))]).
final_activity(celebrate).
final_activity(apply_elsewhere).

initiates(E, rank(Employee, Title)) :- event(E), act(E, promote), actor(E, Employee), role(E, Title).
initiates(E, left(Employee)) :- event(E), act(E, lay_off), actor(E, Employee).
terminates(E, rank(Employee, _)) :- event(E), act(E, lay_off), actor(E, Employee).
correlation(_, Who) :- data(who, Who).
