"""The question bank on disk: reading, checking and counting it. Knows files and `tutor.core.question`, no learner."""
