"""What the keys of the review do: mark, answer, read, go on. All of it ends in a job or in a change of the marks."""

from __future__ import annotations

from textual.widgets import Input

from tutor.core.grading import InvalidAnswer
from tutor.tui import jobs, typed
from tutor.tui.messages import RowClicked
from tutor.tui.pages import question as page
from tutor.tui.screens.sitting import Sitting


class ReviewScreen(Sitting):
    """The review of a day."""

    # The question

    def action_choose(self, place: int) -> None:
        if self.choice is not None:
            self.choice.press(place)
            self._marked()

    def on_row_clicked(self, event: RowClicked) -> None:
        if self.place == "question" and not self.busy:
            self.action_choose(event.place)

    def action_down(self) -> None:
        self._move(1)

    def action_up(self) -> None:
        self._move(-1)

    def _move(self, step: int) -> None:
        if self.choice is not None:
            self.choice.move(step)
            self._marked()

    def action_mark(self) -> None:
        if self.choice is not None:
            self.choice.mark()
            self._marked()

    def action_strike(self) -> None:
        if self.choice is None:
            return
        if not self.choice.strike():
            self.body.guide("Move to an option first, then strike it out.", gentle=True)
            return
        self._marked()

    def _marked(self) -> None:
        if self.choice is not None:
            self.body.show_choice(self.choice)
            self.guide()

    def action_guess(self) -> None:
        self.guessing = not self.guessing
        self.guide()

    def action_answer(self) -> None:
        pick = self.pick
        if pick is None or self.busy:
            return
        guess = self.guessing
        if self.choice is not None:
            if self.choice.missing:
                self.body.guide(self.choice.missing, gentle=True)
                return
            chosen = self.choice.answer
        else:
            try:
                chosen, said = typed.parse(self.body.line.value, pick.question, pick.order)
            except InvalidAnswer as error:
                self.body.guide(str(error), gentle=True)
                return
            guess = guess or said
        spent = max(int((self.now() - self.shown_at) * 1000), 0)
        self.answering = jobs.answer(pick.id, chosen, "guess" if guess else None, spent)
        self.start(self.answering)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_answer()

    def action_leave_line(self) -> None:
        self.set_focus(None)

    def action_type_line(self) -> None:
        self.body.line.focus()

    def action_skip(self) -> None:
        if self.pick is not None:
            self.start(jobs.skip(self.pick.id))

    # After the answer

    def action_next(self) -> None:
        self.start(jobs.pick_next)

    def action_options(self) -> None:
        from tutor.tui.pages.feedback import options_blocks

        if self.feedback is not None:
            self.read("All options", options_blocks(self.feedback, self.bank))

    def action_concept(self) -> None:
        from tutor.tui.pages.cards import concept_blocks

        if self.feedback is not None:
            self.read("Concepts", concept_blocks(self.feedback, self.bank, self.estimates))

    def action_sources(self) -> None:
        from tutor.tui.pages.cards import source_blocks

        if self.pick is not None:
            self.read("Sources", source_blocks(self.pick.question))

    # Both

    def action_undo(self) -> None:
        self.start(jobs.undo)

    def action_why(self) -> None:
        if self.pick is not None:
            self.start(jobs.why(self.pick))

    def action_flag(self) -> None:
        if self.pick is not None:
            self.start(jobs.flag(self.pick.question.id))

    def action_copy(self) -> None:
        if self.pick is not None:
            self.app.copy_to_clipboard(page.copy_text(self.pick, self.bank))
            self.body.guide("Sent to the terminal's clipboard.")

    def action_timer(self) -> None:
        self.timer_shown = not self.timer_shown
        self.tick()
