/*
meaning = "cards in piles that were taken or passed in drafts"
keys = ["card", "pile", "side"]
unit = "picks"
kind = "mean"
y = "p.pick_number"
sample = "known cards of piles"

[numbers.ata]
title = "Average taken at (ATA)"
formula = "sum of the numbers of the picks that took the card / times it was taken; picks are numbered through the draft, from 1"
where = "p.pick = 'pile'"
bias = "A card is taken with its pile, so the other cards in it matter. Piles grow, so late piles are larger."

[numbers.alsa]
title = "Average last seen at (ALSA)"
formula = "sum of the numbers of the last picks in which the card was in a viewed pile / drafts in which it was seen"
where = "p.is_last"
bias = "As ata."
*/

-- [rows]
select *, row_number() over (partition by match, card order by place desc) = 1 as is_last
from (
    select
        m.*, p.side + 1 as side, p.pile, p.pick, unnest(p.cards) as card, place_of(p.position, p.k) as place,
        1 + p.taken_before as pick_number
    from (
        select *, coalesce(count(*) filter (pick = 'pile') over (
            partition by match order by position, k rows between unbounded preceding and 1 preceding
        ), 0) as taken_before
        from pbl_robots.draft_picks
        where pick in ('pile', 'passed') and ($recorded or not undone)
    ) p
    join chosen m on m.match = p.match
)
