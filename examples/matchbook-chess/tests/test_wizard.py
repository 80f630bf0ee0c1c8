"""The match wizard has no card steps for a game without cards."""

from service.recording.wizard import WizardAnswers, answered, opening, steps_of


def test_no_step_is_about_cards() -> None:
    """Given chess, then no step asks for cards or decks, and the answers open a match."""
    draft = answered(WizardAnswers(), "game", "chess")
    assert steps_of(draft) == ("game", "players", "options", "strictness", "title")
    assert "decks" in steps_of(WizardAnswers(game="frc_tcg"))
    assert opening(answered(draft, "players", "Wanda, Bela")).commands
