"""The rules of the tutor: pure functions and values. No SQL, no screen, no clock of its own."""
