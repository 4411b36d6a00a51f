"""The plain review from start to end, over a real bank and database, fed through a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Program, answers
from tutor.errors import StoreError
from tutor.session import Session
from tutor.store.repo import Store

QUESTION = """\
A team trains one network on four devices (q-a).

What should it do?

Select 1.
A. Copy the network
B. Divide the network
C. Wait for larger devices
"""


@pytest.mark.usefixtures("small_bank")
class TestSingleChoice:
    def test_question_and_options_stand_one_a_line_with_letters(self, tutor: Program) -> None:
        outcome = tutor(stdin="quit\n")
        assert QUESTION in outcome.out
        assert outcome.code == 0

    def test_a_right_answer_says_so_first_then_the_key_then_the_rest(self, tutor: Program, home: Path) -> None:
        outcome = tutor("review", stdin="b\n")
        outcome.in_order(
            "Right. Answer: B. Divide the network",
            "Why: Each device holds a part.",
            "The other options A. Copy the network",
            "Explanation: The cue is memory: see B (Divide the network).",
            "Trap: Data vs model parallelism Cue: Does one copy fit? Rule: Does not fit: divide the model.",
            "You so far: Data parallelism taken for Model parallelism in 0 of 1 exposure",
            "Concept: Model parallelism. What Model parallelism is. Memory trick: A trick for Model parallelism.",
            "Source: A guide, https://example.org/guide",
            "Comes back in 2 days (2026-12-03).",
            "Why this question: New question",
        )
        (answer,) = answers(home)
        assert (answer.question_id, answer.chosen, answer.correct) == ("q-a", ("right",), True)
        assert answer.shown == ("wrong", "right", "other")
        assert answer.confidence is None
        assert answer.duration_ms == 0

    def test_a_wrong_answer_gives_the_reason_of_the_chosen_option_before_the_rest(self, tutor: Program) -> None:
        tutor(stdin="a\n").in_order(
            "Wrong. Answer: B. Divide the network",
            "You chose: A. Copy the network Why it is wrong: No copy fits.",
            "Why it tempts: It is the usual way. Right when: A copy fits.",
            "The other options C. Wait for larger devices",
            "(you took its lure)",
            "Comes back tomorrow",
        )

    @pytest.mark.parametrize("line", ["guess b", "b g", "b guess"])
    def test_a_guess_is_stored_as_a_guess(self, tutor: Program, home: Path, line: str) -> None:
        assert "Right, and guessed" in tutor(stdin=f"{line}\n").out
        (answer,) = answers(home)
        assert (answer.confidence, int(answer.rating)) == ("guess", 2)

    def test_end_of_input_ends_cleanly_and_keeps_what_was_answered(self, tutor: Program, home: Path) -> None:
        outcome = tutor(stdin="b\n")
        assert outcome.code == 0
        outcome.in_order("Answer (such as a): b", "This session: 1 answer, 1 right", "Tomorrow, 2026-12-02:")
        assert outcome.err == ""
        assert len(answers(home)) == 1

    def test_an_empty_input_ends_cleanly_without_an_answer(self, tutor: Program, home: Path) -> None:
        outcome = tutor(stdin="")
        assert (outcome.code, outcome.err) == (0, "")
        assert "This session: 0 answers." in outcome.out
        assert answers(home) == []

    def test_bad_input_is_explained_and_asked_again(self, tutor: Program, home: Path) -> None:
        outcome = tutor(stdin="\nz\nfoo\na b\nb\n")
        outcome.in_order(
            "Type an answer such as a, or ? for help.",
            "There is no option Z; they go from A to C.",
            "'foo' is not understood",
            "Choose 1 option, not 2",
            "Right.",
        )
        assert len(answers(home)) == 1

    def test_undo_takes_the_answer_back_and_asks_the_same_question(self, tutor: Program, home: Path) -> None:
        outcome = tutor(stdin="a\nundo\nb\n")
        outcome.in_order("Wrong.", "Taken back. The question again:", "(q-a)", "Right.")
        assert [a.chosen for a in answers(home)] == [("right",)]
        assert [a.retracted_at is None for a in answers(home, retracted=True)] == [False, True]

    def test_undo_works_after_the_last_question(self, tutor: Program, home: Path) -> None:
        outcome = tutor(stdin="b\na\nu\nb\n\n")
        outcome.in_order("Nothing more waits today.", "Taken back.", "(q-b)", "Right.", "Nothing more waits today.")
        assert [a.chosen for a in answers(home)] == [("right",), ("right",)]

    def test_undo_of_nothing_says_so(self, tutor: Program) -> None:
        assert "There is no answer to take back." in tutor(stdin="u\n").out

    def test_skip_shows_another_question_and_grades_nothing(self, tutor: Program, home: Path) -> None:
        tutor(stdin="s\nq\n").in_order("(q-a)", "Skipped.", "(q-b)", "This session: 0 answers.")
        assert answers(home) == []

    def test_a_question_left_open_comes_first_next_time(self, tutor: Program) -> None:
        assert "(q-b)" in tutor(stdin="s\nq\n").out
        tutor(stdin="q\n").in_order("(q-b)")

    def test_why_shows_the_numbers_of_the_choice(self, tutor: Program) -> None:
        tutor(stdin="why\n").in_order("New question: 83.3 % of the exam;", "Value ", "First concept: exam weight")

    def test_help_lists_the_words(self, tutor: Program) -> None:
        tutor(stdin="?\n").in_order("undo, u", "skip, s", "why, w", "help, ?", "quit, q")

    def test_a_mark_is_set_and_removed(self, tutor: Program, home: Path) -> None:
        tutor(stdin="m\nflag\nm\n").in_order("Marked.", "The mark is removed.", "Marked.")
        with Store.open(home / "data" / "default.db", read_only=True) as store:
            assert store.marks()["q-a"].flagged

    def test_the_limit_ends_the_review_and_says_so(self, tutor: Program) -> None:
        tutor("--limit", "1", stdin="b\n").in_order("The number of questions asked for is reached.", "1 answer")

    def test_when_the_time_is_used_more_can_be_asked_for(self, tutor: Program, home: Path) -> None:
        outcome = tutor("--minutes", "1", stdin="a\na\nfoo\nmore\n")
        outcome.in_order(
            "The time for today is used.",
            "more adds 10 minutes",
            "The review is over: u takes back the last answer",
            "Nothing more waits today.",
        )

    @pytest.mark.parametrize("words", [("--trap", "data-vs-model"), ("--concept", "model-parallel")])
    def test_a_drill_asks_for_its_trap_or_concept(self, tutor: Program, home: Path, words: tuple[str, str]) -> None:
        tutor("review", *words, stdin="b\n").in_order("Right.", "Why this question: Drill: ")
        assert [a.mode for a in answers(home)] == ["drill"]

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("--exam", "exam-c"), "Did you mean exam-"),
            (("--concept", "model-paralel"), "Did you mean model-parallel?"),
            (("--trap", "data-vs-mode"), "Did you mean data-vs-model?"),
        ],
    )
    def test_an_unknown_exam_concept_or_trap_names_the_nearest(
        self, tutor: Program, words: tuple[str, str], said: str
    ) -> None:
        outcome = tutor("review", *words)
        assert outcome.code == 2
        assert said in outcome.err
        assert words[1] in outcome.err

    def test_the_exam_code_is_read_in_any_case(self, tutor: Program) -> None:
        assert tutor("--exam", "EXAM-A", stdin="").code == 0

    def test_the_notice_of_a_replaced_exam_shows_only_while_no_exam_is_chosen(
        self, tutor: Program, home: Path, small_bank: Path
    ) -> None:
        for file in small_bank.rglob("*.toml"):
            file.write_text(file.read_text().replace("exam-a", "mla-c02"))
        (small_bank / "exams" / "exam-a.toml").rename(small_bank / "exams" / "mla-c02.toml")
        (home / "config" / "config.toml").unlink()
        assert "exam-b has replaced mla-c02." in tutor(stdin="").out
        assert "has replaced" not in tutor("--exam", "mla-c02", stdin="").out

    def test_output_holds_no_escape_byte_and_only_ascii_words(self, tutor: Program) -> None:
        outcome = tutor(stdin="?\nwhy\na\nb\n\x1b[31m\n")
        assert "\x1b" not in outcome.out + outcome.err
        assert outcome.out.isascii()

    def test_lines_are_at_most_80_wide_when_the_output_is_no_terminal(
        self, tutor: Program, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "200")
        assert max(map(len, tutor(stdin="why\na\nb\n").out.splitlines())) <= 80

    def test_input_that_is_not_utf8_is_answered_and_not_a_crash(self, tutor: Program) -> None:
        outcome = tutor(stdin=b"\xff\xfe\nb\n")
        assert outcome.code == 0
        assert "Right." in outcome.out

    def test_an_answer_that_cannot_be_saved_ends_a_piped_review(
        self, tutor: Program, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object, **__: object) -> None:
            raise StoreError("The disk is full.", "Make room.")

        monkeypatch.setattr(Store, "record_answer", fail)
        outcome = tutor(stdin="b\nb\n")
        assert outcome.code == 1
        assert outcome.err == "tutor: The disk is full.\n  Make room.\n"
        assert "Right." not in outcome.out
        assert answers(home) == []

    def test_ctrl_c_ends_with_130_and_closes_the_database(
        self, tutor: Program, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        closed: list[bool] = []
        close = Session.close

        def interrupt(_: Session) -> None:
            raise KeyboardInterrupt

        def closing(session: Session) -> None:
            closed.append(True)
            close(session)

        monkeypatch.setattr(Session, "next", interrupt)
        monkeypatch.setattr(Session, "close", closing)
        outcome = tutor(stdin="b\n")
        assert (outcome.code, closed) == (130, [True])


def test_a_closed_service_is_named_only_after_the_answer(tutor: Program, small_bank: Path) -> None:
    for file in (small_bank / "questions").iterdir():
        file.write_text(file.read_text().replace("shuffle = false", 'shuffle = false\nlifecycle = ["lc-debugger"]'))
    service = 'id = "lc-debugger"\nservice = "Debugger"\nchange = "closed to new customers"\neffective = "2026-07-30"\n'
    (small_bank / "lifecycle.toml").write_text(f"format = 1\n[[service]]\n{service}in_exam_guide = true\nseen = true\n")
    assert "Debugger" not in tutor(stdin="quit\n").out
    tutor(stdin="b\nquit\n").in_order("Right.", "Explanation", "Note: Debugger: closed to new customers (2026-07-30)")
