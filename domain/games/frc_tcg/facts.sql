-- game: frc_tcg
-- about: FRC TCG. The points are captured prize cards.

-- [tables]
-- FRC TCG: uses of a robot's abilities, with what came of them.
create table frc_tcg.attacks (
    like events,
    seat integer,  -- the player
    robot integer,  -- the attacking robot: token of its lowest card, which names it as long as it is in play
    ability varchar,  -- name of the ability
    targets integer[],  -- tokens of the robots that it was aimed at; empty for an ability without damage
    counted boolean,  -- whether it was the attack of that turn
    damage bigint,  -- HP that robots lost by the attack itself
    defeated bigint,  -- robots that went to the shop with it
    captured bigint  -- prize cards that the player captured with it
);

-- FRC TCG: HP that a robot lost.
-- like events
-- seat: seat whose attack or card it was
-- owner: seat of the robot
-- robot: the robot: token of its lowest card, which names it as long as it is in play
-- amount: HP lost
-- hp: HP left
-- attack: true for the attack itself; false for effects and recoil
create view frc_tcg.damage as
select
    position, match, version, k, turn, undone, (data ->> 'by')::integer as seat,
    (data ->> 'owner')::integer as owner, (data ->> 'robot')::integer as robot, (data ->> 'amount')::integer as amount,
    (data ->> 'hp')::integer as hp, coalesce((data ->> 'attack')::boolean, false) as attack
from events
where game = 'frc_tcg' and type = 'damage_taken';

-- FRC TCG: the HP of robots, each time they came to another number.
create table frc_tcg.hp (
    like events,
    owner integer,  -- seat of the robot
    robot integer,  -- the robot: token of its lowest card, which names it as long as it is in play
    change varchar,  -- played, evolved, devolved, damaged, restored, maximum (another maximum), moved (into play by hand) or declared
    hp integer,  -- HP after it
    max_hp integer  -- maximum after it; null where it stayed
);

-- FRC TCG: prize cards that changed hands.
create table frc_tcg.captures (
    like events,
    seat integer,  -- seat that captured it
    owner integer,  -- seat whose prize card it was
    place integer,  -- its place on the table, from 1
    token integer,  -- number of the physical card
    card varchar,  -- card id; null where it stayed unknown
    cause varchar  -- name of the command that led to it
);

-- FRC TCG: robots that went a season up or down.
create table frc_tcg.evolutions (
    like events,
    seat integer,  -- seat that did it
    owner integer,  -- seat of the robot
    robot integer,  -- the robot: token of its lowest card, which names it as long as it is in play
    change varchar,  -- evolved or devolved
    token integer,  -- number of the robot card that came on top, or left
    card varchar,  -- its card id
    kickoff varchar,  -- card id of the kickoff that was played with it
    hp integer,  -- HP after it
    max_hp integer  -- maximum after it
);

-- FRC TCG: components stacked on robots or moved between them.
create table frc_tcg.components (
    like events,
    seat integer,  -- the player
    owner integer,  -- seat of the robot
    robot integer,  -- the robot: token of its lowest card, which names it as long as it is in play
    change varchar,  -- played or moved
    token integer,  -- number of the physical card
    card varchar,  -- card id; null where it was moved
    ability varchar,  -- ability for which it lies there; empty: surplus
    activated boolean  -- true where the ability had all its components then
);

-- FRC TCG: robots taken back into the hand.
-- like events
-- seat: the player
-- robot: the robot: token of its lowest card, which names it as long as it is in play
-- token: number of the card that came back
-- card: its card id
-- shopped: cards that went to the shop with it
create view frc_tcg.retreats as
select
    position, match, version, k, turn, undone, seat, (data ->> 'robot')::integer as robot,
    (data -> 'returned' ->> 'id')::integer as token, data -> 'returned' ->> 'card' as card,
    coalesce(json_array_length(data -> 'shopped'), 0)::integer as shopped
from events
where game = 'frc_tcg' and type = 'robot_retreated';

-- FRC TCG: hand cards changed for cards of the deck.
-- like events
-- seat: the player
-- put_down: cards put under the deck
-- drawn: cards drawn for them
create view frc_tcg.swaps as
select
    position, match, version, k, turn, undone, seat, json_array_length(data -> 'put_down')::integer as put_down,
    json_array_length(data -> 'drawn')::integer as drawn
from events
where game = 'frc_tcg' and type = 'cards_swapped';

-- [seats]
select
    match, game, generate_subscripts(players, 1) - 1 as seat, unnest(players) as player, unnest(sides) as side
from (
    select
        match, game, from_json(data -> 'players', '["varchar"]') as players, from_json(data -> 'sides', '["integer"]') as sides
    from new
    where type = 'match_created'
);

-- [decks]
select
    match, game, position, version, undone, seat, map_keys(list) as cards, map_values(list) as copies,
    deck_of(cards, copies) as deck
from (select *, from_json(data -> 'cards', '"map(varchar, integer)"') as list from new where type = 'deck_registered')
where len(cards) > 0;

-- [firsts]
select match, game, position, version, undone, seat from new where type = 'first_player_determined';

-- [declarations]
select match, game, position, version, undone, round, (data ->> 'turn')::integer as turn
from new
where type = 'position_declared';

-- [endings]
select
    match, game, position, version, undone,
    coalesce(from_json(data -> 'winners', '["integer"]'), []) as winners,
    type in ('match_drawn', 'draw_agreed') as drawn,
    case
        when type = 'match_abandoned' then 'abandoned'
        when type <> 'match_won' then 'draw'
        when (data ->> 'rule') = 'TCG-E05' then 'concession'
        else 'prize_cards'
    end as reason,
    false as agreed
from new
where type in ('match_won', 'match_drawn', 'draw_agreed', 'match_abandoned');

-- [points]
select
    new.* exclude (type, seat, token, card, data, players),
    generate_subscripts(players, 1) - 1 as seat, 0 as delta, 0 as after, 'start' as cause
from (select *, from_json(data -> 'players', '["varchar"]') as players from new where type = 'match_created') new;

-- [points]
select new.* exclude (type, seat, token, card, data), (data ->> 'by')::integer as seat, 1 as delta, 'captured' as cause
from new
where type = 'prize_card_captured';

-- [points]
select new.* exclude (type, token, card, data), -1 as delta, 'given_back' as cause
from new
where type = 'card_moved' and (data ->> 'origin') = 'captured';

-- [points]
select
    new.* exclude (type, seat, token, card, data, players),
    generate_subscripts(players, 1) - 1 as seat, json_array_length(unnest(players), '$.captured') as after, 'declared' as cause
from (select *, from_json(data -> 'players', '["json"]') as players from new where type = 'position_declared') new;

-- [cards]
select
    new.* exclude (type, seat, data), coalesce((data ->> 'by')::integer, seat) as seat,
    case type when 'card_revealed' then 'revealed' when 'prize_card_captured' then 'captured' else 'played' end as action
from new
where type in ('card_revealed', 'item_played', 'robot_played', 'robot_evolved', 'component_played', 'prize_card_captured');

-- [cards]
-- Mentors and awards are played with what they need while they last; other events hold plain cards.
select
    new.* exclude (type, token, card, data, item),
    coalesce(item ->> 'id', item ->> 'token')::integer as token, item ->> 'card' as card,
    case type
        when 'mentor_played' then 'played'
        when 'award_played' then 'played'
        when 'robot_evolved' then 'played'
        when 'robot_retreated' then 'returned'
        when 'card_moved' then 'moved'
        else 'discarded'
    end as action
from (
    select *, case type when 'robot_evolved' then data -> 'kickoff' when 'robot_retreated' then data -> 'returned' else data -> 'card' end as item
    from new
    where type in (
        'mentor_played', 'award_played', 'robot_evolved', 'robot_retreated', 'card_moved', 'card_shopped', 'enhancement_ended'
    )
) new
where json_type(item) = 'OBJECT';

-- [cards]
select
    new.* exclude (type, seat, token, card, data, who, cards, item), coalesce((data ->> who)::integer, seat) as seat,
    (item ->> 'id')::integer as token, item ->> 'card' as card,
    case
        when type = 'opening_hand_drawn' then 'opening'
        when type = 'prize_cards_set' then 'prize'
        when type = 'robot_defeated' then 'retired'
        when cards = 'put_down' then 'swapped'
        when cards in ('cards', 'drawn') then 'drawn'
        else 'discarded'
    end as action
from (
    select *, unnest(from_json(data -> cards, '["json"]')) as item
    from new, (values ('cards', 'player'), ('drawn', 'player'), ('put_down', 'player'), ('shopped', 'owner')) parts(cards, who)
    where type in (
        'opening_hand_drawn', 'hand_refilled', 'cards_drawn', 'cards_swapped', 'prize_cards_set', 'robot_defeated',
        'robot_retreated', 'robot_evolved', 'robot_devolved', 'player_out'
    )
) new;

-- [cards]
select
    new.* exclude (type, seat, token, card, data), (data ->> who)::integer as seat,
    (data -> item ->> 'id')::integer as token, data -> item ->> 'card' as card, 'discarded' as action
from new, (values ('player', 'own'), ('opponent', 'other')) mentors(who, item)
where type = 'mentors_went_for_coffee';

-- [dice]
-- Purpose: effect. Of a coin heads is 1 and tails 2. Who was to act threw it.
select
    n.position, n.match, n.game, n.version, k, n.round, n.turn, n.undone, s.side, s.seat, 'effect' as purpose,
    if(type = 'coin_flipped', 2, shown[2]::integer) as faces, 1 as roll,
    if(type = 'coin_flipped', nullif(list_position(['heads', 'tails'], shown[1]), 0), try_cast(shown[1] as integer)) as face, false as excluded
from (select *, data ->> ['result', 'faces'] as shown from new where type in ('coin_flipped', 'die_rolled')) n
join entries e on e.position = n.position
left join seats s on s.match = n.match and s.seat = e.seat;

-- [frc_tcg.attacks]
select
    a.* exclude (game, round, type, token, card, data), (data ->> 'robot')::integer as robot, data ->> 'ability' as ability,
    coalesce(from_json(data -> 'targets', '["integer"]'), []) as targets, coalesce((data ->> 'counted')::boolean, true) as counted,
    coalesce(c.damage, 0) as damage, coalesce(c.defeated, 0) as defeated, coalesce(c.captured, 0) as captured
from new a
left join (
    select
        position,
        sum((data ->> 'amount')::bigint) filter (type = 'damage_taken' and (data ->> 'attack')::boolean) as damage,
        count(*) filter (type = 'robot_defeated') as defeated,
        count(*) filter (type = 'prize_card_captured') as captured
    from new
    where type in ('damage_taken', 'robot_defeated', 'prize_card_captured')
    group by position
) c on c.position = a.position
where a.type = 'attack_made';

-- [frc_tcg.hp]
select
    new.* exclude (game, round, type, seat, token, card, data),
    coalesce((data ->> 'owner')::integer, seat) as owner,
    coalesce((data ->> 'robot')::integer, token) as robot,
    case type
        when 'robot_played' then 'played'
        when 'robot_evolved' then 'evolved'
        when 'robot_devolved' then 'devolved'
        when 'damage_taken' then 'damaged'
        when 'hp_restored' then 'restored'
        else 'maximum'
    end as change,
    (data ->> 'hp')::integer as hp, (data ->> 'max_hp')::integer as max_hp
from new
where type in ('robot_played', 'robot_evolved', 'robot_devolved', 'damage_taken', 'hp_restored', 'max_hp_changed');

-- [frc_tcg.hp]
-- A robot put into play by hand has its maximum.
select
    new.* exclude (game, round, type, seat, token, card, data), (data ->> 'owner')::integer as owner,
    (data -> 'card' ->> 'id')::integer as robot, 'moved' as change,
    (data ->> 'max_hp')::integer as hp, (data ->> 'max_hp')::integer as max_hp
from new
where type = 'card_moved' and (data ->> 'to') = 'alliance';

-- [frc_tcg.hp]
select
    new.* exclude (game, round, type, seat, token, card, data, players, owner, stack), owner,
    (stack -> 'levels' -> 0 ->> 'token')::integer as robot, 'declared' as change,
    (stack ->> 'hp')::integer as hp, (stack ->> 'max_hp')::integer as max_hp
from (
    select *, unnest(from_json(players[owner + 1] -> 'alliance', '["json"]')) as stack
    from (
        select *, generate_subscripts(players, 1) - 1 as owner
        from (select *, from_json(data -> 'players', '["json"]') as players from new where type = 'position_declared')
    )
) new;

-- [frc_tcg.captures]
select
    p.* exclude (game, round, type, seat, data), (p.data ->> 'by')::integer as seat, (p.data ->> 'owner')::integer as owner,
    (p.data ->> 'place')::integer as place, e.command as cause
from new p
join entries e on e.position = p.position
where p.type = 'prize_card_captured' and e.position >= $start;

-- [frc_tcg.evolutions]
select
    new.* exclude (game, round, type, token, card, data, off), coalesce((data ->> 'owner')::integer, seat) as owner,
    (data ->> 'robot')::integer as robot, split_part(type, '_', 2) as change,
    coalesce(token, (off[1] ->> 'id')::integer) as token, coalesce(card, off[1] ->> 'card') as card,
    data -> 'kickoff' ->> 'card' as kickoff,
    (data ->> 'hp')::integer as hp, (data ->> 'max_hp')::integer as max_hp
from (
    select *, from_json(data -> 'shopped', '["json"]') as off from new where type in ('robot_evolved', 'robot_devolved')
) new;

-- [frc_tcg.components]
select
    c.* exclude (game, round, type, data), (c.data ->> 'owner')::integer as owner, (c.data ->> 'robot')::integer as robot,
    case c.type when 'component_played' then 'played' else 'moved' end as change, c.data ->> 'ability' as ability,
    exists (
        from new a
        where a.position = c.position and a.type = 'ability_activated'
            and (a.data ->> 'robot') = (c.data ->> 'robot') and (a.data ->> 'ability') = (c.data ->> 'ability')
    ) as activated
from new c
where c.type in ('component_played', 'component_moved');
