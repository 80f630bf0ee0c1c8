-- about: what groups of metrics are counted from; each part may use those before it, and `chosen`, the matches in scope

-- [ended]
-- Ended matches.
select * from chosen where decided_by is not null

-- [sitting]
-- Seats, each with what came of it; result: null while the match runs.
select
    * exclude (seat_number), seat_number::integer as seat, players[seat_number + 1] as player, sides[seat_number + 1] + 1 as side,
    opponents_of(players, sides, seat_number) as opponents, went_first(sides, seat_number, first_seat) as is_first,
    result_of(decided_by, drawn, winners, seat_number) as result,
    result = 'won' as is_won
from (select *, unnest(range(len(players))) as seat_number from chosen)

-- [seated]
-- Seats of ended matches.
select * from sitting where decided_by is not null

-- [lists]
-- The deck list of each seat: the last one that stands.
select match, seat, arg_max(deck, position) as deck, arg_max(cards, position) as cards, arg_max(copies, position) as copies
from decks
where $recorded or not undone
group by match, seat

-- [unknown]
-- Cards that were unknown when they moved, with what became known of them before that number came to another card.
select
    u.match, u.seat, u.turn, u.round, u.action, u.token, place_of(u.position, u.k) as place,
    case when later.next.action not in ('opening', 'drawn', 'searched', 'taken') then later.next.card end as card
from cards u
left join (
    select a.position, a.k, a.token, arg_min({action: b.action, card: b.card}, place_of(b.position, b.k)) as next
    from cards a
    join cards b on b.match = a.match and b.token = a.token and place_of(b.position, b.k) > place_of(a.position, a.k)
    where a.card is null and a.token is not null and ($recorded or not a.undone) and ($recorded or not b.undone)
        and (b.card is not null or b.action in ('opening', 'drawn', 'searched', 'taken'))
    group by a.position, a.k, a.token
) later on later.position = u.position and later.k = u.k and later.token = u.token
where u.card is null and ($recorded or not u.undone)

-- [hidden]
-- Seats of which some draw stayed unknown to the end.
select distinct match, seat from unknown where card is null and action in ('opening', 'drawn')

-- [decided]
-- Seats of matches decided by play, not penalties or agreement; is_open: every card that they drew is known.
select s.*, h.match is null as is_open
from seated s
left join hidden h on h.match = s.match and h.seat = s.seat
where s.decided_by = 'play' and s.result in ('won', 'lost')

-- [moves]
-- What happened to single cards, in those seats.
select s.*, c.card, c.turn as at_turn, c.round as at_round, c.action, c.token, c.place
from (
    select match, seat, turn, round, action, token, card, place_of(position, k) as place
    from cards where card is not null and ($recorded or not undone)
    union all
    select match, seat, turn, round, action, token, card, place from unknown
) c
join decided s on s.match = c.match and s.seat = c.seat

-- [holdings]
-- Cards of deck lists, with the copies in the deck and those that came to the hand.
select
    s.*, l.card, l.in_deck, coalesce(m.opening, 0) as in_opening, coalesce(m.later, 0) as in_draws, coalesce(m.tutored, 0) as in_searched,
    greatest(0, l.in_deck - coalesce(m.opening + m.later + m.tutored, 0)) as not_seen
from (select match, seat, unnest(cards) as card, unnest(copies) as in_deck from lists) l
join decided s on s.match = l.match and s.seat = l.seat
left join (
    select
        match, seat, card, count(*) filter (action = 'opening') as opening, count(*) filter (action = 'drawn') as later,
        count(*) filter (action in ('searched', 'taken')) as tutored
    from moves
    group by match, seat, card
) m on m.match = l.match and m.seat = l.seat and m.card = l.card
