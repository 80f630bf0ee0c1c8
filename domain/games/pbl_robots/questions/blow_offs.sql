/*
title = "Attacks by target"
meaning = "How often an attack destroyed its final target, by limb or shoulder."
formula = "share = destroyed / n; Wilson interval"
unit = "combats with an outcome (destroyed, defended or replaced); shares from 0 to 1"
sample = "combats with an outcome at this target"
bias = """\
Players attack where they expect to win, and robots are stronger later in a match. Combats of one match are not independent. \
Strikes and effects are not included."""
chart = "bars slot share"
percent = ["share"]
intervals = { share = ["low", "high"] }

[columns]
slot = "head, left_arm, right_arm, legs, left_shoulder or right_shoulder"
n = "combats with an outcome at this target"
destroyed = "combats that destroyed the target"
share = "destroyed / n"
attack_dice = "mean number of dice in the initial attack"
defense_dice = "mean number of dice in the initial defense"
attack = "mean final total of the attacker"
defense = "mean final total of the defender"
bombs = "mean number of hand cards thrown by the attacker"
shields = "mean number of hand cards used by the defender"
*/

-- [answer]
select
    slot,
    count(*) as n,
    count(*) filter (outcome = 'destroyed') as destroyed,
    destroyed / n as share,
    wilson_low(destroyed, n) as low,
    wilson_high(destroyed, n) as high,
    avg(c.attack_dice) as attack_dice,
    avg(c.defense_dice) as defense_dice,
    avg(c.attack) as attack,
    avg(c.defense) as defense,
    avg(c.bombs) as bombs,
    avg(c.shields) as shields
from pbl_robots.combats c
join chosen m on m.match = c.match
where of_side($player, m.players, m.sides, c.attacker) and ($recorded or not undone) and outcome in ('destroyed', 'defended', 'replaced')
group by slot
having n >= $least
order by low desc, n desc, slot

-- [notes]
select counted(count(*), 'combat', 'combats') || ' without an outcome (target gone, void or withdrawn): left out'
from pbl_robots.combats
where match in (select match from chosen) and ($recorded or not undone) and outcome not in ('destroyed', 'defended', 'replaced')
having count(*) > 0
