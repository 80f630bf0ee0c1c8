/*
title = "Uses of verbs"
meaning = "How often each verb of a kit is used, in how many matches, and how often the players who used it won."
formula = """\
a_match = uses / n, with Student's interval over matches; a_turn = uses / turns of these matches; share = matches / n; \
win_share = won / seats; with Wilson's intervals"""
unit = "acts; matches; seats (one player in one match); shares from 0 to 1"
sample = "matches of the kit"
bias = """\
Players who are ahead, or play longer, act more often, so a verb that winners use may not be the reason for their wins. Matches in \
progress count for uses, but not for wins. With many verbs, some look extreme by chance."""
chart = "bars verb share by game"
percent = ["share", "win_share"]
intervals = { a_match = ["a_match_low", "a_match_high"], share = ["share_low", "share_high"], win_share = ["low", "high"] }

[columns]
game = "the game, with its kit"
verb = "the verb"
n = "matches of the kit"
uses = "number of uses in these matches"
a_match = "uses per match"
a_turn = "uses per turn"
matches = "matches in which it was used"
share = "matches / n"
seats = "seats that used it, in matches with a winner"
won = "seats that used it and won"
win_share = "won / seats"
*/

-- [answer]
with used as (
    select m.game, a.verb, m.match, a.seat, count(*) as uses, any_value(len(m.winners) > 0) as is_decided, any_value(list_contains(m.winners, a.seat)) as is_won
    from tabletop.acts a
    join chosen m on m.match = a.match
    where ($recorded or not a.undone) and ($player is null or lower(m.players[a.seat + 1]) = lower($player))
    group by m.game, a.verb, m.match, a.seat
),
played as (select game, count(*) as n, sum(turns) as turns from chosen group by game),
seated as (
    select game, verb, count(*) as seats, count(*) filter (is_won) as won
    from used
    where seat is not null and is_decided
    group by game, verb
),
summed as (
    select game, verb, sum(uses)::bigint as uses, count(*) as matches, sum(uses * uses) as squares
    from (select game, verb, match, sum(uses)::bigint as uses from used group by game, verb, match)
    group by game, verb
)
select
    s.game, s.verb, p.n, s.uses, s.uses / p.n as a_match,
    greatest(0, a_match - reach) as a_match_low, a_match + reach as a_match_high,
    s.uses / nullif(p.turns, 0) as a_turn,
    s.matches, s.matches / p.n as share, wilson_low(s.matches, p.n) as share_low, wilson_high(s.matches, p.n) as share_high,
    coalesce(w.seats, 0) as seats, coalesce(w.won, 0) as won, w.won / w.seats as win_share,
    wilson_low(w.won, w.seats) as low, wilson_high(w.won, w.seats) as high
from (
    select
        s.*, student(p.n - 1) * sqrt(greatest(0, s.squares - s.uses * s.uses / p.n) / nullif(p.n - 1, 0) / p.n) as reach
    from summed s
    join played p on p.game = s.game
) s
join played p on p.game = s.game
left join seated w on w.game = s.game and w.verb = s.verb
where s.matches >= $least
order by s.game, s.uses desc, s.verb

-- [notes]
select counted(count(*), 'match', 'matches') || ' without a winner, or still in progress: only uses are counted'
from chosen where status = 'running' or winners is null or len(winners) = 0
having count(*) > 0
