"""What the keys of the review do: mark, answer, read, go on. All of it ends in a job or in a change of the marks."""

from __future__ import annotations

from tutor.core.grading import Confidence
from tutor.tui import jobs
from tutor.tui.arrange import Matching, Ordering
from tutor.tui.messages import PromptClicked, RowCarried, RowClicked
from tutor.tui.pages import question as page
from tutor.tui.screens.base import bound
from tutor.tui.screens.sitting import Sitting

HOW_SURE = "How sure are you? g: a guess, i: unsure; Enter: sure."


class ReviewScreen(Sitting):
    """The review of a day."""

    # The question

    def action_choose(self, place: int) -> None:
        if self.marks is not None:
            self.marks.press(place)
            self._marked()

    def on_row_clicked(self, event: RowClicked) -> None:
        if self.asking:
            self.action_choose(event.place)

    def on_row_carried(self, event: RowCarried) -> None:
        if self.asking and isinstance(self.marks, Ordering):
            self.marks.carry(event.place, event.onto)
            self._marked()

    def on_prompt_clicked(self, event: PromptClicked) -> None:
        if self.asking and isinstance(self.marks, Matching):
            self.marks.go(event.place)
            self._marked()

    def action_down(self) -> None:
        self._move(1)

    def action_up(self) -> None:
        self._move(-1)

    def _move(self, step: int) -> None:
        if self.marks is not None:
            self.marks.move(step)
            self._marked()

    def action_mark(self) -> None:
        if self.marks is None:
            return
        if self.marks.cursor is None:
            self.body.guide("Move to an option first, then choose it.", gentle=True)
            return
        self.marks.mark()
        self._marked()

    def action_move_up(self) -> None:
        self._shift(-1)

    def action_move_down(self) -> None:
        self._shift(1)

    def _shift(self, step: int) -> None:
        if not isinstance(self.marks, Ordering):
            return
        if not self.marks.shift(step):
            self.body.guide("Go to a step first with j and k, then move it.", gentle=True)
            return
        self._marked()

    def action_prompt_on(self) -> None:
        self._turn_prompt(1)

    def action_prompt_back(self) -> None:
        self._turn_prompt(-1)

    def _turn_prompt(self, step: int) -> None:
        if isinstance(self.marks, Matching):
            self.marks.turn(step)
            self._marked()

    def action_strike(self) -> None:
        if self.marks is None:
            return
        if not self.marks.strike():
            self.body.guide("Move to an option first, then strike it out.", gentle=True)
            return
        self._marked()

    def _marked(self) -> None:
        self.sure_asked = False
        if self.marks is not None:
            self.body.show_marks(self.marks)
            self.guide()

    def action_guess(self) -> None:
        self._feel("guess")

    def action_unsure(self) -> None:
        self._feel("unsure")

    def _feel(self, how: Confidence) -> None:
        self.confidence = None if self.confidence == how else how
        self.guide()

    def action_answer(self) -> None:
        pick, marks = self.pick, self.marks
        if pick is None or marks is None or self.busy or (self.sure_asked and self.echo):
            return
        if marks.missing:
            self.body.guide(marks.missing, gentle=True)
            return
        confidence = self.confidence
        if self._config.confidence and confidence is None:
            if not self.sure_asked:
                self.sure_asked, self._changed_at = True, self.now()
                self.body.guide(HOW_SURE, gentle=True)
                return
            confidence = "sure"
        spent = max(int((self.now() - self.shown_at) * 1000), 0)
        self.answering = jobs.answer(pick.id, marks.answer, confidence, spent)
        self.start(self.answering)

    def action_skip(self) -> None:
        if self.pick is not None and not self.echo:
            self.start(jobs.skip(self.pick.id))

    # After the answer

    def action_next(self) -> None:
        if not self.echo:
            self.start(jobs.pick_next)

    def action_contrast(self) -> None:
        if self.feedback is not None:
            self.start(jobs.contrast(self.feedback))

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

    def action_note(self) -> None:
        from tutor.tui.screens.note import NoteScreen, Written

        if self.pick is None:
            return
        question_id = self.pick.question.id

        def written(result: Written | None) -> None:
            if result is None:
                return
            if result.save:
                self.drafts.pop(question_id, None)
                self.start(jobs.note(question_id, result.text))
            elif result.text.strip() != self.said.note:
                self.drafts[question_id] = result.text
                self.toast("Not saved; open the note again to go on.")

        text = self.drafts.get(question_id, self.said.note)
        self.app.push_screen(bound(NoteScreen, self.actions)(text), written)

    def action_note_now(self) -> None:
        self.action_note()

    def action_suspend(self) -> None:
        if self.pick is None or self.echo:
            return
        question_id = self.pick.question.id
        if self.feedback is not None:
            self.start(jobs.suspend(question_id, not self.said.suspended))
        else:
            self.start(jobs.put_away(question_id))

    def action_copy(self) -> None:
        if self.pick is not None:
            self.app.copy_to_clipboard(page.copy_text(self.pick, self.bank))
            self.body.guide("Sent to the terminal's clipboard.")

    def action_timer(self) -> None:
        self.timer_shown = not self.timer_shown
        self.tick()
