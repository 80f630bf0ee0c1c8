-- game: chess
-- about: Chess. Seats and endings follow from the states; here is which openings were reached.

-- [tables]
-- Chess: each opening of the book that a game reached, the last one being the one that it is counted under.
create table chess.openings (
    position bigint not null,  -- position in the store of the entry
    match varchar not null,  -- id of the match
    version integer not null,  -- version of the entry
    k integer not null,  -- number of the event in its entry
    turn integer,  -- the move
    undone boolean not null,  -- true when a later take-back covers it
    code varchar,  -- code of the opening, as C60
    name varchar  -- code and name of the opening
);

-- [chess.openings]
select position, match, version, k, turn, undone, left(data ->> 'opening', 3) as code, data ->> 'opening' as name
from new
where type = 'move_made' and data ->> 'opening' is not null;
