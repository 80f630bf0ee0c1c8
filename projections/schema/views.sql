-- The result of each seat of a match that has ended.
-- match: id of the match
-- game: name of the game
-- kind: match, what-if, simulated, duplicate or contest
-- seat: the seat
-- player: the player's name
-- side: the side it belongs to
-- first: true for the seat that went first
-- result: won, lost, drawn, or none (ended without winner or draw)
-- score: its final number, where the game has one
-- agreed: true where the players agreed the result
create view results as
select
    m.match, m.game, m.kind, s.seat, s.player, s.side, s.seat = m.first_seat as first,
    case
        when m.drawn then 'drawn'
        when list_contains(m.winners, s.seat) then 'won'
        when len(m.winners) > 0 then 'lost'
        else 'none'
    end as result,
    m.scores[s.seat + 1] as score,
    m.status = 'concluded' as agreed
from matches m
join seats s on s.match = m.match
where m.status <> 'running';

-- The turns of each match, from the actions that stand; where a position was declared, from its turn on.
-- match: id of the match
-- game: name of the game
-- round: the round
-- turn: the turn
-- seat: the seat whose turn it was, where only one was to act
-- actions: actions entered in it
-- minutes: table time from its first to its last action
create view turns as
select
    e.match, e.game, e.round, e.turn,
    case when count(distinct seat) = 1 then any_value(seat) end as seat,
    count(*) as actions,
    epoch_us(max(happened_at) - min(happened_at)) / 60e6 as minutes
from entries e
join matches m on m.match = e.match
where not e.undone and e.kind in ('opened', 'action') and e.turn > 0 and (e.round, e.turn) >= (m.from_round, m.from_turn)
group by e.match, e.game, e.round, e.turn;
