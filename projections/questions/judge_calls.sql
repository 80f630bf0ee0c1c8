/*
title = "Calls for a judge"
meaning = "calls for a judge"
keys = ["at_turn"]
formula = "100 * calls / matches in scope, those without calls included"
unit = "per 100 matches"
kind = "incidence"
per = 100
y = "1"
exposed = "1"
sample = "all matches in scope"
bias = "Calls that were not entered are missing."
*/

-- [rows]
select m.*, j.turn as at_turn from judging j join chosen m on m.match = j.match where j.kind = 'called' and ($recorded or not j.undone)
