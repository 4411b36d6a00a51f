"""The review on a full-screen terminal. Imports nothing, so that `tutor --help` never pays for Textual."""
