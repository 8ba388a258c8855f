% Implicit termination: a conference talk is over when there is nothing left to do, whichever of its threads ends last, and
% wherever its tokens are then. Slides and film go on the page together; a talk that was not filmed leaves its slides waiting,
% and ends all the same. YAWL leaves this pattern out, because it hides deadlocks; here a net has to ask for it.

process(talk).
termination(implicit).
initial_activity(hold).
or_split(hold, [slides, (film, data(filmed, true))]).
and_join([slides, film], page).
final_activity(page).
