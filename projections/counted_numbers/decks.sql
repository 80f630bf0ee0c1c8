-- The most played deck lists of each game.
select game, deck, any_value(cards) as cards, any_value(copies) as copies
from decks
where not undone
group by game, deck
qualify row_number() over (partition by game order by count(*) desc, deck) <= $most
order by game, count(*) desc, deck
