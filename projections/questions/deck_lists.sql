/*
title = "Decks"
meaning = "The registered deck lists: how often they were played and won, and what kind of deck each is."
formula = """\
share = won / n; Wilson's interval for the effective number of independent cases, by the spread over matches; archetype = the most \
played list with which at least half of the cards are shared (sum of the smaller counts / sum of the larger ones), by the \
cards that tell it apart"""
unit = "seats (one player in one match) of matches with a winner; shares from 0 to 1"
sample = "seats that played it"
place = "command line"
recorded = "a deck list is that of the line that stands"
bias = "It is the player's work as much as the deck's. Lists that differ by one card are different decks, of one archetype."
chart = "bars deck share by game against 0.5"
percent = ["share", "q"]
intervals = { share = ["low", "high"] }

[columns]
game = "the game"
deck = "digest of the list"
archetype = "the kind of deck"
n = "seats that played it"
won = "of these, won"
share = "won / n"
q = "share of chance finds among rows with this q or less"
size = "cards in it"
cards = "the list"
*/

-- [answer]
with listed as (
    select match, game, seat, arg_max(deck, position) as deck, arg_max(cards, position) as cards, arg_max(copies, position) as copies
    from decks
    where not undone
    group by match, game, seat
),
played as (
    select
        m.game, d.match, d.deck, count(*) as x, count(*) filter (list_contains(m.winners, d.seat)) as y, any_value(a.archetype) as archetype,
        any_value(d.cards) as cards, any_value(d.copies) as copies
    from listed d
    join chosen m on m.match = d.match
    left join archetypes a on a.game = d.game and a.deck = d.deck
    where m.decided_by is not null and len(m.winners) > 0
        and of_player($player, m.players, d.seat)
    group by m.game, d.match, d.deck
),
tallied as (
    select
        game, deck, any_value(archetype) as archetype, sum(x)::bigint as n, sum(y)::bigint as won, cases_of(y, x) as cases, won / n as share,
        any_value(cards) as cards, any_value(copies) as copies
    from played
    group by game, deck
    having n >= $least
),
compared as (
    select t.*, coalesce(2 * normal_tail(abs(share - base) / sqrt(nullif(base * (1 - base), 0) / cases)), 1) as p
    from tallied t
    join (select game, sum(y) / sum(x) as base from played group by game) using (game)
)
select
    game, deck, archetype, n, won, share, wilson_low(share * cases, cases) as low, wilson_high(share * cases, cases) as high,
    min(p * tests / place) over (partition by game order by place desc rows unbounded preceding) as q, list_sum(copies)::integer as size,
    array_to_string(list_transform(list_zip(cards, copies), lambda c: c[2] || ' ' || c[1]), ', ') as cards
from (
    select *, row_number() over (partition by game order by p, deck) as place, count(*) over (partition by game) as tests from compared
)
order by q > 0.1, low desc, n desc, game, deck

-- [notes]
select counted(count(*), 'match', 'matches') || ' of ' || game || ': no deck list is registered'
from chosen
where match not in (select match from decks where not undone)
group by game
having count(*) > 0
