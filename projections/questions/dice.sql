/*
title = "Dice"
meaning = "How often each face of a die came up, over all dice of a game."
formula = "share = count / n; expected = n / faces; Wilson interval of the share"
unit = "dice; shares from 0 to 1"
sample = "dice of that kind thrown"
bias = """\
What was written down is counted: a throw that was forgotten is missing, and a mistyped one counts as typed. With \
twenty faces, one in twenty is outside its interval by chance. Simulated matches show the random numbers of the program."""
chart = "histogram face count by game,faces against expected"
percent = ["share", "fair"]
intervals = { share = ["low", "high"] }

[columns]
game = "the game"
faces = "faces of the die; 2 for a coin"
face = "the face"
n = "dice of that kind thrown"
count = "of these, showing this face"
expected = "how many would, with fair dice"
share = "count / n"
fair = "share of a fair die"
*/

-- [answer]
with thrown as (
    select m.game, d.faces, d.face
    from dice d
    join chosen m on m.match = d.match
    where ($recorded or not d.undone) and d.face between 1 and d.faces
        and if(d.seat is null, of_side($player, m.players, m.sides, d.side), of_player($player, m.players, d.seat))
)
select
    kinds.game, kinds.faces, face, n, count(d.face) as count, n / kinds.faces as expected, count / n as share,
    wilson_low(count, n) as low, wilson_high(count, n) as high, 1 / kinds.faces as fair
from (
    select game, faces, count(*) as n, unnest(range(1, faces + 1)) as face
    from thrown
    group by game, faces
) kinds
left join thrown d using (game, faces, face)
group by kinds.game, kinds.faces, face, n
having n >= $least
order by kinds.game, kinds.faces, face
