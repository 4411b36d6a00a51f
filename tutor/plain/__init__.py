"""The review line by line: for screen readers, dumb terminals and pipes. Nothing is redrawn, no escape byte is sent.

`loop` runs it over the same session as the screens, `replies` reads what was typed, `show` puts things into lines.
"""
