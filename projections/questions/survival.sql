/*
title = "How long cards last"
meaning = """\
Of cards that came into play, which share is still there after so many turns: Kaplan and Meier's curve. A card that was \
there when the match ended, or left otherwise, is counted as long as it was seen."""
formula = """\
share = product of (1 - retired / at_risk) over the turns so far; greenwood = share * sqrt(sum of retired / (at_risk \
(at_risk - retired))); low, high = share ^ exp(+- t spread), the spread of log(-log share) over matches with Student's t"""
unit = "turns since it was played; those of the opponent count"
sample = "cards that were there until then (at risk)"
bias = """\
Cards that nobody has ever seen retired are left out (events, items), and so is the time after a card left by another way, \
as if it had gone on as the others did. Cards that stand longer are those that players protect. Lasting is not winning."""
chart = "lines turns share by game"
percent = ["share"]
intervals = { share = ["low", "high"] }

[columns]
game = "the game"
turns = "turns since it was played"
n = "cards that were there until then (at risk)"
retired = "of these, retired in that turn"
share = "share that lasts longer"
greenwood = "its standard error, were all cards independent"
*/

-- [answer]
with moved as (
    select
        m.game, m.match, m.players, c.seat, m.round as last_round, m.turn as last_turn, c.card, c.action, c.turn, c.round, c.token,
        row_number() over line as place, lead(c.action) over line as next_action, lead(c.turn) over line as next_turn,
        lead(c.round) over line as next_round
    from cards c
    join chosen m on m.match = c.match
    where c.token is not null and c.action <> 'revealed' and ($recorded or not c.undone)
    window line as (partition by c.match, c.token order by c.position, c.k)
),
lives as (
    select
        game as curve, match,
        case
            when next_action is not null and next_round = round then next_turn - turn
            when last_round = round then last_turn - turn
            else 0
        end as turns,
        coalesce(next_action = 'retired' and next_round = round, false)::integer as is_gone
    from moved
    where action = 'played' and ($card is null or card = $card) and of_player($player, players, seat)
        and (game, card) in (select (game, card) from moved where action = 'played' and next_action = 'retired')
)
select curve as game, turns, n, gone as retired, share, low, high, greenwood
from kaplan_meier('lives')
where n >= $least
order by game, turns

-- [notes]
select counted(count(*), 'card', 'cards') || ' played without a number that tells it from others of its kind: left out'
from cards c
join chosen m on m.match = c.match
where c.action = 'played' and c.token is null and of_player($player, m.players, c.seat) and ($recorded or not c.undone)
having count(*) > 0
