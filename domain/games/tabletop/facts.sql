-- game: tabletop
-- about: matches of kits. The points are the counter that the kit names as its score. Cards are drawn if they go from a stack to a
--    player, and played if they go to a public place from a less public one.

-- [tables]
-- Kits: one row for each action by a verb.
-- like events
-- round: round of its entry; 0 for kits without rounds
-- seat: seat that acted; null for the table, or for all players together
-- verb: the verb
-- target: seat of the first player among the arguments
-- amount: the first number among the arguments; null if it is hidden
-- card: card id of the first card among the arguments; null if it was unknown or is hidden
-- cell: the first square or place among the arguments
create view tabletop.acts as
select
    position, match, version, k, turn, undone, round, seat, data ->> 'verb' as verb, (data ->> 'target')::integer as target,
    (data ->> 'amount')::bigint as amount, card, nullif(data ->> 'cell', '') as cell
from events
where game = 'tabletop' and type = 'acted';

-- Kits: changes of counters of players and of the table.
-- like events
-- round: round of its entry; 0 for kits without rounds
-- seat: seat of the counter; null for a counter of the table
-- counter: the counter, or the box of a score sheet
-- delta: difference to the value before; null if the number is hidden
-- after: value after the change; null if a box is empty again, or if the number is hidden
create view tabletop.counters as
select
    position, match, version, k, turn, undone, round, seat, data ->> 'counter' as counter,
    coalesce((data ->> 'change')::bigint, if(data ->> 'after' is null, null, 0)) as delta, (data ->> 'after')::bigint as after
from events
where game = 'tabletop' and type = 'counted';

-- Kits: moves of cards and pieces, one row for each card or piece. Cards that go from one hidden stack to another are in one row.
create table tabletop.moves (
    like events,
    round integer,  -- round of its entry; 0 for kits without rounds
    token integer,  -- number of the card or piece; null for cards of a hidden stack
    card varchar,  -- card id; null if it was unknown at that time
    copies integer not null,  -- number of cards that moved; 1 for a card with a number
    source varchar,  -- zone that it left; null if it came into play
    source_seat integer,  -- seat of that zone; null for a zone of the table
    target varchar,  -- zone that it came to; null if it left play
    target_seat integer,  -- seat of that zone; null for a zone of the table
    cell varchar  -- square or place of a board that it came to
);

-- Kits: dice, one row for each die, as in `dice`.
-- like events
-- round: round of its entry; 0 for kits without rounds
-- seat: seat that rolled; null for the table
-- dice: name of the dice
-- number: number of the die in the roll, from 1
-- face: face that it showed
create view tabletop.rolls as
select position, match, version, k, turn, undone, round, seat, purpose as dice, roll as number, face
from dice
where game = 'tabletop';

-- Kits: changes of choices.
-- like events
-- round: round of its entry; 0 for kits without rounds
-- seat: seat of the choice; null for a choice of the table
-- choice: the choice
-- word: chosen word (for a player, the number of the seat, from 1); null if it was cleared or is hidden
-- shown: true if everyone may see it from now on
create view tabletop.choices as
select
    position, match, version, k, turn, undone, round, seat, data ->> 'choice' as choice, nullif(data ->> 'word', '') as word,
    coalesce((data ->> 'shown')::boolean, false) as shown
from events
where game = 'tabletop' and type = 'chosen';

-- [seats]
select match, game, generate_subscripts(players, 1) - 1 as seat, unnest(players) as player, unnest(sides) as side
from (
    select match, game, from_json(data -> 'players', '["varchar"]') as players, from_json(data -> 'sides', '["integer"]') as sides
    from new
    where type = 'table_opened'
);

-- [kits]
select match, game, data ->> 'kit' as kit from new where type = 'table_opened';

-- [decks]
select * exclude (list), list_transform(list, lambda c: c[1]) as cards, list_transform(list, lambda c: c[2]::integer) as copies, deck_of(cards, copies) as deck
from (
    select match, game, position, version, undone, seat, from_json(data -> 'cards', '[["varchar"]]') as list
    from new
    where type = 'deck_registered'
)
where len(list) > 0;

-- [firsts]
-- The player of the first turn; null for a match that is recorded from a later turn on.
select match, game, position, version, undone, seat from new where type = 'turn_began' and version = 1
union all
select
    match, game, position, version, undone,
    case when (data ->> 'turn')::integer <= 1 and (data ->> 'round')::integer <= 1 then seat end as seat
from new
where type = 'position_set' and version = 1;

-- [declarations]
select match, game, position, version, undone, (data ->> 'round')::integer as round, (data ->> 'turn')::integer as turn
from new
where type = 'position_set';

-- [endings]
select
    match, game, position, version, undone,
    from_json(data -> 'winners', '["integer"]') as winners,
    coalesce((data ->> 'drawn')::boolean, false) as drawn,
    data ->> 'reason' as reason,
    nullif(from_json(data -> 'scores', '["bigint"]'), []) as scores,
    false as agreed
from new
where type = 'match_ended';

-- [points]
select
    new.* exclude (type, seat, token, card, data, seats, start),
    unnest(range(seats::bigint)) as seat, start as delta, start as after, 'start' as cause
from (
    select *, json_array_length(data -> 'players') as seats, (data ->> 'score')::bigint as start from new where type = 'table_opened'
) new
where start is not null;

-- [points]
select
    c.* exclude (type, token, card, data),
    case when d.position is null then coalesce((c.data ->> 'change')::bigint, 0) end as delta,
    (c.data ->> 'score')::bigint as after,
    case when d.position is not null then 'declared' when c.version = 1 then 'start' else coalesce(a.data ->> 'verb', 'adjust') end as cause
from (select * from new where type = 'counted' and (data ->> 'score') is not null) c
left join (select position, data from new where type = 'acted') a on a.position = c.position
left join (select position from new where type = 'position_set') d on d.position = c.position;

-- [cards]
select
    m.* exclude (type, seat, token, card, data, token_data),
    (token_data ->> 'id')::integer as token, token_data ->> 'card' as card,
    case when (m.data ->> 'action') = 'drawn' then coalesce(m.seat, a.seat) else coalesce((m.data ->> 'source_seat')::integer, a.seat) end as seat,
    case when (m.data ->> 'action') = 'drawn' and m.version = 1 then 'opening' else m.data ->> 'action' end as action
from (
    select *, unnest(from_json(data -> 'tokens', '["json"]')) as token_data
    from new
    where type = 'moved' and (data ->> 'action') in ('drawn', 'played')
) m
left join (select position, seat from new where type = 'acted') a on a.position = m.position;

-- [cards]
select r.* exclude (type, seat, data), a.seat, 'revealed' as action
from (select * from new where type = 'revealed') r
left join (select position, seat from new where type = 'acted') a on a.position = r.position;

-- [tabletop.moves]
select
    position, match, version, k, turn, undone, round, (item ->> 'id')::integer as token, item ->> 'card' as card, 1 as copies,
    nullif(data ->> 'source', '') as source, (data ->> 'source_seat')::integer as source_seat,
    nullif(data ->> 'target', '') as target, seat as target_seat, nullif(data ->> 'cell', '') as cell
from (select *, unnest(from_json(data -> 'tokens', '["json"]')) as item from new where type = 'moved' and (data -> 'tokens') is not null)
union all
select
    position, match, version, k, turn, undone, round, null, null, (data ->> 'count')::integer,
    nullif(data ->> 'source', ''), (data ->> 'source_seat')::integer, nullif(data ->> 'target', ''), seat, nullif(data ->> 'cell', '')
from new
where type = 'moved' and (data ->> 'count')::integer > 0;

-- [dice]
-- Purposes: the names of the dice. The number of their faces is in the kit, and is added by `projections`.
select
    r.position, r.match, r.game, r.version, r.k, r.round, r.turn, r.undone, s.side, r.seat, r.data ->> 'dice' as purpose,
    null::integer as faces, generate_subscripts(shown, 1) as roll, unnest(shown) as face, false as excluded
from (select *, from_json(data -> 'faces', '["integer"]') as shown from new where type = 'rolled') r
left join seats s on s.match = r.match and s.seat = r.seat;
