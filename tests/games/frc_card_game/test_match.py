"""Ada's gamble: a whole match, logged action by action, against the expected state after each turn."""

from tests.games.frc_card_game.tables import ADA, BO, RESOURCES, Table, names, points, started

AFTER_TURN = {
    1: ("4000/2/26 dasher OFF(wes)", "4000/4/26"),
    2: ("3900/2/26 retired dasher,wes", "4000/3/25 lifter OFF(cleo)"),
    3: ("3900/2/25 SB nia retired dasher,wes", "4000/3/25 lifter OFF(cleo)"),
    4: ("3300/2/25 SB nia retired dasher,wes", "4000/2/24 SB sol lifter OFF(cleo) M/E coach_may"),
    5: ("3300/1/24 krabby OFF(nia,pax) retired dasher,wes", "3700/2/24 SB sol M/E coach_may retired lifter,cleo"),
    6: ("3300/1/24 krabby OFF(nia,pax) retired dasher,wes",
        "3700/1/23 SB sol wall DEF(dana) M/E coach_may retired lifter,cleo"),
    7: ("2600/1/23 SB dee,nia retired dasher,wes,krabby,pax",
        "3700/1/23 SB sol wall DEF(dana) M/E coach_may retired lifter,cleo"),
    8: ("-100/1/23 SB dee,nia retired dasher,wes,krabby,pax",
        "3700/0/22 wall OFF(dana) cannon OFF(sol,cleo) M/E coach_may retired lifter,cleo"),
}  # fmt: skip
"""Points / hand / deck, then the field and the pile, by hand."""


def lines() -> list[str]:
    """The match's lines of notation, refusals and turn marks included."""
    text = RESOURCES.joinpath("match/adas_gamble.scoresheet").read_text(encoding="utf-8")
    header_is_over = text.index("\n\n")
    return [line for line in text[header_is_over:].splitlines() if line and not line.startswith("#")]


def stands(there: Table, seat: int) -> str:
    """One side as the hand-checked table writes it."""
    player = there.state.players[seat]
    parts = [f"{player.points}/{len(player.hand)}/{player.deck}"]
    if player.student_body:
        parts.append("SB " + ",".join(sorted(names(there, seat, "body"))))
    for robot in player.robots:
        if robot is not None:
            team = ",".join(member.card or "??" for member in robot.drive_team)
            parts.append(f"{robot.card} {'OFF' if robot.position == 'offensive' else 'DEF'}({team})")
    if any(player.slots):
        parts.append("M/E " + ",".join(names(there, seat, "slots")))
    if player.retired:
        parts.append("retired " + ",".join(names(there, seat, "retired")))
    return " ".join(parts)


def play(there: Table, *, to_turn: int = 9) -> dict[int, tuple[str, str]]:
    """Play the sheet up to a turn; check the state after each turn."""
    found, turn = {}, 0
    for line in lines():
        if line.startswith("@turn"):
            found[turn] = (stands(there, ADA), stands(there, BO))
            turn = int(line.split()[1])
            if turn > to_turn:
                break
        elif line.startswith("!refused"):
            _, rule, command = line.split(maxsplit=2)
            there.refused(command, rule)
        else:
            there.do(line)
    else:
        found[turn] = (stands(there, ADA), stands(there, BO))
    del found[0]
    return found


def test_match_turn_by_turn() -> None:
    """The hand-written match leads to the hand-checked table after each of its eight turns, and every refusal holds."""
    there = started()
    assert play(there) == AFTER_TURN


def test_match_ends_on_points() -> None:
    """CG-E01, CG-E05, CG-Q30: Ada falls from 100 to -100 in turn 8 and Bo wins; the true number is kept."""
    there = started()
    play(there)
    assert there.state.result is not None
    assert (there.state.result.winners, there.state.result.reason) == ((BO,), "points")
    assert points(there) == (-100, 3700)


def test_match_under_compared_stats() -> None:
    """CG-V03: under compared_stats Ada has 3000 after turn 7 and 300 after turn 8, and the match goes on."""
    there = started(failed_score_penalty="compared_stats")
    play(there, to_turn=7)
    assert points(there) == (3000, 3700)
    for line in lines()[lines().index("@turn 8 Bo: Cannon and Wall score directly") + 1 : -1]:
        there.do(line)
    assert points(there) == (300, 3700)
    assert there.state.result is None
