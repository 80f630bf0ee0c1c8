-- game: frc_card_game

-- [tables]
-- Score attempts of FRC: The Card Game, with the numbers that decided them.
create table frc_card_game.score_attempts (
    like events,
    seat integer,  -- seat of the robot that scored
    attacker integer,  -- token of that robot
    offense integer,  -- its offense at that moment
    target integer,  -- token of the robot scored on; null for a direct score
    target_position varchar,  -- offensive or defensive
    target_offense integer,  -- the target's offense at that moment
    target_defense integer,  -- the target's defense at that moment
    compared_stat varchar,  -- the stat of the target that counted
    outcome varchar,  -- target_retired, attacker_retired, tied or direct
    points_seat integer,  -- seat that lost points
    points_lost integer,  -- number of points lost
    observed boolean  -- true if the result at the table was recorded instead of the computed one
);

-- [seats]
select match, game, generate_subscripts(players, 1) - 1 as seat, unnest(players) ->> 'name' as player, seat as side
from (select match, game, from_json(data -> 'players', '["json"]') as players from new where type = 'match_started');

-- [decks]
select * exclude (list), list_transform(list, lambda c: c[1]) as cards, list_transform(list, lambda c: c[2]::integer) as copies, deck_of(cards, copies) as deck
from (
    select
        match, game, position, version, undone, generate_subscripts(players, 1) - 1 as seat,
        from_json(unnest(players) -> 'deck_list', '[["varchar"]]') as list
    from (select *, from_json(data -> 'players', '["json"]') as players from new where type = 'match_started')
)
where list is not null;

-- [firsts]
select match, game, position, version, undone, (data ->> 'first_player')::integer as seat
from new
where type = 'coin_flipped' or (type = 'position_declared' and data ->> 'first_player' is not null);

-- [declarations]
select match, game, position, version, undone, round, (data ->> 'turn')::integer as turn
from new
where type = 'position_declared';

-- [endings]
select
    match, game, position, version, undone,
    case when data ->> 'winner' is null then [] else [(data ->> 'winner')::integer] end as winners,
    data ->> 'winner' is null as drawn,
    data ->> 'reason' as reason,
    from_json(data -> 'points', '["bigint"]') as scores,
    false as agreed
from new
where type = 'match_ended';

-- [points]
select new.* exclude (type, seat, token, card, data, start), s.seat, start as delta, start as after, 'start' as cause
from (select *, (data ->> 'points')::bigint as start from new where type = 'match_started') new, range(2) s(seat);

-- [points]
select
    new.* exclude (type, token, card, data, numbers),
    numbers[1]::bigint as delta, numbers[2]::bigint as after, numbers[3] as cause
from (select *, data ->> ['delta', 'after', 'cause'] as numbers from new where type = 'points_changed') new;

-- [points]
select
    new.* exclude (type, seat, token, card, data, players),
    generate_subscripts(players, 1) - 1 as seat, (unnest(players) ->> 'points')::bigint as after, 'declared' as cause
from (select *, from_json(data -> 'players', '["json"]') as players from new where type = 'position_declared') new;

-- [cards]
select
    new.* exclude (type, data),
    case type
        when 'card_drawn' then 'drawn'
        when 'card_revealed' then 'revealed'
        when 'robot_retired' then 'retired'
        when 'student_retired' then 'retired'
        when 'event_retired' then 'retired'
        else 'played'
    end as action
from new
where type in (
    'card_drawn', 'card_revealed', 'team_card_played', 'student_played', 'robot_played',
    'robot_retired', 'student_retired', 'event_retired'
);

-- [cards]
select
    new.* exclude (type, token, card, data, item),
    (item ->> 'token')::integer as token, item ->> 'card' as card, 'played' as action
from (
    select *, coalesce(data -> 'mentor', data -> 'event') as item from new where type in ('mentor_played', 'event_played')
) new;

-- [cards]
select
    new.* exclude (type, token, card, data, item),
    (item ->> 'id')::integer as token, item ->> 'card' as card,
    case type when 'opening_hand_drawn' then 'opening' else 'discarded' end as action
from (
    select *, unnest(from_json(data -> 'cards', '["json"]')) as item
    from new
    where type in ('opening_hand_drawn', 'cards_discarded')
) new;

-- [dice]
-- Purposes: first_player and effect. The face of a coin is 1 for heads and 2 for tails. If only the first player was recorded,
-- the face is the seat of that player, from 1. The record does not contain the number of faces of an effect's die (null), and
-- the player to act counts as the one who threw it.
select
    n.position, n.match, n.game, n.version, k, n.round, n.turn, n.undone, s.side, s.seat,
    if(type = 'coin_flipped', 'first_player', 'effect') as purpose, if(shown[3] = 'die', null, 2) as faces, 1 as roll,
    case
        when shown[3] = 'die' then try_cast(shown[2] as integer)
        when shown[1] is not null or type = 'random_recorded' then nullif(list_position(['heads', 'tails'], lower(trim(coalesce(shown[1], shown[2])))), 0)
        else shown[4]::integer + 1
    end as face,
    false as excluded
from (select *, data ->> ['face', 'value', 'kind', 'first_player'] as shown from new where type in ('coin_flipped', 'random_recorded')) n
join entries e on e.position = n.position
left join seats s on s.match = n.match and s.seat = e.seat and n.type <> 'coin_flipped'
where coalesce(shown[3], '') <> 'pick';

-- [frc_card_game.score_attempts]
select
    position, match, version, k, turn, undone, seat,
    a.attacker, a.attacker_offense as offense, a.target, a.target_position, a.target_offense, a.target_defense,
    a.compared_stat, a.outcome, a.points_player as points_seat,
    coalesce(a.points_lost, 0) as points_lost, coalesce(a.observed, false) as observed
from (
    select *, from_json(data, '{
        "attacker": "integer", "attacker_offense": "integer", "target": "integer", "target_position": "varchar",
        "target_offense": "integer", "target_defense": "integer", "compared_stat": "varchar", "outcome": "varchar",
        "points_player": "integer", "points_lost": "integer", "observed": "boolean"
    }') as a
    from new
    where type = 'score_attempted'
);
