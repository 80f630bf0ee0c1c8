/*
title = "Cards played"
meaning = "How often seats that played a card won, compared with all seats; with player:, only with that player's seats."
formula = """\
share = seats that played the card and won / seats that played it, in matches won by play; Wilson's interval for \
the effective number of independent cases, by the spread over matches; lift = share - baseline, the share of all seats in \
these matches that won; q: Benjamini and Hochberg over the cards of the game, against the baseline. Cards with q of 0.1 or \
less come first; more: for a power of 80 % in a two-sided test at 5 % of this card alone (NIST e-Handbook, 7.2.4.2)"""
unit = "seats (one player in one match); shares from 0 to 1; lift from -1 to 1"
sample = "seats that played it; cards of a catalogue in use that no seat played have a row with 0"
bias = """\
A card that is played late is played in games that lasted; a card that is played by who is ahead looks strong. Cards that \
stayed unknown are not in it: see the note on coverage. Many cards at once: some intervals leave the baseline out by chance, \
so go by q."""
chart = "bars card share by game"
percent = ["share", "lift", "q"]
intervals = { share = ["low", "high"] }

[columns]
game = "the game"
card = "card id"
copies = "copies played"
n = "seats that played it"
won = "of these, won"
share = "won / n"
lift = "share less the baseline"
first_turn = "median turn of the first copy"
q = "share of chance finds among rows with this q or less"
more = "further matches that find a true lift of 5 percentage points in four of five cases"
*/

-- [answer]
with decided as (
    select m.game, r.match, r.seat, r.result = 'won' as is_winner, avg((r.result = 'won')::integer) over (partition by m.game) as baseline
    from results r
    join chosen m on m.match = r.match
    where m.decided_by = 'play' and len(m.winners) > 0 and ($player is null or lower(r.player) = lower($player))
),
played as (
    select d.game, c.card, c.match, c.seat, count(*) as copies, min(c.turn) as first_turn, any_value(d.is_winner) as is_winner,
        any_value(d.baseline) as baseline
    from cards c
    join decided d on d.match = c.match and d.seat = c.seat
    where c.action = 'played' and c.card is not null and ($recorded or not c.undone) and ($card is null or c.card = $card)
    group by d.game, c.card, c.match, c.seat
),
counted_by_match as (
    select game, card, match, sum(copies) as copies, count(*) as x, count(*) filter (is_winner) as y, any_value(baseline) as baseline
    from played
    group by game, card, match
),
tallied as (
    select
        c.*, t.first_turn, won / n as share, share - baseline as lift,
        coalesce(2 * normal_tail(abs(lift) / sqrt(nullif(baseline * (1 - baseline), 0) / cases)), 1) as p
    from (
        select game, card, sum(copies)::bigint as copies, sum(x)::bigint as n, sum(y)::bigint as won, count(*) as matches, cases_of(y, x) as cases, any_value(baseline) as baseline
        from counted_by_match
        group by game, card
        having n >= $least
    ) c
    join (select game, card, median(first_turn) as first_turn from played group by game, card) t using (game, card)
)
select
    game, card, copies, n, won, share, wilson_low(share * cases, cases) as low, wilson_high(share * cases, cases) as high, lift, first_turn,
    min(p * tests / place) over (partition by game order by place desc rows unbounded preceding) as q, matches_missing(baseline, cases, matches) as more
from (
    select *, row_number() over (partition by game order by p, card) as place, count(*) over (partition by game) as tests from tallied
)
union all by name
-- Cards of their catalogues that no seat played.
select k.game, k.card, 0 as copies, 0 as n, 0 as won
from (
    select distinct d.game, c.card
    from (select distinct game, match from decided) d
    join matches m on m.match = d.match
    join catalogue_cards c on c.catalogue = m.catalogue
) k
where $least <= 1 and ($card is null or k.card = $card) and (k.game, k.card) not in (select (game, card) from played)
order by n = 0, q > 0.1, low desc, n desc, game, card

-- [matches]
select c.match
from cards c
join results r on r.match = c.match and r.seat = c.seat
join chosen m on m.match = c.match
where m.decided_by = 'play' and len(m.winners) > 0 and ($player is null or lower(r.player) = lower($player))
    and c.action = 'played' and c.game = $row_game and c.card = $row_card and ($recorded or not c.undone)

-- [notes]
select printf(
    '%s: identities are known of %.0f %% of the cards drawn and %.0f %% of those played',
    game, 100 * drawn_known / greatest(drawn, 1), 100 * played_known / greatest(played, 1)
)
from (
    select
        m.game,
        count(*) filter (action in ('opening', 'drawn')) as drawn,
        count(card) filter (action in ('opening', 'drawn')) as drawn_known,
        count(*) filter (action = 'played') as played,
        count(card) filter (action = 'played') as played_known
    from cards c
    join chosen m on m.match = c.match
    where ($recorded or not undone)
        and ($player is null or (c.match, seat) in (select (match, seat) from seats where lower(player) = lower($player)))
    group by m.game
    order by m.game
)
union all
select counted(count(*), 'match', 'matches') || case decided_by when 'penalty' then ' decided by a penalty: left out' else ' ended by agreement: left out' end
from chosen where decided_by <> 'play'
group by decided_by
