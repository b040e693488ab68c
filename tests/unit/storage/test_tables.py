from pathlib import Path

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql

from councilos.storage.tables import metadata

DOCUMENT = Path(__file__).parents[3] / "docs" / "reference" / "tables.md"


def _rows(table: Table) -> list[str]:
    rows: list[str] = []
    for column in table.columns:
        kind = str(column.type.compile(postgresql.dialect())).lower()
        kind = kind.replace("timestamp with time zone", "timestamptz")
        targets = (f"{key.target_fullname} ({(key.ondelete or '').lower()})" for key in column.foreign_keys)
        null = "yes" if column.nullable else "no"
        rows.append(f"| {column.name} | {kind} | {null} | {', '.join(targets)} |")
    return rows


def _documented() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for section in DOCUMENT.read_text(encoding="utf-8").split("\n## ")[1:]:
        name, _, text = section.partition("\n")
        found[name] = [line for line in text.splitlines() if line.startswith("| ")][1:]
    return found


def test_every_table_is_documented_as_it_is() -> None:
    """RN-6: `docs/reference/tables.md` names every table and column, and nothing else."""
    assert _documented() == {name: _rows(table) for name, table in metadata.tables.items()}


def test_the_tables_of_the_rest_api_have_the_promised_columns() -> None:
    """RN-6, BP-12: names and types of the promised columns."""
    promised = {
        "blueprints": "id uuid, name varchar(255), data jsonb, "
        "created_at timestamptz, updated_at timestamptz",
        "council_runs": "id uuid, blueprint_id uuid, input_topic text, status varchar(50), final_draft text, "
        "critic_score float, iteration_count integer, created_at timestamptz, completed_at timestamptz",
    }
    for name, columns in promised.items():
        there = {" ".join(row.split(" | ")[:2]).removeprefix("| ") for row in _rows(metadata.tables[name])}
        assert set(columns.split(", ")) <= there


def test_everything_of_a_thread_goes_with_it() -> None:
    """RN-8: no row of a thread survives the deletion of the thread."""
    gone = {"threads"}
    for table in metadata.sorted_tables:
        if any(key.column.table.name in gone and key.ondelete == "CASCADE" for key in table.foreign_keys):
            gone.add(table.name)
    assert gone == set(metadata.tables) - {"blueprints", "agents", "documents", "document_pages"}
