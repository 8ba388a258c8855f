% Two reviewers read a paper. If both accept it the editor publishes it; one who rejects it is enough for a letter to the author.
:- review(paper).

review(Paper) :-
    rpc(first_reviewer, review(Paper), First),
    rpc(second_reviewer, review(Paper), Second),
    decide(First, Second, Paper).

decide(First, Second, Paper) :-
    replycontent(First, accept),
    replycontent(Second, accept) :
    rpc(editor, publish(Paper), Done),
    replycontent(Done, done).
decide(First, _, Paper) :-
    replycontent(First, reject) :
    rpc(editor, send_regrets(Paper), Done),
    replycontent(Done, done).
decide(_, Second, Paper) :-
    replycontent(Second, reject) :
    rpc(editor, send_regrets(Paper), Done),
    replycontent(Done, done).
