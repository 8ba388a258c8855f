% The paper reviewing process of section 3.2 of the event calculus paper: Fig. 1 with the names of the text.
initial_activity(act(select_reviewers, EID)).
and_split(act(select_reviewers, EID), [act(review_1, EID), act(review_2, EID), act(review_3, EID)]).
and_join([act(review_1, EID), act(review_2, EID), act(review_3, EID)], act(combine_reviews, EID)).
sequential(act(combine_reviews, EID), act(decide, EID)).
xor_split(act(decide, EID), [(act(accept_letter, EID), decided(EID, accept)), (act(reject_letter, EID), decided(EID, reject))]).
xor_join([act(accept_letter, EID), act(reject_letter, EID)], act(forward, EID)).
final_activity(act(forward, EID)).

agent(editor). agent(anna). agent(bert). agent(carla). agent(mailer).
qualified(editor, act(select_reviewers, _), 2).
qualified(anna, act(review_1, _), 10).
qualified(bert, act(review_1, _), 14).
qualified(bert, act(review_2, _), 14).
qualified(carla, act(review_2, _), 12).
qualified(carla, act(review_3, _), 12).
qualified(anna, act(review_3, _), 10).
qualified(mailer, act(combine_reviews, _), 1).
qualified(editor, act(decide, _), 3).
qualified(editor, act(accept_letter, _), 1).
qualified(editor, act(reject_letter, _), 2).
qualified(mailer, act(forward, _), 1).

fixed_activity(act(select_reviewers, _)).
fixed_activity(act(combine_reviews, _)).
fixed_activity(act(accept_letter, _)).
fixed_activity(act(reject_letter, _)).
fixed_activity(act(forward, _)).
fixed_activity(act(decide, _)).
varying_activity(act(review_1, _)).
varying_activity(act(review_2, _)).
varying_activity(act(review_3, _)).
end_event(act(Review, EID), reviewed(Review, EID)) :- member(Review, [review_1, review_2, review_3]).

initiates(decision(EID, What), decided(EID, What)).
starts(submission(Paper), Paper).
