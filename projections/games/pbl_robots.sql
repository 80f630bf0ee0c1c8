-- game: pbl_robots
-- about: PBL Robots. The points are blow-offs, counted for each seat of the side that gets the credit.

-- [seats]
select
    match, game, generate_subscripts(seats, 1) - 1 as seat, unnest(seats) ->> 'name' as player,
    (unnest(seats) ->> 'side')::integer as side
from (select match, game, from_json(data -> 'seats', '["json"]') as seats from new where type = 'match_created');

-- [firsts]
select match, game, position, version, undone, (data -> 'order' ->> 0)::integer as seat from new where type = 'game_started';

-- [endings]
select
    new.match, new.game, new.position, new.version, any_value(new.undone) as undone,
    coalesce(list(s.seat order by s.seat) filter (s.seat is not null), []) as winners,
    len(winners) = 0 as drawn,
    any_value(new.data ->> 'reason') as reason,
    false as agreed
from new
left join seats s on s.match = new.match and list_contains(from_json(new.data -> 'winners', '["integer"]'), s.side)
where new.type = 'game_ended'
group by new.match, new.game, new.position, new.version;

-- [points]
select new.* exclude (type, seat, token, card, data), s.seat, 0 as delta, 'start' as cause
from new
join seats s on s.match = new.match
where new.type = 'match_created';

-- [points]
select new.* exclude (type, seat, token, card, data), s.seat, 1 as delta, 'blow_off' as cause
from new
join seats s on s.match = new.match and s.side = (new.data ->> 'by')::integer
where new.type = 'limb_blown_off';

-- [cards]
select
    new.* exclude (type, data),
    case type when 'card_drawn' then 'drawn' when 'shop_card_taken' then 'drawn' when 'card_revealed' then 'revealed'
        else 'played' end as action
from new
where type in ('card_drawn', 'shop_card_taken', 'card_revealed', 'action_played');

-- [cards]
select
    new.* exclude (type, card, data),
    coalesce(data -> 'armor', data -> 'crew', data -> 'hangar', data -> 'pilot') ->> 'card' as card, 'played' as action
from new
where type in ('armor_built', 'crew_played', 'hangar_built', 'expert_pilot_played') and seat is not null;

-- [cards]
select
    new.* exclude (type, token, card, data, item), (item ->> 'id')::integer as token, item ->> 'card' as card, 'opening' as action
from (select *, unnest(from_json(data -> 'hand', '["json"]')) as item from new where type = 'opening_hand_kept') new;
