"""What a viewpoint sees, as neutral data (TCG-L02, S09)."""

from domain.board import Board, CardView, Fact, Gauge, Panel, Prompt, Zone
from domain.cards import UNKNOWN, Token, token_owner
from domain.games.frc_tcg.abilities import abilities, is_active, robot_card, stacked
from domain.games.frc_tcg.cards.records import COUNTER_HP, SEASONS, Ability
from domain.games.frc_tcg.options import STAGES
from domain.games.frc_tcg.sight import knows_captured, knows_hand, knows_prize
from domain.games.frc_tcg.state import (
    HAND,
    MAX_ROBOTS,
    Enhancement,
    Lasting,
    PlayerState,
    RobotStack,
    State,
    missing_step,
)
from domain.options import changed_options
from domain.table import JUDGE, Viewpoint, seat_name

TITLE = "FRC TCG"

SHORT = {
    "air_tank": "Tank",
    "old_victor": "OldVic",
    "new_victor": "NewVic",
    "roborio": "RIO",
    "battery": "Batt",
    "crio": "CRio",
    "gearbox": "Gear",
    "joystick": "Joyst",
    "mecanum_wheel": "Mecan",
    "air_compressor": "Compr",
    "xbox_controller": "Xbox",
    "jaguar": "Jaguar",
    "pneumatic_cylinder": "Cylin",
    "pneumatic_wheel": "PnWhl",
    "cim": "CIM",
    "servo": "Servo",
}
"""Component types as they fit on a line."""


def board(state: State, viewpoint: Viewpoint) -> Board:
    """The table as this viewpoint may see it; hidden cards are counted, not named."""
    return Board(
        title=TITLE,
        moment=_moment(state),
        phases=("play", "attacked"),
        phase=("attacked" if state.record.attacks else "play") if state.running else "",
        facts=_facts(state),
        panels=tuple(_panel(state, seat, viewpoint) for seat in range(len(state.players))),
        prompts=_prompts(state),
        result=result_text(state),
    )


def _moment(state: State) -> str:
    if not state.turn:
        return "setup"
    own = state.players[state.active].turns
    return f"turn {state.turn} · {seat_name(state.seats, state.active)} (own turn {own})"


def _facts(state: State) -> tuple[Fact, ...]:
    facts = []
    if state.running:
        record = state.record
        facts = [
            _used("robot", record.robots, 1 + record.more_robots),
            _used("component", record.components, 2 + record.more_components),
            _used("mentor-or-award", record.enhancements, 1 + record.more_enhancements),
            Fact("items", str(record.items)),
            _used("attack", record.attacks, 1 + record.more_attacks),
            Fact("moved", "yes" if record.moves else "no", "plain" if record.moves else "warn"),
        ]
    count = state.options.prize_count
    if state.status != "unopened" and count in STAGES:
        facts.append(Fact("prize cards", f"{count}, from the {STAGES[count]}"))
    others = {k: v for k, v in changed_options(state.options).items() if k != "prize_count"}
    facts += [Fact(name, value, "mark") for name, value in others.items()]
    facts += [Fact("house rule", text, "mark") for text in state.house_rules]
    if state.settlement:
        facts.append(Fact("prize cards", state.settlement.replace("_", " ")))
    return tuple(facts)


def _used(label: str, used: int, allowed: int) -> Fact:
    return Fact(label, f"{used}/{allowed}", "bad" if used > allowed else "dim" if used == allowed else "plain")


def _panel(state: State, seat: int, viewpoint: Viewpoint) -> Panel:
    player = state.players[seat]
    parts = (_alliance(state, seat), _enhancements(state, seat, player), _pit(state, seat, viewpoint))
    return Panel(
        key=f"seat{seat}",
        title=seat_name(state.seats, seat) + (f" (team {state.side(seat) + 1})" if _in_teams(state) else ""),
        seat=seat,
        active=state.running and seat == state.active,
        facts=_counts(state, seat, viewpoint),
        parts=(*parts, _prizes(state, seat, viewpoint), _captured(state, seat, viewpoint), _shop(state, seat)),
    )


def _in_teams(state: State) -> bool:
    return len({seat.side for seat in state.seats}) < len(state.seats)


def _counts(state: State, seat: int, viewpoint: Viewpoint) -> tuple[Fact, ...]:
    player = state.players[seat]
    unknown = sum(card.card is None for card in player.pit)
    note = f" ({unknown} {UNKNOWN})" if unknown and viewpoint in (seat, JUDGE) else ""
    facts = [
        Fact("deck", str(len(player.deck))),
        Fact("hand", f"{len(player.pit)}{note}", "bad" if len(player.pit) > HAND else "plain"),
        Fact("shop", str(len(player.shop))),
        Fact("prize cards", "".join("[x]" if card is None else "[#]" for card in player.prize_cards) or "-"),
        Fact("took", _race(state, seat)),
    ]
    if player.out:
        facts.append(Fact("out", "of the match", "bad"))
    return tuple(facts)


def _race(state: State, seat: int) -> str:
    """Prize cards taken, and the stage by those still to capture from the one opponent (TCG-L02)."""
    taken = len(state.players[seat].captured)
    if not state.is_duel:
        return str(taken)
    total = len(state.players[1 - seat].prize_cards)
    stage = STAGES.get(state.players[1 - seat].prizes_left, "")
    return f"{taken} of {total}" + (f": {stage}" if stage else "")


def _alliance(state: State, seat: int) -> Zone:
    by_slot = {stack.slot: stack for stack in state.players[seat].alliance}
    slots = sorted({*range(1, MAX_ROBOTS + 1), *by_slot})
    empty = {slot: CardView(key=f"seat{seat}.robot{slot}", name="-", tone="dim") for slot in slots}
    cards = tuple(_robot(state, seat, by_slot[slot]) if slot in by_slot else empty[slot] for slot in slots)
    return Zone(key=f"seat{seat}.alliance", title="alliance", cards=cards, capacity=MAX_ROBOTS, layout="column")


def _robot(state: State, seat: int, stack: RobotStack) -> CardView:
    record = robot_card(state, stack)
    year = f"{SEASONS[record.edition]} " if record is not None and record.edition in SEASONS else ""
    lines = [_ability(state, stack, ability) for ability in abilities(state, stack)]
    effects = [_effect(state, e) for e in state.lasting if e.scope == "robot" and e.robot == stack.key]
    if effects:
        lines.append("effects: " + ", ".join(effects))
    surplus = [state.catalogue.name_of(m.card) for m in stack.mounted if not m.ability]
    if surplus:
        lines.append("surplus: " + ", ".join(surplus))
    under = tuple(
        CardView(key=f"seat{seat}.robot{stack.slot}.level{n}", name=state.catalogue.name_of(level.card), tone="dim")
        for n, level in enumerate(stack.levels[:-1], start=1)
    )
    return CardView(
        key=f"seat{seat}.robot{stack.slot}",
        name=state.catalogue.name_of(stack.top.card),
        badges=(f"{year}st{stack.stage}",),
        lines=tuple(lines),
        gauges=(Gauge("HP", stack.hp, stack.max_hp, COUNTER_HP),),
        under=under,
        under_label="earlier seasons" if under else "",
    )


def _ability(state: State, stack: RobotStack, ability: Ability) -> str:
    """`* Scoop 40 Gear 1/1`: active or not, damage, components in its own stack."""
    has = stacked(state, stack, ability.name)
    active = is_active(state, stack, ability)
    mark = "*" if active else "K" if ability.kickoff_only else "o"
    needs = " ".join(f"{SHORT.get(kind, kind)} {has[kind]}/{count}" for kind, count in sorted(ability.requires.items()))
    return f"{mark} {ability.name} {ability.damage or 'effect'} {needs}"


def _effect(state: State, effect: Lasting) -> str:
    whose = seat_name(state.seats, effect.owner)
    what = effect.label or f"{effect.kind.replace('_', ' ')} {effect.amount:+}"
    return f"{what} ({whose}{_until(state, effect.ends, effect.before)})"


def _until(state: State, ends: int, before: int) -> str:
    if ends:
        return f", ends: end of turn {ends}"
    return f", until {seat_name(state.seats, before)}'s next turn" if before >= 0 else ""


def _enhancements(state: State, seat: int, player: PlayerState) -> Zone:
    views = [_enhancement(state, seat, "mentor", n, card) for n, card in enumerate(player.mentors)]
    views += [_enhancement(state, seat, "award", n, card) for n, card in enumerate(player.awards)]
    for n, card in enumerate(player.playing):
        views.append(CardView(key=f"seat{seat}.item{n}", name=state.catalogue.name_of(card.card), badges=("item",)))
    return Zone(key=f"seat{seat}.enhancements", title="mentor, awards", cards=tuple(views))


def _enhancement(state: State, seat: int, kind: str, number: int, card: Enhancement) -> CardView:
    until = _until(state, card.ends, card.before).removeprefix(", ")
    badges = (kind, until) if until else (kind,)
    return CardView(key=f"seat{seat}.{kind}{number}", name=state.catalogue.name_of(card.card), badges=badges)


def _pit(state: State, seat: int, viewpoint: Viewpoint) -> Zone:
    pit = state.players[seat].pit
    known = sorted(
        state.catalogue.name_of(card.card)
        for card in pit
        if card.card is not None and knows_hand(state, seat, viewpoint, card.id)
    )
    views = tuple(CardView(key=f"seat{seat}.pit.{n}", name=name) for n, name in enumerate(known))
    return Zone(key=f"seat{seat}.pit", title="hand", cards=views, hidden=len(pit) - len(known), capacity=HAND)


def _prizes(state: State, seat: int, viewpoint: Viewpoint) -> Zone:
    prizes = enumerate(state.players[seat].prize_cards, start=1)
    views = tuple(_prize(state, seat, place, card, viewpoint) for place, card in prizes)
    return Zone(key=f"seat{seat}.prizes", title="prize cards", cards=views)


def _prize(state: State, seat: int, place: int, card: Token | None, viewpoint: Viewpoint) -> CardView:
    key = f"seat{seat}.prize{place}"
    if card is None:
        return CardView(key=key, name="-", badges=("captured",), tone="dim")
    name = state.catalogue.name_of(card.card) if knows_prize(state, seat, viewpoint, card.id) else UNKNOWN
    return CardView(key=key, name=name, badges=(str(place),))


def _captured(state: State, seat: int, viewpoint: Viewpoint) -> Zone:
    views = []
    for number, card in enumerate(state.players[seat].captured):
        owner = token_owner(card.id)
        name = state.catalogue.name_of(card.card) if knows_captured(state, seat, viewpoint, owner) else UNKNOWN
        badges = (seat_name(state.seats, owner), *_future_owner(state, seat, owner))
        views.append(CardView(key=f"seat{seat}.captured{number}", name=name, badges=badges))
    return Zone(key=f"seat{seat}.captured", title="captured", cards=tuple(views))


def _future_owner(state: State, holder: int, owner: int) -> tuple[str, ...]:
    """Whose the captured card is from now on, once that is settled (TCG-E04)."""
    if not state.settlement:
        return ()
    keeps = state.settlement == "kept_by_winner" and holder in state.winners
    return (f"-> {seat_name(state.seats, holder if keeps else owner)}",)


def _shop(state: State, seat: int) -> Zone:
    names = [state.catalogue.name_of(card.card) for card in state.players[seat].shop]
    views = tuple(CardView(key=f"seat{seat}.shop{n}", name=name) for n, name in enumerate(names))
    return Zone(key=f"seat{seat}.shop", title="shop", cards=views)


def _prompts(state: State) -> tuple[Prompt, ...]:
    if state.status == "setup":
        return (Prompt(missing_step(state) or "ready: start_match"),)
    if state.running:
        seat = state.active
        if state.record.attacks:
            return (Prompt("end the turn", seat),)
        return (Prompt("play cards, attack, end the turn" if state.record.moves else "make a move", seat),)
    if state.over and not state.settlement and any(player.captured for player in state.players):
        return (Prompt("settle the captured prize cards"),)
    return ()


def result_text(state: State) -> str:
    """Who won and why; empty while the match runs."""
    names = " and ".join(seat_name(state.seats, seat) for seat in state.winners)
    match state.status:
        case "won":
            return f"{names} won: all prize cards captured"
        case "conceded":
            return f"{names} won by concession (not in the rulebook)"
        case "drawn":
            return "draw" + (" by agreement (not in the rulebook)" if state.end_rule == "TCG-E05" else "")
        case "abandoned":
            return "abandoned (not in the rulebook)"
        case _:
            return ""
