"""The function that fenced out executors that lost a run: made by 0001, dropped by 0004."""

from __future__ import annotations

from typing import Final

CREATE_FENCE: Final = """
CREATE FUNCTION councilos_fence(thread text, expected bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM thread_heads
    WHERE thread_id = thread::uuid AND epoch = expected
    FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'thread % is not at epoch % any more', thread, expected USING ERRCODE = 'CO001';
    END IF;
    RETURN true;
END
$$
"""

DROP_FENCE: Final = "DROP FUNCTION councilos_fence(text, bigint)"
