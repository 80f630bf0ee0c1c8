-- Each list with the kind that it is most alike, where it is alike enough.
create or replace temp table archetypes as
with sizes as (select game, deck, any_value(archetype) as archetype, sum(copies) as size from leaders group by game, deck),
lists as (select game, deck, any_value(cards) as cards, any_value(copies) as copies, list_sum(any_value(copies)) as size from decks group by game, deck),
shared as (
    select l.game, l.deck, k.deck as kind, sum(least(l.copies, k.copies)) as shared
    from (select game, deck, unnest(cards) as card, unnest(copies) as copies from lists) l
    join leaders k on k.game = l.game and k.card = l.card
    group by l.game, l.deck, k.deck
),
nearest as (
    select s.game, s.deck, arg_max(z.archetype, (s.shared / (l.size + z.size - s.shared), s.kind)) as archetype,
        max(s.shared / (l.size + z.size - s.shared)) as alike
    from shared s
    join lists l on l.game = s.game and l.deck = s.deck
    join sizes z on z.game = s.game and z.deck = s.kind
    group by s.game, s.deck
)
select l.game, l.deck, case when n.alike >= $alike then n.archetype else $other end as archetype
from lists l
left join nearest n on n.game = l.game and n.deck = l.deck
