-- game: heaps
-- about: Heaps. Seats, endings and who went first follow from the states; here is what was taken.

-- [tables]
-- Heaps: what was taken, one row for each take.
create table heaps.takes (
    position bigint not null,  -- position in the store of the entry
    match varchar not null,  -- id of the match
    version integer not null,  -- version of the entry
    k integer not null,  -- number of the event in its entry
    turn integer,  -- the turn
    undone boolean not null,  -- true when a later take-back covers it
    seat integer,  -- who took
    heap varchar,  -- card id of the heap
    stones integer  -- how many stones
);

-- [heaps.takes]
select position, match, version, k, turn, undone, seat, data ->> 'heap' as heap, (data ->> 'stones')::integer as stones
from new
where type = 'stones_taken';
