"""The first schema. Written out, so that it stays what it was when `tutor.store.schema` moves on."""

from __future__ import annotations

import sqlite3

from alembic import op

revision = "0001"
down_revision = None

_TABLES = (
    """
    CREATE TABLE mock (
        id TEXT NOT NULL,
        exam TEXT NOT NULL,
        form TEXT NOT NULL,
        started_at TEXT NOT NULL,
        ended_at TEXT,
        result TEXT,
        CONSTRAINT pk_mock PRIMARY KEY (id)
    )""",
    """
    CREATE TABLE answer (
        id TEXT NOT NULL,
        pick_id TEXT NOT NULL,
        question_id TEXT NOT NULL,
        key_hash TEXT NOT NULL,
        text_hash TEXT NOT NULL,
        mode TEXT NOT NULL,
        reason TEXT NOT NULL,
        shown TEXT NOT NULL,
        chosen TEXT NOT NULL,
        correct INTEGER NOT NULL,
        confidence TEXT,
        rating INTEGER NOT NULL,
        retention REAL NOT NULL,
        answered_at TEXT NOT NULL,
        utc_offset INTEGER NOT NULL,
        rollover INTEGER NOT NULL,
        study_day TEXT NOT NULL,
        duration_ms INTEGER NOT NULL,
        device TEXT NOT NULL,
        card_before TEXT,
        retracted_at TEXT,
        merged INTEGER NOT NULL,
        mock_id TEXT,
        CONSTRAINT pk_answer PRIMARY KEY (id),
        CONSTRAINT fk_answer_mock_id FOREIGN KEY (mock_id) REFERENCES mock (id)
    )""",
    """
    CREATE TABLE mark (
        question_id TEXT NOT NULL,
        flagged INTEGER NOT NULL,
        suspended INTEGER NOT NULL,
        note TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        CONSTRAINT pk_mark PRIMARY KEY (question_id)
    )""",
    """
    CREATE TABLE seen_text (
        text_hash TEXT NOT NULL,
        words TEXT NOT NULL,
        CONSTRAINT pk_seen_text PRIMARY KEY (text_hash)
    )""",
    """
    CREATE TABLE card (
        question_id TEXT NOT NULL,
        stability REAL NOT NULL,
        difficulty REAL NOT NULL,
        last_day TEXT NOT NULL,
        due_day TEXT NOT NULL,
        text_hash TEXT NOT NULL,
        CONSTRAINT pk_card PRIMARY KEY (question_id)
    )""",
    """
    CREATE TABLE learner_state (
        id INTEGER NOT NULL,
        mean REAL NOT NULL,
        var REAL NOT NULL,
        n INTEGER NOT NULL,
        form_mean REAL NOT NULL,
        form_var REAL NOT NULL,
        slope_mean REAL NOT NULL,
        slope_var REAL NOT NULL,
        hits REAL NOT NULL,
        weight REAL NOT NULL,
        lures REAL NOT NULL,
        exposures REAL NOT NULL,
        CONSTRAINT pk_learner_state PRIMARY KEY (id),
        CONSTRAINT ck_learner_state_one_row CHECK (id = 1)
    )""",
    """
    CREATE TABLE concept_state (
        concept_id TEXT NOT NULL,
        mean REAL NOT NULL,
        var REAL NOT NULL,
        n INTEGER NOT NULL,
        hits REAL NOT NULL,
        weight REAL NOT NULL,
        recency REAL NOT NULL,
        day TEXT NOT NULL,
        stability REAL NOT NULL,
        difficulty REAL NOT NULL,
        CONSTRAINT pk_concept_state PRIMARY KEY (concept_id)
    )""",
    """
    CREATE TABLE question_state (
        question_id TEXT NOT NULL,
        mean REAL NOT NULL,
        var REAL NOT NULL,
        n INTEGER NOT NULL,
        CONSTRAINT pk_question_state PRIMARY KEY (question_id)
    )""",
    """
    CREATE TABLE trap_state (
        trap_id TEXT NOT NULL,
        side TEXT NOT NULL,
        picks REAL NOT NULL,
        expected REAL NOT NULL,
        exposures INTEGER NOT NULL,
        taken INTEGER NOT NULL,
        status TEXT NOT NULL,
        lures REAL NOT NULL,
        weight REAL NOT NULL,
        recency REAL NOT NULL,
        day TEXT NOT NULL,
        CONSTRAINT pk_trap_state PRIMARY KEY (trap_id, side)
    )""",
    """
    CREATE TABLE pick (
        id TEXT NOT NULL,
        question_id TEXT NOT NULL,
        key_hash TEXT NOT NULL,
        text_hash TEXT NOT NULL,
        shown TEXT NOT NULL,
        reason TEXT NOT NULL,
        mode TEXT NOT NULL,
        study_day TEXT NOT NULL,
        presented_at TEXT NOT NULL,
        CONSTRAINT pk_pick PRIMARY KEY (id)
    )""",
    """
    CREATE TABLE undo_step (
        seq INTEGER NOT NULL,
        answer_id TEXT NOT NULL,
        "before" TEXT NOT NULL,
        pick TEXT,
        current_to TEXT,
        model_version TEXT,
        CONSTRAINT pk_undo_step PRIMARY KEY (seq),
        CONSTRAINT uq_undo_step_answer_id UNIQUE (answer_id),
        CONSTRAINT fk_undo_step_answer_id FOREIGN KEY (answer_id) REFERENCES answer (id)
    )""",
    """
    CREATE TABLE meta (
        "key" TEXT NOT NULL,
        value TEXT NOT NULL,
        CONSTRAINT pk_meta PRIMARY KEY ("key")
    )""",
)
_INDEXES = (
    "CREATE UNIQUE INDEX ix_answer_pick_id ON answer (pick_id) WHERE retracted_at IS NULL AND merged = 0",
    "CREATE INDEX ix_answer_order ON answer (answered_at, id)",
    "CREATE INDEX ix_answer_study_day ON answer (study_day)",
)


def upgrade() -> None:
    # Strict tables refuse a value of another type; libraries before SQLite 3.37 do not know the word.
    strict = " STRICT" if sqlite3.sqlite_version_info >= (3, 37) else ""
    for table in _TABLES:
        op.execute(table + strict)
    for index in _INDEXES:
        op.execute(index)
