"""How good the questions are: blind solving by an independent reader, and what their surface gives away."""
