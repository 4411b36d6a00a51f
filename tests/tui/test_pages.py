"""What pages say, without a screen."""

from __future__ import annotations

from dataclasses import replace

from tests.tui.bank import BANK, MULTIPLE, SINGLE
from tests.tui.fake import FakeSession, confusion
from tutor.core.outcome import Feedback
from tutor.core.question import Bank, Question
from tutor.tui.blocks import Block, lay_out
from tutor.tui.pages.feedback import feedback_blocks, trap_lines, verdict
from tutor.tui.widgets.topbar import top_line


def words(blocks: list[Block], width: int = 90) -> str:
    return "\n".join(line.plain for line in lay_out(blocks, width))


def answered(question: Question, *chosen: str, bank: Bank = BANK) -> Feedback:
    feedback = FakeSession(bank, [question]).answer("pick-0", chosen)
    assert feedback is not None
    return feedback


def test_the_verdict_names_every_letter_of_a_multiple_answer() -> None:
    feedback = answered(MULTIPLE, "gateway-endpoint", "policy")
    assert verdict(feedback).plain == "✗ Wrong. You chose B and C; the answer is A and C."
    page = words(feedback_blocks(feedback, BANK, ""), 200)
    assert "in the application's subnets" in page
    assert "not chosen" in page
    assert page.index("Gateway endpoints are free") < page.index("Calls stay on the AWS network.")


def test_traps_whose_lure_was_not_taken_are_only_named_with_their_rule() -> None:
    second = replace(BANK.traps["data-vs-model-parallel"], id="other", name="Another pair", rule="The other rule.")
    bank = replace(BANK, traps={**BANK.traps, "other": second})
    feedback = answered(replace(SINGLE, traps=("data-vs-model-parallel", "other")), "data-parallel", bank=bank)
    page = words(feedback_blocks(feedback, bank, ""))
    assert page.count("Your record") == 1
    assert page.index("Trap: Data vs model parallelism") < page.index("Other traps here") < page.index("Another pair")
    assert "The other rule." in page


def test_a_suspicion_is_a_question_and_too_little_evidence_is_no_claim() -> None:
    record = confusion("data-vs-model-parallel", BANK)
    assert "Do you take Data parallelism for Model parallelism?" in words(trap_lines(record, BANK), 200)
    assert "You take Data parallelism" in words(trap_lines(replace(record, status="confirmed"), BANK), 200)
    quiet = words(trap_lines(replace(record, status="unknown"), BANK), 200)
    assert "Taken 3 of 5 times." in quiet
    assert "picked" not in quiet


def test_the_head_line_drops_what_matters_least_and_always_fits() -> None:
    progress = FakeSession().progress()
    lines = {w: top_line("MLA-C02", "12 days to the exam", progress, "0:42", w).plain for w in range(16, 90)}
    assert all(len(line) == w for w, line in lines.items())
    assert all(line.startswith("MLA-C02") for line in lines.values())
    assert "0 of 25 min" in lines[80]
    assert "12 days" in lines[80]
    assert "12 days" not in lines[50]
    assert lines[20].endswith("0 done")
