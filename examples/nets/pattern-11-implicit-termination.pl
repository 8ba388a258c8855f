% Implicit termination: a conference talk is over when there is nothing left to do, whichever of its threads ends last. No
% task joins them. YAWL leaves this pattern out; here it is an option that the net has to ask for.

process(talk).
termination(implicit).
initial_activity(hold).
and_split(hold, [publish_slides, pay_travel]).
final_activity(publish_slides).
final_activity(pay_travel).
