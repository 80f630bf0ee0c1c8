-- title: Decks
-- meaning: The registered deck lists: how often they were played and won, and what kind of deck each is.
-- formula: share = won / n; Wilson's interval; archetype = the most played list with which at least half of the cards are shared
--    (sum of the smaller counts / sum of the larger ones), by the cards that tell it apart
-- unit: seats (one player in one match) of matches with a winner; shares from 0 to 1
-- place: command line
-- recorded: a deck list is that of the line that stands
-- needs: archetypes
-- bias: It is the player's work as much as the deck's. Lists that differ by one card are different decks, of one archetype.
-- chart: bars deck share by game against 0.5
-- percent: share
-- interval share: low high
-- column game: the game
-- column deck: digest of the list
-- column archetype: the kind of deck
-- column n: seats that played it
-- column won: of these, won
-- column share: won / n
-- column low: lower end of its 95 % interval
-- column high: upper end
-- column size: cards in it
-- column cards: the list

-- [answer]
select
    m.game, d.deck, any_value(a.archetype) as archetype, count(*) as n,
    count(*) filter (list_contains(m.winners, d.seat)) as won, won / n as share, wilson_low(won, n) as low, wilson_high(won, n) as high,
    list_sum(any_value(d.copies))::integer as size,
    array_to_string(list_transform(list_zip(any_value(d.cards), any_value(d.copies)), lambda c: c[2] || ' ' || c[1]), ', ') as cards
from (
    select match, game, seat, arg_max(deck, position) as deck, arg_max(cards, position) as cards, arg_max(copies, position) as copies
    from decks
    where not undone
    group by match, game, seat
) d
join chosen m on m.match = d.match
left join archetypes a on a.game = d.game and a.deck = d.deck
where m.decided_by is not null and len(m.winners) > 0
group by m.game, d.deck
having n >= $least
order by low desc, n desc, m.game, d.deck

-- [notes]
select counted(count(*), 'match', 'matches') || ' of ' || game || ': no deck list is registered'
from chosen
where match not in (select match from decks where not undone)
group by game
having count(*) > 0
