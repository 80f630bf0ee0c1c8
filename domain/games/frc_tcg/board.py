"""The table as one viewpoint sees it, as neutral data (TCG-L02, S09)."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.board import AbilityLine as AbilityView
from domain.board import Board, CardView, Fact, Gauge, Number, Panel, Prompt, Zone
from domain.cards import UNKNOWN, Token, token_owner
from domain.effects.lasting import Lasting
from domain.games.frc_tcg.abilities import abilities, is_active, stacked
from domain.games.frc_tcg.cards.records import COUNTER_HP, SEASONS, Ability, Card, Component, type_of
from domain.games.frc_tcg.effects import effect_word, with_effects
from domain.games.frc_tcg.options import STAGES
from domain.games.frc_tcg.plan import card_keys, player_key, prizes_to_take, robot_key
from domain.games.frc_tcg.references import hand_limit
from domain.games.frc_tcg.state import HAND, MAX_ROBOTS, READY, Enhancement, RobotStack, State
from domain.games.frc_tcg.visibility import knows_captured, knows_hand, knows_prize
from domain.options import changed_options
from domain.seats import Viewpoint, seat_name
from domain.table.references import token_of
from domain.text import join_words

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
"""Short names of component types."""


def board(state: State, viewpoint: Viewpoint) -> Board:
    """Return the table as this viewpoint may see it; hidden cards are counted, not named."""
    view = _View(state, viewpoint)
    return Board(
        title=TITLE,
        moment=_moment(state),
        phases=("play", "attacked"),
        phase=("attacked" if state.record.attacks else "play") if state.running else "",
        facts=_facts(state),
        panels=tuple(_panel(view, seat) for seat in range(len(state.players))),
        prompts=_prompts(state),
        result=result_text(state),
    )


class _View:
    """A viewpoint, with the hidden cards that it knows and the keys of the cards that it sees."""

    __slots__ = ("keys", "known", "state", "viewpoint")

    def __init__(self, state: State, viewpoint: Viewpoint) -> None:
        self.state = state
        self.viewpoint = viewpoint
        hidden = tuple(_known_hidden(state, viewpoint))
        self.known = frozenset(token.id for token in hidden)
        self.keys = card_keys(state, hidden)

    def card(self, token: Token) -> CardView:
        """Return the view of a card; its name and text only if this viewpoint knows it."""
        record = self.state.catalogue.get(token.card)
        return CardView(
            self.keys[token.id],
            self.state.catalogue.name_of(token.card),
            kind=type_of(record) if record is not None else "",
            tags=tuple(_printed(record)) if record is not None else (),
        )


def _known_hidden(state: State, viewpoint: Viewpoint) -> Iterator[Token]:
    """Yield the cards in hidden zones that the viewpoint knows."""
    for seat, player in enumerate(state.players):
        yield from (c for c in player.captured if c.card and knows_captured(state, seat, viewpoint, token_owner(c.id)))
        prizes = [card for card in player.prize_cards if card is not None]
        yield from (c for c in prizes if c.card and knows_prize(state, seat, viewpoint, c.id))
        yield from (c for c in player.pit if c.card and knows_hand(state, seat, viewpoint, c.id))


def _printed(record: Card) -> Iterator[str]:
    if isinstance(record, Component):
        return
    if record.edition in SEASONS:
        yield str(SEASONS[record.edition])
    if record.colour is not None:
        yield record.colour
    if record.epic:
        yield "epic"


def _moment(state: State) -> str:
    if not state.turn:
        return "setup" if state.seats else "not set up yet"
    own = state.players[state.active].turns
    return f"turn {state.turn} · {seat_name(state.seats, state.active)} (own turn {own})"


def _facts(state: State) -> tuple[Fact, ...]:
    facts = []
    if state.running:
        record = state.record
        facts = [
            _used("robot", record.robots, record.allowed("robots")),
            _used("component", record.components, record.allowed("components")),
            _used("mentor or award", record.enhancements, record.allowed("enhancements")),
            Fact("items", str(record.items)),
            _used("attack", record.attacks, record.allowed("attacks")),
            Fact("moved", "yes" if record.moves else "no", "plain" if record.moves else "warn"),
        ]
    count = state.options.prize_count
    if state.status != "unopened" and count in STAGES:
        facts.append(Fact("prize cards", f"{count}, from the {STAGES[count]}"))
    others = {k: v for k, v in changed_options(state.options).items() if k != "prize_count"}
    facts += [Fact(name.replace("_", " "), value.replace("_", " "), "mark") for name, value in others.items()]
    facts += [Fact("house rule", text, "mark") for text in state.house_rules]
    if state.settlement:
        facts.append(Fact("prize cards", state.settlement.replace("_", " ")))
    return tuple(facts)


def _used(label: str, used: int, allowed: int) -> Fact:
    return Fact(label, f"{used}/{allowed}", "bad" if used > allowed else "dim" if used == allowed else "plain")


def _panel(view: _View, seat: int) -> Panel:
    """Return a player's panel. The zones of the text board come in this order."""
    state = view.state
    taken = len(state.players[seat].captured)
    return Panel(
        key=player_key(seat),
        title=seat_name(state.seats, seat),
        seat=seat,
        active=seat == state.active if state.running else bool(_missing(state, seat)),
        facts=_counts(state, seat),
        parts=(
            _alliance(view, seat),
            _enhancements(view, seat),
            _pit(view, seat),
            _prizes(view, seat),
            _captured(view, seat),
            _shop(view, seat),
        ),
        gauges=(Gauge("prizes", taken, max(taken, prizes_to_take(state))),),
    )


def _counts(state: State, seat: int) -> tuple[Fact, ...]:
    player = state.players[seat]
    facts = [
        Fact("prizes", _race(state, seat)),
        Fact("hand", str(len(player.pit)), "bad" if len(player.pit) > hand_limit(state, seat) else "plain"),
        Fact("deck", str(len(player.deck))),
        Fact("shop", str(len(player.shop))),
    ]
    if len({seat.side for seat in state.seats}) < len(state.seats):
        facts.append(Fact("team", str(state.side(seat) + 1)))
    if player.out:
        facts.append(Fact("out", "of the match", "bad"))
    return tuple(facts)


def _race(state: State, seat: int) -> str:
    """Return the prize cards taken; in a duel also the tournament stage, by the cards still to capture (TCG-L02)."""
    taken = len(state.players[seat].captured)
    if not state.is_duel:
        return str(taken)
    total = len(state.players[1 - seat].prize_cards)
    stage = STAGES.get(state.players[1 - seat].prizes_left, "")
    return f"{taken} of {total}" + (f": {stage}" if stage else "")


def _alliance(view: _View, seat: int) -> Zone:
    by_slot = {stack.slot: stack for stack in view.state.players[seat].alliance}
    cards = tuple(
        _robot(view, seat, by_slot[slot])
        if slot in by_slot
        else CardView(f"{player_key(seat)}.robot{slot}", "-", tone="dim")
        for slot in sorted({*range(1, MAX_ROBOTS + 1), *by_slot})
    )
    key = f"{player_key(seat)}.alliance"
    return Zone(key, "alliance", cards, capacity=MAX_ROBOTS, plan="alliance")


def _robot(view: _View, seat: int, stack: RobotStack) -> CardView:
    """Return a robot in play, with its earlier levels, kickoffs and components under it."""
    state = view.state
    top = view.card(token_of(stack.top))
    lines = [_ability(state, stack, ability) for ability in abilities(state, stack)]
    effects = [e for e in state.lasting if (e.scope, e.target) == ("card", stack.key)]
    if effects:
        lines.append("effects: " + ", ".join(_effect(state, e) for e in effects))
    mounted_for = {m.token: m.ability or "surplus" for m in stack.mounted}
    under = [view.card(token) for token in reversed(stack.tokens()) if token.id != stack.top.token]
    placed = [mounted_for.get(token.id, "") for token in reversed(stack.tokens()) if token.id != stack.top.token]
    new = ("new",) if stack.entered == state.turn else ()
    return CardView(
        key=robot_key(view.keys, stack),
        name=top.name,
        lines=tuple(lines),
        gauges=(Gauge("HP", stack.hp, stack.max_hp, COUNTER_HP),),
        under=tuple(replace(card, place=place, tone="dim") for card, place in zip(under, placed, strict=True)),
        kind=top.kind,
        tags=top.tags,
        numbers=(_attack(state, seat, stack), Number("stage", stack.stage)),
        states=(*new, *(effect_word(e) for e in effects)),
        abilities=tuple(_use(state, stack, ability) for ability in abilities(state, stack)),
    )


def _attack(state: State, seat: int, stack: RobotStack) -> Number:
    """Return the damage per target of the robot's strongest active attack, with the lasting effects on the robot
    itself."""
    ready = [ability.damage or 0 for ability in abilities(state, stack) if is_active(state, stack, ability)]
    printed = max(ready, default=0)
    value = max(0, with_effects(state, "damage_dealt", seat, stack, printed)) if printed else 0
    return Number("attack", value, printed if printed != value else None, main=True)


def _use(state: State, stack: RobotStack, ability: Ability) -> AbilityView:
    """Return an ability for the board: name and damage (`Twin 30`), and, until it is active, its stacked components
    (`1/2`)."""
    ready = is_active(state, stack, ability)
    has = stacked(state, stack, ability.name)
    held = sum(min(has[kind], count) for kind, count in ability.requires.items())
    lacking = "" if ready else f"{held}/{sum(ability.requires.values())}"
    return AbilityView(f"{ability.name} {ability.damage or 'effect'}", ready, lacking)


def _ability(state: State, stack: RobotStack, ability: Ability) -> str:
    """Return `* Scoop 40 Gear 1/1`: the mark of an active ability, its damage and its stacked components."""
    has = stacked(state, stack, ability.name)
    active = is_active(state, stack, ability)
    mark = "*" if active else "K" if ability.kickoff_only else "o"
    needs = " ".join(f"{SHORT.get(kind, kind)} {has[kind]}/{count}" for kind, count in sorted(ability.requires.items()))
    return f"{mark} {ability.name} {ability.damage or 'effect'} {needs}"


def _effect(state: State, effect: Lasting) -> str:
    whose = seat_name(state.seats, effect.owner)
    return f"{effect_word(effect)} ({whose}{_until(state, effect.last_turn, -1 if effect.before is None else effect.before)})"


def _until(state: State, ends: int, before: int) -> str:
    if ends:
        return f", ends: end of turn {ends}"
    return f", until {seat_name(state.seats, before)}'s next turn" if before >= 0 else ""


def _enhancements(view: _View, seat: int) -> Zone:
    player = view.state.players[seat]
    views = [_enhancement(view, card) for card in (*player.mentors, *player.awards)]
    views += [view.card(card) for card in player.playing]
    return Zone(f"{player_key(seat)}.enhancements", "in play", tuple(views), plan="enhancements")


def _enhancement(view: _View, card: Enhancement) -> CardView:
    seen = view.card(token_of(card))
    until = _until(view.state, card.ends, card.before).removeprefix(", ")
    lasts = (until,) if until else ()
    return replace(seen, states=lasts)


def _pit(view: _View, seat: int) -> Zone:
    pit = view.state.players[seat].pit
    seen = sorted((view.card(card) for card in pit if card.id in view.known), key=lambda card: card.name)
    key = f"{player_key(seat)}.pit"
    return Zone(key, "hand", tuple(seen), hidden=len(pit) - len(seen), capacity=HAND, plan="hand")


def _prizes(view: _View, seat: int) -> Zone:
    """Return each place with a prize card, known or face down; an unknown card is named by its place."""
    prizes = view.state.players[seat].prize_cards
    places = range(1, max(len(prizes), view.state.options.prize_count) + 1)
    views = tuple(_prize(view, seat, n, prizes[n - 1] if n <= len(prizes) else None) for n in places)
    return Zone(f"{player_key(seat)}.prizes", "prizes", views, plan="prizes")


def _prize(view: _View, seat: int, place: int, card: Token | None) -> CardView:
    if card is None:
        return CardView(f"{player_key(seat)}.prize{place}", "-", tone="dim")
    down = view.state.options.prizes_face == "down"
    if card.id in view.known:
        return replace(view.card(card), down=down)
    return CardView(f"{player_key(seat)}.prize-{place}", UNKNOWN, down=down)


def _captured(view: _View, seat: int) -> Zone:
    state = view.state
    views = []
    for number, card in enumerate(state.players[seat].captured, start=1):
        owner = token_owner(card.id)
        hidden = CardView(f"{player_key(seat)}.captured-{number}", UNKNOWN, down=True)
        seen = view.card(card) if card.id in view.known else hidden
        future = _future_owner(state, seat, owner)
        views.append(replace(seen, tags=(seat_name(state.seats, owner),), states=future))
    return Zone(f"{player_key(seat)}.captured", "captured", tuple(views), plan="captured")


def _future_owner(state: State, holder: int, owner: int) -> tuple[str, ...]:
    """Return the owner of the captured card after the match, once settled (TCG-E04)."""
    if not state.settlement:
        return ()
    keeps = state.settlement == "kept_by_winner" and holder in state.winners
    return (f"-> {seat_name(state.seats, holder if keeps else owner)}",)


def _shop(view: _View, seat: int) -> Zone:
    """Return the shop zone, with the latest card on top."""
    cards = tuple(view.card(card) for card in reversed(view.state.players[seat].shop))
    return Zone(f"{player_key(seat)}.shop", "shop", cards, plan="shop")


_SETUP: Final = (
    "register the deck",
    "shuffle the deck",
    "draw the opening hand",
    "set out the prize cards",
    "shuffle the deck again",
)


def _missing(state: State, seat: int) -> str:
    """Return the next missing step of a player's setup; empty if complete."""
    step = state.players[seat].step
    return _SETUP[step] if state.status == "setup" and step < READY else ""


def _prompts(state: State) -> tuple[Prompt, ...]:
    """Return prompts for required actions first, otherwise for possible ones."""
    if state.status == "unopened":
        return (Prompt("open a match"),)
    if state.status == "setup":
        steps = [Prompt(step, seat) for seat in range(len(state.players)) if (step := _missing(state, seat))]
        begin = (Prompt("determine who begins"),) if state.first < 0 else ()
        return (*begin, *steps) or (Prompt("start the match"),)
    if state.running:
        return (Prompt(_can_do(state), state.active),)
    if not state.settlement and any(player.captured for player in state.players):
        return (Prompt("settle the captured prize cards"),)
    return ()


def _can_do(state: State) -> str:
    record = state.record
    if record.attacks >= record.allowed("attacks"):
        return "end the turn"
    if record.attacks:
        return "attack once more, or end the turn"
    return (
        "play cards, attack or end the turn" if record.moves or record.no_move else "make a move: play cards or attack"
    )


def result_text(state: State) -> str:
    """Return the winners and the reason; empty while the match is in progress."""
    names = join_words(seat_name(state.seats, seat) for seat in state.winners)
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
