"""What every screen with a list shares: the keys that move its cursor."""

from __future__ import annotations

from typing import TypeVar

from tutor.tui.screens.base import ActionScreen
from tutor.tui.widgets.listing import Listing

Result = TypeVar("Result")


class RowScreen(ActionScreen[Result]):
    """A screen with one `Listing`."""

    @property
    def listing(self) -> Listing:
        return self.query_one(Listing)

    def action_row_down(self) -> None:
        self.listing.move(1)

    def action_row_up(self) -> None:
        self.listing.move(-1)

    def action_row_first(self) -> None:
        self.listing.go(0)

    def action_row_last(self) -> None:
        self.listing.go(self.listing.count - 1)

    def action_rows_on(self) -> None:
        self.listing.page(1)

    def action_rows_back(self) -> None:
        self.listing.page(-1)
