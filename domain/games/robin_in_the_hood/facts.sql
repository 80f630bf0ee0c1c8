-- game: robin_in_the_hood
-- about: Robin in the Hood. The points are victories, one for each round won. Turns are hands.

-- [tables]
-- Robin in the Hood: what each player put down in each hand.
-- like event
-- round: the round
-- hand: the hand
-- undone: true when a later take-back covers it
-- seat: the player
-- token: number of the physical card
-- card: card id
-- kind: character or modifier
-- placed: simultaneous, first or second
create view robin_in_the_hood.placements as
select
    position, match, version, k, round, turn as hand, undone, seat, token, card,
    case type when 'character_placed' then 'character' else 'modifier' end as kind, data ->> 'order' as placed
from events
where game = 'robin_in_the_hood' and type in ('character_placed', 'modifier_played');

-- Robin in the Hood: the hands, as they began.
create table robin_in_the_hood.hands (
    like event,
    round integer,  -- the round
    hand integer,  -- the hand, from 1 in each round
    undone boolean not null,  -- true when a later take-back covers it
    first integer  -- seat that places first; null: both at once
);

-- Robin in the Hood: battles, one row for each character that stood on a stage when the battles of a hand were resolved.
create table robin_in_the_hood.stage_battles (
    like event,
    round integer,  -- the round
    hand integer,  -- the hand
    undone boolean not null,  -- true when a later take-back covers it
    stage varchar,  -- agility, weapons, strength or endurance
    seat integer,  -- owner of the character
    card varchar,  -- its card id
    base integer,  -- its printed score for that stage
    level integer,  -- its level in this battle, with everything that changed it
    opposing_card varchar,  -- the character that it faced; null where there was none
    opposing_base integer,  -- printed score of that character
    opposing_level integer,  -- level of that character
    result varchar,  -- won, lost or drawn
    how varchar  -- level, empty (nothing to face), modifier (a modifier to face) or announced (as the table said); drawn
);

-- Robin in the Hood: characters that moved on to another stage at the end of a hand.
-- like event
-- round: the round
-- hand: the hand
-- undone: true when a later take-back covers it
-- seat: owner of the character
-- token: number of the physical card
-- card: card id
-- from_stage: the stage that it left
-- to_stage: the stage that it came to
-- pushed: true where it made room for the character behind it
create view robin_in_the_hood.advances as
select
    position, match, version, k, round, turn as hand, undone, seat, token, card,
    data ->> 'from_stage' as from_stage, data ->> 'to_stage' as to_stage,
    coalesce((data ->> 'pushed')::boolean, false) as pushed
from events
where game = 'robin_in_the_hood' and type = 'character_advanced';

-- Robin in the Hood: modifiers that came into play or left it.
-- like event
-- round: the round
-- hand: the hand
-- undone: true when a later take-back covers it
-- seat: owner of the modifier
-- token: number of the physical card
-- card: card id
-- change: played, replaced (by a newer one of its owner), removed (by the opponent's) or expired
-- duration: hand or lasting, for one that was played
-- removed_by: card id of the modifier that removed it
create view robin_in_the_hood.modifiers as
select
    position, match, version, k, round, turn as hand, undone, seat, token, card,
    split_part(type, '_', 2) as change, data ->> 'duration' as duration, data ->> 'by' as removed_by
from events
where game = 'robin_in_the_hood' and type in ('modifier_played', 'modifier_replaced', 'modifier_removed', 'modifier_expired');

-- Robin in the Hood: the rounds, as they ended.
-- like event
-- round: the round
-- hands: hands played in it
-- undone: true when a later take-back covers it
-- winner: seat that won it; null: drawn
-- reason: won, or why it was drawn: both_four, draw_pile_empty, no_playing_card or announced
create view robin_in_the_hood.rounds as
select
    position, match, version, k, round, turn as hands, undone,
    case type when 'round_won' then seat end as winner, coalesce(data ->> 'reason', 'won') as reason
from events
where game = 'robin_in_the_hood' and type in ('round_won', 'round_drawn');

-- [seats]
select match, game, generate_subscripts(players, 1) - 1 as seat, unnest(players) as player, seat as side
from (select match, game, from_json(data -> 'players', '["varchar"]') as players from new where type = 'tournament_opened');

-- [decks]
select
    match, game, position, version, undone, seat, list_sort(list_distinct(list)) as cards,
    list_transform(cards, lambda c: len(list_filter(list, lambda other: other = c))::integer) as copies,
    deck_of(cards, copies) as deck
from (select *, from_json(data -> 'cards', '["varchar"]') as list from new where type = 'active_set_declared')
where list is not null;

-- [firsts]
-- In most tournaments nobody goes first: both players place at once.
select match, game, position, version, undone, (data ->> 'order')::integer as seat
from new
where type = 'tournament_opened' or (type = 'hand_started' and round = 1 and (data ->> 'hand_no')::integer = 1);

-- [declarations]
select match, game, position, version, undone, (data ->> 'round_no')::integer as round, (data ->> 'hand_no')::integer as turn
from new
where type = 'position_declared';

-- [endings]
select
    match, game, position, version, undone,
    case when type = 'tournament_won' then [(data ->> 'winner')::integer] else [] end as winners,
    false as drawn,
    case when type = 'tournament_won' then coalesce(data ->> 'reason', 'victories') else 'abandoned' end as reason,
    false as agreed
from new
where type in ('tournament_won', 'tournament_abandoned');

-- [points]
select new.* exclude (type, seat, token, card, data), s.seat, 0 as delta, 0 as after, 'start' as cause
from new, range(2) s(seat)
where type = 'tournament_opened';

-- [points]
select
    new.* exclude (type, token, card, data), 1 as delta, (data ->> 'victories')::bigint as after, 'round' as cause
from new
where type = 'victory_scored';

-- [points]
select
    position, match, game, version, k, round, turn, undone, (change ->> 'player')::integer as seat,
    sum((change ->> 'amount')::bigint) as delta, arg_max((change ->> 'victories')::bigint, nth) as after, type as cause
from (
    select *, unnest(changes) as change, generate_subscripts(changes, 1) as nth
    from (
        select *, from_json(data -> 'changes', '["json"]') as changes
        from new
        where type in ('adjusted', 'card_effect_resolved')
    )
)
where (change ->> 'change') = 'victories_changed'
group by all;

-- [points]
select
    new.* exclude (type, seat, token, card, data, declared),
    (declared ->> 'player')::integer as seat, (declared ->> 'victories')::bigint as after, 'declared' as cause
from (select *, unnest(from_json(data -> 'tables', '["json"]')) as declared from new where type = 'position_declared') new;

-- [cards]
select
    new.* exclude (type, data),
    case type
        when 'card_drawn' then 'drawn'
        when 'card_revealed' then 'revealed'
        when 'character_placed' then 'played'
        when 'modifier_played' then 'played'
        when 'character_defeated' then 'retired'
        else 'discarded'
    end as action
from new
where type in (
    'card_drawn', 'card_revealed', 'character_placed', 'modifier_played', 'character_defeated',
    'modifier_replaced', 'modifier_removed', 'modifier_expired'
);

-- [cards]
select
    new.* exclude (type, token, card, data, item), (item ->> 'id')::integer as token, item ->> 'card' as card, 'opening' as action
from (select *, unnest(from_json(data -> 'cards', '["json"]')) as item from new where type = 'playing_hand_drawn') new;

-- [robin_in_the_hood.hands]
-- A round may begin with its first hand, in the same entry.
select
    h.position, h.match, h.version, h.k, coalesce((r.data ->> 'round_no')::integer, h.round) as round,
    (h.data ->> 'hand_no')::integer as hand, h.undone, (h.data ->> 'order')::integer as first
from new h
left join new r on r.position = h.position and r.type = 'round_started'
where h.type = 'hand_started';

-- [robin_in_the_hood.stage_battles]
with levels as (
    select position, unnest(levels, recursive := true)
    from (
        select position, from_json(
            data -> 'levels', '[{"player":"integer","stage":"varchar","card":"varchar","base":"integer","final":"integer"}]'
        ) as levels
        from new
        where type = 'skill_levels_determined'
    )
)
select
    b.position, b.match, b.version, b.k, b.round, b.turn as hand, b.undone, b.stage,
    l.player as seat, l.card, l.base, l.final as level,
    o.card as opposing_card, o.base as opposing_base, o.final as opposing_level,
    case when b.type = 'stage_drawn' then 'drawn' when b.winner = l.player then 'won' else 'lost' end as result,
    b.how
from (
    select *, data ->> 'stage' as stage, (data ->> 'player')::integer as winner, coalesce(data ->> 'how', 'drawn') as how
    from new
    where type in ('stage_won', 'stage_drawn')
) b
join levels l on l.position = b.position and l.stage = b.stage
left join levels o on o.position = b.position and o.stage = b.stage and o.player <> l.player;
