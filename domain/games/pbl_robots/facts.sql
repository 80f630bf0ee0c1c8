-- game: pbl_robots
-- about: PBL ROBOTS. The points are blow-offs, counted for each seat of the side that gets the credit.

-- [tables]
-- PBL ROBOTS: attacks from declaration to outcome, at the entry that ended them.
create table pbl_robots.combats (
    like events,
    attacker integer,  -- attacking side
    limb varchar,  -- attacking limb
    target integer,  -- side attacked, at the end
    slot varchar,  -- limb or shoulder attacked, at the end: head, left_arm, right_arm, legs, left_shoulder or right_shoulder
    declared_slot varchar,  -- limb or shoulder named in the declaration
    paid varchar,  -- what the attack used up: move, rage or extra
    attack_dice bigint,  -- dice of the initial attack
    excluded_dice bigint,  -- dice of the initial attack that did not count
    defense_dice bigint,  -- dice of the initial defense
    bombs bigint,  -- hand cards thrown by the attacker
    shields bigint,  -- hand cards used by the defender
    storage_bombs bigint,  -- storage bombs used by both sides
    attack integer,  -- final attack total
    defense integer,  -- final defense total
    outcome varchar  -- defended, destroyed, replaced (a card replaced the blow-off), no_result, void or withdrawn
);

-- PBL ROBOTS: limbs blown off.
create table pbl_robots.blow_offs (
    like events,
    side integer,  -- side that lost the limb
    slot varchar,  -- the limb
    credit integer,  -- side that gets the credit; null without credit
    cause varchar,  -- combat, strike, or the name of the command that led to it
    terminated boolean  -- true if it was the robot's last limb
);

-- PBL ROBOTS: pilot points of each side, each time they changed.
create table pbl_robots.pilot_points (
    like events,
    side integer,  -- the side
    cause varchar,  -- name of the event that changed them
    slot varchar,  -- limb or shoulder; null if the change concerns none
    delta bigint,  -- change of the number; null if a whole side was set
    after bigint  -- number after the change
);

-- PBL ROBOTS: armor, crew, hangars and expert pilots put into play.
create table pbl_robots.builds (
    like events,
    side integer,  -- the side
    seat integer,  -- player whose hand it came from; null if it came from elsewhere
    token integer,  -- number of the physical card in the hand
    kind varchar,  -- armor, crew, hangar or pilot
    card varchar,  -- card id
    slot varchar,  -- limb or shoulder, for armor
    level integer,  -- level; the skill of a crew member
    attack integer,  -- attack of the card
    defense integer,  -- defense of the card
    move boolean  -- true if it was the MOVE of the turn
);

-- PBL ROBOTS: piles taken or passed in a draft, starters and challenge cards chosen.
create table pbl_robots.draft_picks (
    like events,
    side integer,  -- the side
    pick varchar,  -- pile, passed, starter or challenge
    pile integer,  -- number of the pile, from 1
    size integer,  -- cards in it
    cards varchar[]  -- known cards in it
);

-- PBL ROBOTS: openings and refills of the Shop.
-- like events
-- side: side whose draw or card opened it
-- turned_up: number of cards turned up
-- cards: known cards that were turned up
-- shuffled: number of scrap cards that became a new deck
-- by_draw: true if a draw opened it, false if a card did
create view pbl_robots.shop_openings as
select
    position, match, version, k, turn, undone, (data ->> 'side')::integer as side, len(places) as turned_up,
    list_filter(list_transform(places, lambda place: place ->> 1), lambda card: card is not null) as cards,
    coalesce((data ->> 'shuffled')::integer, 0) as shuffled, coalesce((data ->> 'by_draw')::boolean, true) as by_draw
from (select *, from_json(data -> 'row', '["json"]') as places from events where game = 'pbl_robots' and type = 'shop_opened');

-- [seats]
select
    match, game, generate_subscripts(seats, 1) - 1 as seat, unnest(seats) ->> 'name' as player,
    (unnest(seats) ->> 'side')::integer as side
from (select match, game, from_json(data -> 'seats', '["json"]') as seats from new where type = 'match_created');

-- [firsts]
select match, game, position, version, undone, (data -> 'order' ->> 0)::integer as seat from new where type = 'game_started';

-- [declarations]
select match, game, position, version, undone, round, (data ->> 'number')::integer as turn
from new
where type = 'position_declared';

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
select new.* exclude (type, seat, token, card, data), s.seat, 0 as delta, 0 as after, 'start' as cause
from new
join seats s on s.match = new.match
where new.type = 'match_created';

-- [points]
select new.* exclude (type, seat, token, card, data), s.seat, 1 as delta, 'blow_off' as cause
from new
join seats s on s.match = new.match and s.side = (new.data ->> 'by')::integer
where new.type = 'limb_blown_off';

-- [points]
select
    new.* exclude (type, seat, token, card, data), s.seat,
    coalesce((data -> 'sides' -> s.side ->> 'blow_offs')::bigint, 0) as after, 'declared' as cause
from new
join seats s on s.match = new.match
where new.type = 'position_declared';

-- [cards]
select
    new.* exclude (type, data),
    case type
        when 'card_drawn' then 'drawn'
        when 'shop_card_taken' then 'taken'
        when 'deck_searched' then 'searched'
        when 'card_revealed' then 'revealed'
        when 'pick_used' then 'discarded'
        else 'played'
    end as action
from new
where type in ('card_drawn', 'shop_card_taken', 'deck_searched', 'card_revealed', 'pick_used', 'action_played')
    and token is not null;

-- [cards]
select
    new.* exclude (type, card, data),
    coalesce(data -> 'armor', data -> 'crew', data -> 'hangar', data -> 'pilot') ->> 'card' as card, 'played' as action
from new
where type in ('armor_built', 'crew_played', 'hangar_built', 'expert_pilot_played') and seat is not null;

-- [cards]
select
    new.* exclude (type, token, card, data, item), (item ->> 'id')::integer as token, item ->> 'card' as card,
    case type
        when 'opening_hand_kept' then 'opening'
        when 'bombs_thrown' then 'bomb'
        when 'shields_raised' then 'shield'
        else 'discarded'
    end as action
from (
    select *, unnest(from_json(coalesce(data -> 'hand', data -> 'tokens'), '["json"]')) as item
    from new
    where type in ('opening_hand_kept', 'bombs_thrown', 'shields_raised', 'cards_discarded', 'hand_limit_discarded')
) new;

-- [cards]
-- The opening hand that was not kept.
select
    new.* exclude (type, token, card, data, item), (item ->> 'id')::integer as token, item ->> 'card' as card, 'returned' as action
from (
    select *, unnest(from_json(data -> 'returned', '["json"]')) as item from new where type = 'opening_hand_kept'
) new;

-- [dice]
-- Purposes: attack, defense, bomb, shield, effect, strike, storage_bomb, and for a d20 pilots, challenge or first_turn. The side of an initial roll is that of the latest declaration that was not undone then.
with thrown as (
    select
        *, data ->> case type when 'd20_rolled' then 'purpose' else 'pool' end as word,
        case when (data -> 'value') is null then from_json(data -> 'dice', '["integer"]') else [(data ->> 'value')::integer] end as shown,
        coalesce(from_json(data -> 'excluded', '["integer"]'), []) as excluded_faces
    from new
    where type in (
        'attack_rolled', 'defense_rolled', 'bombs_thrown', 'shields_raised', 'dice_added', 'strike_resolved',
        'storage_bomb_added', 'd20_rolled'
    )
),
fights as (
    select
        e.position, e.k, arg_max((d.data ->> 'side')::integer, place_of(d.position, d.k)) as attacker,
        arg_max((d.data ->> 'target')::integer, place_of(d.position, d.k)) as target
    from thrown e
    join past d on d.match = e.match and d.type = 'attack_declared' and place_of(d.position, d.k) < place_of(e.position, e.k)
        and (d.undone_by is null or d.undone_by > e.version)
    where e.type in ('attack_rolled', 'defense_rolled', 'dice_added')
    group by e.position, e.k
)
select t.* exclude (single), coalesce(t.single, o.seat, a.seat) as seat
from (
    select
        t.position, t.match, t.game, t.version, t.k, t.round, t.turn, t.undone,
        case
            when t.type in ('bombs_thrown', 'shields_raised') then s.side
            when t.type in ('strike_resolved', 'storage_bomb_added', 'd20_rolled') then (t.data ->> 'side')::integer
            when t.type = 'attack_rolled' or t.word = 'attack' then f.attacker
            else f.target
        end as side,
        case when t.type in ('bombs_thrown', 'shields_raised') then t.seat end as single,
        case t.type
            when 'attack_rolled' then 'attack'
            when 'defense_rolled' then 'defense'
            when 'bombs_thrown' then 'bomb'
            when 'shields_raised' then 'shield'
            when 'dice_added' then 'effect'
            when 'strike_resolved' then 'strike'
            when 'storage_bomb_added' then 'storage_bomb'
            else t.word
        end as purpose,
        case t.type when 'd20_rolled' then 20 else 6 end as faces,
        generate_subscripts(t.shown, 1) as roll, unnest(t.shown) as face, list_contains(t.excluded_faces, unnest(t.shown)) as excluded
    from thrown t
    left join fights f on f.position = t.position and f.k = t.k
    left join seats s on s.match = t.match and s.seat = t.seat
) t
left join (
    select match, side, any_value(seat) as seat from seats group by match, side having count(*) = 1
) o on o.match = t.match and o.side = t.side
-- If a side has several players, the player to act counts as the one who threw the dice.
join entries e on e.position = t.position
left join seats a on a.match = t.match and a.seat = e.seat and a.side = t.side;

-- [pbl_robots.combats]
with ended as (select *, place_of(position, k) as place from new where type in ('combat_ended', 'attack_withdrawn')),
line as (select *, place_of(position, k) as place from past),
fights as (
    select e.position, e.k, max(d.place) as start
    from ended e
    join line d on d.match = e.match and d.type = 'attack_declared' and d.place < e.place
        and (d.undone_by is null or d.undone_by > e.version)
    group by e.position, e.k
),
sums as (
    select
        e.position, e.k, any_value(d.data) as declared,
        sum(json_array_length(r.data -> 'dice')) filter (r.type = 'attack_rolled') as attack_dice,
        sum(json_array_length(r.data -> 'excluded')) filter (r.type = 'attack_rolled') as excluded_dice,
        sum(json_array_length(r.data -> 'dice')) filter (r.type = 'defense_rolled') as defense_dice,
        sum(json_array_length(r.data -> 'tokens')) filter (r.type = 'bombs_thrown') as bombs,
        sum(json_array_length(r.data -> 'tokens')) filter (r.type = 'shields_raised') as shields,
        count(*) filter (r.type = 'storage_bomb_used') as storage_bombs
    from ended e
    join fights f on f.position = e.position and f.k = e.k
    join line d on d.match = e.match and d.place = f.start
    left join line r on r.match = e.match and r.place > f.start and r.place < e.place
        and (r.undone_by is null or r.undone_by > e.version)
        and r.type in ('attack_rolled', 'defense_rolled', 'bombs_thrown', 'shields_raised', 'storage_bomb_used')
    group by e.position, e.k
)
select
    e.position, e.match, e.version, e.k, e.turn, e.undone,
    (s.declared ->> 'side')::integer as attacker, s.declared ->> 'limb' as limb,
    coalesce(e.data ->> 'target', s.declared ->> 'target')::integer as target,
    coalesce(e.data ->> 'slot', s.declared ->> 'slot') as slot, s.declared ->> 'slot' as declared_slot,
    coalesce(s.declared ->> 'paid', 'move') as paid,
    coalesce(s.attack_dice, 0) as attack_dice, coalesce(s.excluded_dice, 0) as excluded_dice,
    coalesce(s.defense_dice, 0) as defense_dice, coalesce(s.bombs, 0) as bombs, coalesce(s.shields, 0) as shields,
    coalesce(s.storage_bombs, 0) as storage_bombs,
    coalesce((e.data ->> 'attack')::integer, 0) as attack, coalesce((e.data ->> 'defense')::integer, 0) as defense,
    coalesce(e.data ->> 'outcome', 'withdrawn') as outcome
from ended e
left join sums s on s.position = e.position and s.k = e.k;

-- [pbl_robots.blow_offs]
select
    b.* exclude (game, round, type, seat, token, card, data), (b.data ->> 'side')::integer as side, b.data ->> 'slot' as slot,
    (b.data ->> 'by')::integer as credit, coalesce(c.cause, e.command) as cause, coalesce(c.terminated, false) as terminated
from new b
join entries e on e.position = b.position
left join (
    select
        b.position, b.k,
        bool_or(c.type = 'robot_terminated' and (c.data ->> 'side') = (b.data ->> 'side')) as terminated,
        case
            when bool_or(c.type = 'combat_ended' and (c.data ->> 'outcome') = 'destroyed' and c.k = b.k - 1) then 'combat'
            when bool_or(c.type = 'strike_resolved' and c.k < b.k) then 'strike'
        end as cause
    from new b
    join new c on c.position = b.position and c.type in ('robot_terminated', 'combat_ended', 'strike_resolved')
    where b.type = 'limb_blown_off'
    group by b.position, b.k
) c on c.position = b.position and c.k = b.k
where b.type = 'limb_blown_off' and e.position >= $start;

-- [pbl_robots.pilot_points]
-- Armor, blow-off cards and attached actions count. A new match, a declared position and the removal of a side's cards reset the number.
with changes as (
    select
        * exclude (side), place_of(position, k) as place, (data ->> 'side')::integer as side,
        case type
            when 'armor_built' then 1
            when 'action_attached' then 1
            when 'limb_blown_off' then 1
            when 'armor_removed' then -1
            when 'action_detached' then -1
            when 'shoulder_destroyed' then -json_array_length(data -> 'scrapped')::bigint
            when 'limb_regenerated' then
                -1 - coalesce(json_array_length(data -> 'scrapped'), 0)::bigint - coalesce(json_array_length(data -> 'detached'), 0)::bigint
        end as delta,
        case type when 'cards_removed' then 0 end as reset
    from (select *, null as side from past)
    where type in (
        'armor_built', 'action_attached', 'limb_blown_off', 'armor_removed', 'action_detached', 'shoulder_destroyed',
        'limb_regenerated', 'cards_removed'
    )
    union all by name
    select
        * exclude (sides), place_of(position, k) as place, generate_subscripts(sides, 1) - 1 as side,
        coalesce(list_sum(list_transform(
            from_json(unnest(sides) -> 'slots', '[{"stack":["json"],"dead":"boolean","attached":["json"]}]'),
            lambda slot: coalesce(len(slot.stack), 0) + coalesce(slot.dead::integer, 0) + coalesce(len(slot.attached), 0)
        )), 0)::bigint as reset
    from (
        select *, from_json(data -> 'sides', '["json"]') as sides from past where type in ('match_created', 'position_declared')
    )
)
select
    position, match, version, k, turn, undone, side, cause, slot, delta,
    sum(case when past_place = last_reset then past_reset when past_place > last_reset then past_delta else 0 end)::bigint as after
from (
    select
        e.position, e.match, e.version, e.k, e.turn, e.undone, e.side, e.type as cause, e.data ->> 'slot' as slot, e.delta,
        h.place as past_place, h.reset as past_reset, h.delta as past_delta,
        max(case when h.reset is not null then h.place end) over (partition by e.place, e.side) as last_reset
    from changes e
    join changes h on h.match = e.match and h.side = e.side and h.place <= e.place
        and (h.undone_by is null or h.undone_by > e.version)
    where e.position >= $start
)
group by all;

-- [pbl_robots.builds]
select
    new.* exclude (game, round, type, card, data, part), (data ->> 'side')::integer as side,
    case type when 'armor_built' then 'armor' when 'crew_played' then 'crew' when 'hangar_built' then 'hangar' else 'pilot' end as kind,
    part ->> 'card' as card, data ->> 'slot' as slot,
    case type
        when 'armor_built' then coalesce((part ->> 'level')::integer, 0)
        else coalesce(part ->> 'level', part ->> 'skill')::integer
    end as level,
    coalesce((part ->> 'attack')::integer, 0) as attack, coalesce((part ->> 'defense')::integer, 0) as defense,
    coalesce((data ->> 'move')::boolean, true) as move
from (
    select *, coalesce(data -> 'armor', data -> 'crew', data -> 'hangar', data -> 'pilot') as part
    from new
    where type in ('armor_built', 'crew_played', 'hangar_built', 'expert_pilot_played')
) new;

-- [pbl_robots.draft_picks]
select
    new.* exclude (game, round, type, seat, token, card, data), (data ->> 'side')::integer as side,
    case type when 'pile_taken' then 'pile' when 'pile_passed' then 'passed' when 'starter_chosen' then 'starter' else 'challenge' end as pick,
    (data ->> 'pile')::integer as pile,
    coalesce(from_json(data -> 'cards', '["varchar"]'), case when type like 'pile%' then [] else [coalesce(data -> 'pilot' ->> 'card', card)] end) as cards,
    coalesce((data ->> 'count')::integer, len(cards)) as size
from (select * replace (case type when 'starter_chosen' then null else card end as card) from new) new
where type in ('pile_taken', 'pile_passed', 'starter_chosen', 'challenge_card_played');
