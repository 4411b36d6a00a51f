"""The answer log in outside forms. Nothing here opens a database or a bank."""
