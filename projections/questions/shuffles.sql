/*
title = "Are the shuffles fair?"
meaning = "Whether each card lies anywhere in the deck as often as anywhere else, by where it came among the draws of a match."
formula = """\
u = (draws before it + chance) / all draws of the seat; D = the largest distance of the u of a card from evenly spread ones; \
p by Kolmogorov and Smirnov. chance: from 0 to 1, by a digest of match and card; for a card of the opening hand, anywhere in \
the hand. q: Benjamini and Hochberg over all cards drawn 30 times or more"""
unit = "cards drawn; chances from 0 to 1"
sample = "times it was drawn"
place = "command line"
bias = """\
A card that ends matches is found in their last draws, one that is kept is not: both look like bad shuffling, and no shuffle \
explains them. Seats that searched, shuffled anew or drew a card twice are left out, as far as the record shows it."""
chart = "bars card mean by game against 0.5"
percent = ["p", "q", "mean"]
intervals = { mean = ["low", "high"] }

[columns]
game = "the game"
card = "the card"
n = "times it was drawn"
mean = "mean u; 0.5 where it lies anywhere"
d = "Kolmogorov's D"
p = "how often fair shuffles are as far off"
q = "share of chance finds among rows with this q or less"
finding = "what it comes to"
*/

-- [answer]
with drawn as (
    select
        c.game, c.match, c.seat, c.card, c.token, c.action,
        row_number() over (partition by c.match, c.seat order by c.position, c.k, c.token) - 1 as before,
        count(*) over (partition by c.match, c.seat) as draws,
        count(*) filter (c.action = 'opening') over (partition by c.match, c.seat) as opening,
        count(c.card) over (partition by c.match, c.seat) as known,
        count(distinct c.token) over (partition by c.match, c.seat) as tokens,
        count(*) filter (c.action in ('searched', 'taken', 'returned')) over (partition by c.match, c.seat) as searched
    from cards c
    join chosen m on m.match = c.match
    where of_player($player, m.players, c.seat) and ($recorded or not c.undone)
        and c.action in ('opening', 'drawn', 'searched', 'taken', 'returned')
),
placed as (
    select
        game, card,
        (case when action = 'opening' then 0 else before end + chance * case when action = 'opening' then opening else 1 end) / draws as u
    from (select *, (md5_number_lower(match || '/' || seat || '/' || token) >> 11) / 9007199254740992 as chance from drawn)
    where known = draws and tokens = draws and searched = 0
),
ordered as (
    select *, row_number() over (partition by game, card order by u) as place, count(*) over (partition by game, card) as n from placed
),
tested as (
    select
        game, card, any_value(n) as n, exact_mean(u) as mean, exact_spread(u) as spread, max(greatest(place / n - u, u - (place - 1) / n)) as d,
        kolmogorov_tail(d, any_value(n)) as p
    from ordered
    group by game, card
    having any_value(n) >= $least
),
ranked as (
    select *, rank() over alike as place, count(*) over (partition by n >= 30) as tests from tested
    window alike as (partition by n >= 30 order by p, game, card)
)
select
    game, card, n, mean, greatest(0, mean - student(n - 1) * spread / sqrt(n)) as low,
    least(1, mean + student(n - 1) * spread / sqrt(n)) as high, d, p,
    case when n >= 30 then min(p * tests / place) over (partition by n >= 30 order by place desc rows unbounded preceding) end as q,
    case when n < 30 then format('too few to tell (n = {:,d})', n) when q <= 0.1 then format('not evenly spread (q = {:.2g}, n = {:,d})', q, n) else format('no evidence of unfairness (n = {:,d})', n) end as finding
from ranked
order by p, game, card

-- [notes]
select counted(count(*) filter (known < draws), 'seat', 'seats') || ' with unknown draws left out; coverage '
    || round(100 * count(*) filter (known = draws) / count(*))::integer || ' % of ' || format('{:,d}', count(*))
from (
    select c.match, c.seat, count(*) as draws, count(c.card) as known
    from cards c
    join chosen m on m.match = c.match
    where of_player($player, m.players, c.seat) and ($recorded or not c.undone) and c.action in ('opening', 'drawn')
    group by c.match, c.seat
)
having count(*) > 0
