/*
title = "What follows what"
meaning = """\
Cards that the same seat played one after the other, at most two turns apart: in how many matches, how much more often than \
if the one had nothing to do with the other, and how often who did so won. With card:, those pairs alone that it begins."""
formula = """\
support = matches with the pair / matches; lift = seats with the pair * seats / (seats with the first * seats with the \
second); odds = (won * others lost) / (lost * others won), half a case added to each; share and its interval (Wilson) of the \
seats with the pair"""
unit = "matches; seats (one player in one match); shares from 0 to 1"
sample = "seats that played both so, in matches decided by play"
place = "command line"
bias = """\
Longer matches have more pairs of everything, so lift is above 1 for cards that are played late; with decks that are not the \
same for all, cards of one deck go together. Who is ahead plays more. Many pairs at once: go by q."""
chart = "bars then lift by first against 1"
percent = ["support", "share"]
intervals = { share = ["low", "high"] }

[columns]
game = "the game"
first = "card id of the first"
then = "card id of the second"
n = "seats that played both so, in matches decided by play"
support = "matches with the pair, as a share of all"
lift = "how much more often than by chance; 1: as often"
share = "share of these seats that won"
odds = "odds ratio of winning with the pair against without"
q = "the share of chance finds among rows with this q or less (Benjamini-Hochberg), against the share of all seats"
*/

-- [answer]
with decided as (
    select r.match, r.seat, m.game, r.result = 'won' as is_won
    from results r
    join chosen m on m.match = r.match
    where m.decided_by = 'play' and len(m.winners) > 0 and ($player is null or lower(r.player) = lower($player))
),
plays as (
    select d.game, d.match, d.seat, d.is_won, c.card, c.round, c.turn, place_of(c.position, c.k) as place
    from cards c
    join decided d on d.match = c.match and d.seat = c.seat
    where c.action = 'played' and c.card is not null and ($recorded or not c.undone)
),
pairs as (
    select distinct a.game, a.match, a.seat, a.is_won, a.card as first, b.card as second
    from plays a
    join plays b on b.match = a.match and b.seat = a.seat and b.round = a.round and b.turn between a.turn and a.turn + 2 and b.place > a.place
    where $card is null or a.card = $card
),
alone as (select game, card, count(distinct match || '/' || seat) as seats from plays group by game, card),
whole as (
    select game, count(*) as seats, count(distinct match) as matches, count(*) filter (is_won) as won, avg(is_won::integer) as base
    from decided
    group by game
),
found as (
    select p.game, first, second, count(*) as n, count(distinct match) as matches, count(*) filter (is_won) as won
    from pairs p
    group by p.game, first, second
    having n >= $least
),
tested as (
    select
        f.*, w.seats, w.base, w.won as all_won, f.matches / w.matches as support, f.n * w.seats / (a.seats * b.seats) as lift, f.won / f.n as share,
        coalesce(2 * normal_tail(abs(share - w.base) / sqrt(nullif(w.base * (1 - w.base), 0) / f.n)), 1) as p
    from found f
    join whole w on w.game = f.game
    join alone a on a.game = f.game and a.card = f.first
    join alone b on b.game = f.game and b.card = f.second
)
select
    game, first, second as then, n, support, lift, share, wilson_low(won, n) as low, wilson_high(won, n) as high,
    (won + 0.5e0) * (seats - n - all_won + won + 0.5e0) / ((n - won + 0.5e0) * (all_won - won + 0.5e0)) as odds,
    min(p * tests / rank) over (partition by game order by rank desc rows unbounded preceding) as q
from (
    select *, row_number() over (partition by game order by p, first, second) as rank, count(*) over (partition by game) as tests from tested
)
order by game, support desc, lift desc, first, second

-- [matches]
select c.match
from cards c
join cards d on d.match = c.match and d.seat = c.seat and d.round = c.round and d.turn between c.turn and c.turn + 2
    and place_of(d.position, d.k) > place_of(c.position, c.k)
where c.game = split_part($row_game, ':', 1) and c.action = 'played' and d.action = 'played' and c.card = $row_first and d.card = $row_then
    and ($recorded or not c.undone) and ($recorded or not d.undone) and c.match in (select match from chosen where game = $row_game)
