import pytest

from councilos.storage.embedded.cluster import failure


@pytest.mark.parametrize(
    ("messages", "advice"),
    [
        ('LOG: x\nFATAL: could not write to file "pg_wal": No space left on device\n', "The disk is full"),
        ("FATAL: could not create shared memory segment", "too little shared memory"),
        (
            "LOG: starting\nFATAL: could not find it\nLOG: shut down",
            "FATAL: could not find it Set DATABASE_URL",
        ),
        ("", "no reason given"),
    ],
)
def test_what_postgresql_says_becomes_advice(messages: str, advice: str) -> None:
    """SO-5: the person who installed CouncilOS learns the reason and a way out."""
    assert advice in failure(messages).message
