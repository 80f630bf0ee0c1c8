"""Archives of invented matches, as other programs write them: played by chance from a seed, with reference positions.

Chess, Go and poker are played by `chess`, `sgfmill` and `pokerkit`, which share no code with the importers.
"""

from random import Random
from string import ascii_lowercase, ascii_uppercase
from typing import Final, NamedTuple

NAMES: Final = ("Ada Lint", "Bo Marsh", "Cy Ørsted", "Dée O'Hara", "Emil (7)", "Fay", "Gül", "Hana Žižka", "Ivo", "Jo")


class Archive(NamedTuple):
    """A file, and what the table must hold at the end of each of its matches."""

    data: bytes
    expected: list[object]


# --- chess ----------------------------------------------------------------------------------------------------------


def pgn_game(rng: Random, style: str, plies: int) -> tuple[str, str]:
    """A game of chance in the style of a program, and its final placement in Forsyth-Edwards notation."""
    import chess

    white, black = rng.sample(NAMES, 2)
    board, words = chess.Board(), []
    clock = 300
    for ply in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        forcing = [move for move in moves if board.is_capture(move) or move.promotion or board.is_castling(move)]
        move = rng.choice(forcing) if forcing and rng.random() < 0.35 else rng.choice(moves)
        number = f"{board.fullmove_number}." if board.turn else f"{board.fullmove_number}..." * (style != "plain")
        san = board.san(move)
        board.push(move)
        clock -= rng.randrange(3)
        if style == "lichess":
            words.append(
                f"{number} {san} {{ [%eval {rng.randrange(-99, 99) / 10}] [%clk 0:0{clock // 60}:{clock % 60:02}] }}"
            )
        elif style == "chess.com":
            words.append(f"{number} {san} {{[%clk 0:0{clock // 60}:{clock % 60:02}.{rng.randrange(10)}]}}")
        else:
            mark = rng.choice(("", "", "", "!", "?!", " $6")) if style == "annotated" else ""
            words.append(f"{number if board.turn is False or ply == 0 else ''} {san}{mark}".strip())
            if style == "annotated" and rng.random() < 0.15:
                words.append(
                    rng.choice(("{A quiet move, (they said).}", "; to the end\n", "({no} 1. e4 (1. d4 d5) e5)"))
                )
    result = board.result(claim_draw=False)
    result = rng.choice(("1-0", "0-1", "1/2-1/2")) if result == "*" else result
    heads = {
        "Event": "Rated blitz" if style == "lichess" else "Invented cup",
        "Site": "?",
        "Date": f"2024.0{rng.randrange(1, 9)}.1{rng.randrange(9)}",
        "Round": "-",
        "White": white,
        "Black": black,
        "Result": result,
    }
    if style == "lichess":
        heads |= {
            "UTCDate": heads["Date"],
            "UTCTime": "18:01:07",
            "WhiteElo": "1500",
            "BlackElo": "1498",
            "Variant": "Standard",
            "TimeControl": "300+0",
            "ECO": "A00",
            "Opening": 'Van \\"Tee\\"',
            "Termination": "Normal",
        }
    if style == "chess.com":
        heads |= {
            "TimeControl": "300",
            "EndTime": "18:01:07 PDT",
            "Link": "https://example.org/game/1",
            "CurrentPosition": board.fen(),
        }
    head = "".join(f'[{name} "{text}"]\n' for name, text in heads.items())
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > 78 or lines[-1].endswith("\n"):
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    body = "\n".join(line.rstrip("\n") for line in lines)
    return f"{head}\n{body} {result}\n\n", board.board_fen()


# --- Go -------------------------------------------------------------------------------------------------------------


def sgf_game(rng: Random, style: str, moves: int, *, near: bool = True) -> tuple[str, dict[str, str]]:
    """A game of chance on 19x19, and who has which crossing in the end: column and row from the upper left -> colour."""
    from sgfmill.boards import Board

    board, black, white = Board(19), *rng.sample(NAMES, 2)
    nodes, last, around = [], None, (9, 9)
    head = {
        "FF": "4",
        "GM": "1",
        "CA": "UTF-8",
        "SZ": "19",
        "PB": _escaped(black),
        "PW": _escaped(white),
        "KM": "6.5",
        "DT": "2024-05-01",
        "RE": rng.choice(("B+R", "W+3.5", "B+T", "Void", "0")),
    }
    head |= {
        "ogs": {
            "AP": "OGS:1",
            "PC": "https://example.org",
            "GN": "Friendly\\] match",
            "TM": "600",
            "OT": "5x30 byo-yomi",
        },
        "kgs": {"ST": "2", "RU": "Japanese", "BR": "5k", "WR": "4k"},
    }.get(style, {})
    text = "(;" + "".join(f"{name}[{value}]" for name, value in head.items())
    if style == "kgs":
        text += "HA[2]AB[pd][dp]"
        board.apply_setup([(15, 15), (3, 3)], [], [])
    for number in range(moves):
        colour = "bw"[(number + (style == "kgs")) % 2]
        for _ in range(30):
            row, column = (
                max(0, min(18, one + rng.randrange(-2, 3)))
                for one in (around if near else (rng.randrange(19), rng.randrange(19)))
            )
            if board.get(row, column) is None:
                trial = board.copy()
                ko = trial.play(row, column, colour)
                if trial.get(row, column) == colour and (row, column) != last:  # no suicide
                    board, last, around = trial, ko, (row, column)
                    break
        else:
            nodes.append(f";{colour.upper()}[{'tt' if style == 'kgs' else ''}]")
            around = rng.randrange(19), rng.randrange(19)
            continue
        node = f";{colour.upper()}[{ascii_lowercase[column]}{ascii_lowercase[18 - row]}]"
        if style != "plain":
            node += f"{colour.upper()}L[{600 - number}.5]" + "OB[5]" * (style == "kgs")
        if style != "plain" and rng.random() < 0.1:
            node += "C[Says: hm \\[?\\]\\\n(;no)]LB[aa:A][bb:B]"
        nodes.append(node)
    if style == "ogs":  # variations behind the main line, nested
        half = len(nodes) // 2
        text += "\r\n" + "\r\n".join(nodes[:half]) + "\r\n(" + "".join(nodes[half:]) + ")\r\n(;B[aa](;W[ab])(;W[ac]))"
    else:
        text += "\n" + "\n".join("".join(nodes[at : at + 10]) for at in range(0, len(nodes), 10))
    held = {f"{ascii_lowercase[column]}{19 - row}": colour for colour, (row, column) in board.list_occupied_points()}
    return f"{text})\n", held


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]").replace(":", "\\:")


# --- hold'em --------------------------------------------------------------------------------------------------------


def phh_hand(rng: Random, style: str) -> tuple[str, list[int]]:
    """A hand of chance in the Poker Hand History format 1.0, and the stacks at its end."""
    from pokerkit import Automation, ChipsPulling, NoLimitTexasHoldem

    count = rng.randrange(2, 7)
    stacks, ante = [rng.randrange(20, 400) for _ in range(count)], 2 * (rng.random() < 0.3)
    state = NoLimitTexasHoldem.create_state(
        (
            Automation.ANTE_POSTING,
            Automation.BET_COLLECTION,
            Automation.BLIND_OR_STRADDLE_POSTING,
            Automation.HAND_KILLING,
            Automation.CHIPS_PUSHING,
            Automation.CHIPS_PULLING,
            Automation.RUNOUT_COUNT_SELECTION,
        ),
        True,
        ante,
        (2, 4),
        4,
        tuple(stacks),
        count,
    )
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
    rng.shuffle(deck)
    hands, actions = {}, []
    while state.status:
        if state.can_deal_hole():
            seat = (
                next(iter(state.hole_dealee_indices))
                if hasattr(state, "hole_dealee_indices")
                else state.hole_dealee_index
            )
            hands[seat] = deck.pop() + deck.pop()
            state.deal_hole(hands[seat])
            seen = style != "hidden" or seat == 0
            actions.append(f"d dh p{seat + 1} {hands[seat] if seen else '????'}")
        elif state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_board():
            cards = "".join(deck.pop() for _ in range(3 if state.street_index == 1 else 1))
            state.deal_board(cards)
            actions.append(f"d db {cards}")
        elif state.can_show_or_muck_hole_cards():
            seat = state.showdown_index
            state.show_or_muck_hole_cards(True)
            actions.append(f"p{seat + 1} sm {hands[seat]}")
        else:
            seat, roll = state.actor_index, rng.random()
            if roll < 0.3 and state.can_complete_bet_or_raise_to():
                least, most = (
                    state.min_completion_betting_or_raising_to_amount,
                    state.max_completion_betting_or_raising_to_amount,
                )
                to = most if rng.random() < 0.4 else rng.randrange(least, most + 1)
                state.complete_bet_or_raise_to(to)
                actions.append(f"p{seat + 1} cbr {to}")
            elif roll < 0.5 and state.can_fold() and state.checking_or_calling_amount:
                state.fold()
                actions.append(f"p{seat + 1} f")
            else:
                state.check_or_call()
                actions.append(f"p{seat + 1} cc")
    ends = [int(stack) for stack in state.stacks]
    names = rng.sample(NAMES, count)
    said = {
        "variant": "'NT'",
        "ante_trimming_status": "true",
        "antes": [ante] * count,
        "blinds_or_straddles": [2, 4] + [0] * (count - 2),
        "min_bet": 4,
        "starting_stacks": stacks,
    }
    said |= {"actions": "[" + ", ".join(f"'{one}'" for one in actions) + "]"}
    quoted = [f"'{name}'" if "'" not in name else f'"{name}"' for name in names]
    said |= {
        "author": "'Invented'",
        "event": "'Invented Open'",
        "hand": 4,
        "players": "[" + ", ".join(quoted) + "]",
        "currency": "'CHF'",
        "year": 2024,
    }
    if style == "site":
        said["winnings"] = [
            sum(one.amount for one in state.operations if isinstance(one, ChipsPulling) and one.player_index == seat)
            for seat in range(count)
        ]
    said["finishing_stacks"] = ends
    return "".join(f"{name} = {value}\n" for name, value in said.items()), ends


# --- crossword game -------------------------------------------------------------------------------------------------

TILES: Final = dict(
    zip(ascii_uppercase, (9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1), strict=True)
) | {"?": 2}
_WORTH: Final = dict(
    zip(ascii_uppercase, (1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10), strict=True)
)


def gcg_game(rng: Random, style: str, moves: int) -> tuple[str, list[int], dict[str, str]]:
    """A game of chance in GCG: the text, the scores at its end, and the letters on the squares (small: a blank)."""
    bag = [tile for tile, count in TILES.items() for _ in range(count)]
    rng.shuffle(bag)
    names, scores, racks = rng.sample(NAMES, 2), [0, 0], [[bag.pop() for _ in range(7)] for _ in range(2)]
    lines = [f"#player{n} {('p1', 'Quackle_2')[n - 1]} {name}" for n, name in enumerate(names, 1)]
    lines = ["#character-encoding utf-8", *lines] if style != "latin" else lines
    board: dict[tuple[int, int], str] = {}
    nick, number = ("p1", "Quackle_2"), 0
    while number < moves and any(racks):
        seat, roll = number % 2, rng.random()
        number += 1
        rack = "".join(racks[seat])
        who = f">{nick[seat]}: {rack}"
        if roll < 0.06 and len(bag) >= 7:
            away = rng.sample(racks[seat], rng.randrange(1, len(rack) + 1))
            _swap(rng, racks[seat], bag, away)
            lines.append(f"{who} -{''.join(away)} +0 {scores[seat]}")
        elif roll < 0.1 or not (play := _play(rng, board, rack)):
            lines.append(f"{who} - +0 {scores[seat]}")
        else:
            row, column, across, laid, points = play
            new = [(row, column + n) if across else (row + n, column) for n in range(len(laid))]
            word = "".join("." if place in board else letter for place, letter in zip(new, laid, strict=True))
            where = f"{row + 1}{ascii_uppercase[column]}" if across else f"{ascii_uppercase[column]}{row + 1}"
            lines.append(f"{who} {where} {word} +{points} {scores[seat] + points}")
            if roll > 0.93:  # challenged off
                lines.append(f"{who} -- -{points} {scores[seat]}")
                continue
            scores[seat] += points
            for place, letter in zip(new, laid, strict=True):
                if place not in board:
                    board[place] = letter
                    racks[seat].remove("?" if letter.islower() else letter)
            racks[seat] += [bag.pop() for _ in range(min(len(bag), 7 - len(racks[seat])))]
            if roll > 0.9:
                scores[1 - seat] += 0
                scores[seat] += 5
                lines.append(f">{nick[seat]}: {''.join(racks[seat]) or ' '} (challenge) +5 {scores[seat]}")
            if not racks[seat]:
                rest = "".join(racks[1 - seat])
                bonus = 2 * sum(_WORTH.get(letter, 0) for letter in rest)
                scores[seat] += bonus
                lines.append(f">{nick[seat]}: ({rest}) +{bonus} {scores[seat]}")
                break
        if style == "quackle" and rng.random() < 0.1:
            lines.append("#note equity 12.5, valuation 3\n#rack1 ABC")
    squares = {f"{ascii_lowercase[column]}{row + 1}": letter for (row, column), letter in board.items()}
    return "\n".join(lines) + "\n", scores, squares


def _swap(rng: Random, rack: list[str], bag: list[str], away: list[str]) -> None:
    drawn = [bag.pop() for _ in away]
    for tile in away:
        rack.remove(tile)
    rack += drawn
    bag += away
    rng.shuffle(bag)


def _play(rng: Random, board: dict[tuple[int, int], str], rack: str) -> tuple[int, int, bool, str, int] | None:
    """Letters in a line that crosses what is laid: row, column, across, the word with the letters passed over, its points."""
    for _ in range(200):
        across, size = rng.random() < 0.5, rng.randrange(1, len(rack) + 1)
        row, column = rng.choice(list(board) or [(7, 7)])
        back = rng.randrange(size + 1) if board else 0
        row, column = (row, column - back) if across else (row - back, column)
        left, word, at, crossed = rng.sample(rack, size), "", (row, column), not board
        while (left or at in board) and 0 <= at[0] < 15 and 0 <= at[1] < 15:
            crossed |= at in board
            tile = board.get(at) or left.pop()
            word += rng.choice(ascii_lowercase) if tile == "?" else tile
            at = (at[0], at[1] + 1) if across else (at[0] + 1, at[1])
        before = (row, column - 1) if across else (row - 1, column)
        if not left and crossed and min(row, column) >= 0 and before not in board and len(word) > 1:
            return row, column, across, word, sum(_WORTH.get(letter, 0) for letter in word)
    return None
