/*
title = "Character against character"
meaning = """\
How battles of two characters on the Agility stage came out, where all of them meet: won, drawn and lost for each against \
each."""
formula = "score = (won + drawn / 2) / n; Wilson's interval, for the effective number of independent battles, by the spread over matches"
unit = "battles of two characters; shares from 0 to 1"
sample = "battles of the two on the Agility stage"
bias = "Modifiers decide some of them. Many pairs at once: some stand out by chance; a pair met few times says little."
percent = ["score"]
intervals = { score = ["low", "high"] }

[columns]
card = "card id of the character"
opposing = "card id of the one that it faced"
n = "battles of the two on the Agility stage"
won = "of these, won"
drawn = "drawn"
lost = "lost"
score = "won and half of the drawn, as a share of n"
*/

-- [answer]
select
    card, opposing, sum(x)::bigint as n, sum(w)::bigint as won, sum(x - w - l)::bigint as drawn, sum(l)::bigint as lost, sum(y) / sum(x) as score,
    wilson_low(score * cases_of(y, x), cases_of(y, x)) as low, wilson_high(score * cases_of(y, x), cases_of(y, x)) as high
from (
    select
        b.card, b.opposing_card as opposing, b.match, count(*) as x, count(*) filter (result = 'won') as w, count(*) filter (result = 'lost') as l,
        (x + w - l) / 2 as y
    from robin_in_the_hood.stage_battles b
    join chosen m on m.match = b.match
    where ($recorded or not b.undone) and of_player($player, m.players, b.seat) and b.stage = 'agility' and b.opposing_card is not null and ($card is null or b.card = $card)
    group by b.card, b.opposing_card, b.match
)
group by card, opposing
having sum(x) >= $least
order by card, score desc, opposing

-- [matches]
select match from robin_in_the_hood.stage_battles
where match in (select match from chosen) and stage = 'agility' and card = $row_card and opposing_card = $row_opposing and ($recorded or not undone)
