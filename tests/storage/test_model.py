"""Two programs on one store against a list in memory, in any order of acts."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from storage.errors import Conflict, MatchNotFound
from storage.match_file import export_match, import_match
from storage.store import MatchStore
from storage.verify import verify_store
from tests.campaigns import tries
from tests.minigame import CATALOGUE
from tests.storage.tables import find_game, note, sealed_match

PROGRAM = st.integers(0, 1)
TEXT = st.text(st.characters(exclude_categories=("Cc", "Cf", "Cs", "Co", "Zl", "Zp")), max_size=30)
"""Valid text: a file with other text in a note is refused."""


class StoreModel(RuleBasedStateMachine):
    """The model: match id -> texts of its notes. Each program remembers the matches that it has loaded."""

    matches = Bundle("matches")

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.programs = [self.open("store.db") for _ in range(2)]
        self.elsewhere = self.open("copy.db")
        self.model: dict[str, list[str]] = {}
        self.commands = 0

    def open(self, name: str) -> MatchStore:
        return MatchStore.open(str(Path(self.folder.name, name)), create=True, find_game=find_game)

    @rule(target=matches, program=PROGRAM)
    def create(self, program):
        match_id = f"match-{len(self.model)}"
        self.programs[program].create(sealed_match(0, match_id)[:1], CATALOGUE)
        self.model[match_id] = []
        return match_id

    @rule(match_id=matches, program=PROGRAM, text=TEXT)
    def append(self, match_id, program, text):
        match = self.programs[program].load(match_id)
        self.commands += 1
        sent = note(match, text, command_id=f"c{self.commands}")
        for _ in range(1 + len(text) % 2):  # some are sent twice
            self.programs[program].append(match, [sent])
        self.model[match_id].append(text)

    @rule(match_id=matches, program=PROGRAM, text=TEXT)
    def append_late(self, match_id, program, text):
        """Both decide on the same state; the second is refused, without an effect."""
        first, second = self.programs[program], self.programs[1 - program]
        late = second.load(match_id, version=second.load(match_id).version)
        self.append(match_id, program, text)
        try:
            second.append(late, [note(late, "late", by="bo")])
        except Conflict as conflict:
            assert [e.payload.text for e in conflict.entries] == [text]
        else:
            raise AssertionError("both were first")
        assert first.load(match_id).version == second.load(match_id).version

    @rule(program=PROGRAM)
    def restart(self, program):
        self.programs[program].close()
        self.programs[program] = self.open("store.db")

    @rule(match_id=matches, program=PROGRAM)
    def copy_elsewhere(self, match_id, program):
        data = export_match(self.programs[program], match_id)
        import_match(self.elsewhere, data)
        assert export_match(self.elsewhere, match_id) == data

    @rule(match_id=matches, data=st.data(), program=PROGRAM)
    def look_back(self, match_id, data, program):
        version = data.draw(st.integers(1, len(self.model[match_id]) + 2))
        try:
            match = self.programs[program].load(match_id, version=version)
        except MatchNotFound:
            assert version == len(self.model[match_id]) + 2
        else:
            assert match.version == version

    @invariant()
    def both_hold_the_model(self):
        for program in self.programs:
            assert program.match_ids() == sorted(self.model)
            for match_id, texts in self.model.items():
                assert [entry.payload.text for entry in program.entries(match_id)[1:]] == texts
                assert program.load(match_id).head == program.rebuild(match_id).head

    def teardown(self) -> None:
        assert [f for checked in verify_store(self.programs[0]) for f in checked.findings] == []
        for program in (*self.programs, self.elsewhere):
            program.close()
        self.folder.cleanup()


TestStoreModel = StoreModel.TestCase
TestStoreModel.settings = settings(
    max_examples=tries("MATCHBOOK_EXAMPLES", few=12, many=40), stateful_step_count=25, deadline=None
)
