"""Ids that sort by time and never meet: UUID version 7 (RFC 9562)."""

from __future__ import annotations

import secrets
from datetime import datetime
from uuid import UUID


def uuid7(at: datetime, entropy: int | None = None) -> str:
    """A new id for an aware instant; milliseconds first, then 74 random bits (`entropy` replaces them in tests)."""
    milliseconds = int(at.timestamp() * 1000)
    if not 0 <= milliseconds < 1 << 48:
        raise ValueError(f"{at.isoformat()} does not fit into a UUID of version 7")
    bits = secrets.randbits(74) if entropy is None else entropy & ((1 << 74) - 1)
    value = milliseconds << 80 | 0x7 << 76 | (bits >> 62) << 64 | 0b10 << 62 | bits & ((1 << 62) - 1)
    return str(UUID(int=value))
