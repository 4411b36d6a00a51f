"""How a schema comes about: the migrations give what the models say, in one transaction, after a backup."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from tests.store.conftest import ROOT
from tests.store.make import CACHES, NOW, after, answer, before, change, dump, filled, mark, pick, record
from tutor.errors import EXIT_DATA, DataError, StoreError
from tutor.store import backup, migrate
from tutor.store.engine import memory_engine
from tutor.store.repo import Store
from tutor.store.schema import metadata

FIXTURES = Path(__file__).parent / "fixtures"


def test_the_migrations_give_the_schema_of_the_models(path: Path) -> None:
    Store.open(path).close()
    with create_engine(f"sqlite:///{path}").connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": migrate.type_differs})
        assert compare_metadata(context, metadata) == []
    connection.engine.dispose()


def test_the_comparison_notices_another_kind_of_column() -> None:
    engine = memory_engine()
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value REAL NOT NULL)")
        context = MigrationContext.configure(connection, opts={"compare_type": migrate.type_differs})
        differences = [d for d in compare_metadata(context, metadata) if isinstance(d, list)]
    engine.dispose()
    assert [(d[0][0], d[0][3]) for d in differences] == [("modify_type", "value")]


def test_the_indexes_of_the_models_and_the_migrations_have_the_same_conditions(path: Path) -> None:
    query = "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    Store.open(path).close()
    engine = memory_engine()
    metadata.create_all(engine)
    with engine.connect() as connection, closing(sqlite3.connect(path)) as raw:
        migrated = {" ".join(sql.split()) for (sql,) in raw.execute(query)}
        assert migrated == {" ".join(sql.split()) for (sql,) in connection.exec_driver_sql(query)}
    engine.dispose()


def test_the_tables_are_strict(path: Path) -> None:
    filled(path, 1).close()
    with pytest.raises(sqlite3.IntegrityError, match="cannot store TEXT"):
        change(path, "UPDATE card SET stability = 'much'")


def test_the_known_revisions_are_those_of_the_folder() -> None:
    with migrate.folder() as folder:
        config = Config()
        config.set_main_option("script_location", str(folder))
        scripts = ScriptDirectory.from_config(config)
        assert tuple(script.revision for script in scripts.walk_revisions())[::-1] == migrate.REVISIONS


def test_a_program_that_runs_from_an_archive_makes_a_database_too(path: Path, tmp_path: Path) -> None:
    archive = tmp_path / "tutor.zip"
    with zipfile.ZipFile(archive, "w") as target:
        for file in (ROOT / "tutor").rglob("*"):
            if file.suffix in (".py", ".mako"):
                target.write(file, file.relative_to(ROOT))
    program = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(archive)!r})
import tutor
from tutor.store.repo import Store
assert tutor.__file__.startswith({str(archive)!r})
Store.open(Path({str(path)!r})).close()
"""
    subprocess.run([sys.executable, "-W", "error", "-c", program], cwd=tmp_path, check=True)
    with filled(path, 2) as store:
        assert store.count() == 2


def empty_file(path: Path) -> None:
    path.touch()


def only_the_header(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA journal_mode = WAL")


def no_revision_yet(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")


@pytest.mark.parametrize("old", [empty_file, only_the_header, no_revision_yet])
def test_a_file_from_before_the_first_schema_is_brought_up_to_date(path: Path, old: object) -> None:
    path.parent.mkdir()
    assert callable(old)
    old(path)
    with Store.open(path) as store:
        record(store, 0)
        assert store.count() == 1
    Store.open(path.with_name("new.db")).close()
    with closing(sqlite3.connect(path)) as raw, closing(sqlite3.connect(path.with_name("new.db"))) as new:
        query = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '%alembic%' ORDER BY name"
        assert raw.execute(query).fetchall() == new.execute(query).fetchall()


@pytest.fixture
def second_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program with one more migration; returns the file of its upgrade, which adds a table and a column."""
    copy = tmp_path / "migrations"
    with migrate.folder() as folder:
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("__pycache__"))
    script = copy / "versions" / "0002_second.py"
    script.write_text(
        "from alembic import op\nimport sqlalchemy as sa\nrevision = '0002'\ndown_revision = '0001'\n"
        "def upgrade():\n"
        "    op.create_table('extra', sa.Column('id', sa.Text(), primary_key=True))\n"
        "    with op.batch_alter_table('card') as card:\n"
        "        card.alter_column('stability', new_column_name='days')\n"
    )

    @contextmanager
    def folder_of_the_next_program() -> Iterator[Path]:
        yield copy

    monkeypatch.setattr(migrate, "folder", folder_of_the_next_program)
    monkeypatch.setattr(migrate, "REVISIONS", ("0001", "0002"))
    return script


def old_database(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with pytest.MonkeyPatch.context() as before:
        before.setattr(migrate, "REVISIONS", ("0001",))
        with migrate.folder() as folder:
            later = folder / "versions" / "0002_second.py"
            later.rename(later.with_suffix(".txt"))
            filled(path, 5).close()
            later.with_suffix(".txt").rename(later)
    return dump(path)


def test_an_older_database_is_backed_up_and_brought_up_to_date(path: Path, second_revision: Path) -> None:
    old = old_database(path)
    with Store.open(path) as store:
        assert store.count() == 5
        assert store.marks() == {}
    new = dump(path)
    assert new.pop("alembic_version") == [("0002",)]
    assert new.pop("extra") == []
    assert new == {name: rows for name, rows in old.items() if name != "alembic_version"}
    [saved] = backup.backups(path)
    assert dump(saved) == old
    assert "before-0002" in saved.name


def test_an_older_database_cannot_be_read_before_it_was_brought_up_to_date(path: Path, second_revision: Path) -> None:
    old = old_database(path)
    with pytest.raises(DataError, match="older version of tutor") as error:
        Store.open(path, read_only=True)
    assert error.value.exit_code == EXIT_DATA
    assert "Start `tutor` once" in error.value.hint
    assert dump(path) == old


def test_a_migration_that_fails_changes_nothing(path: Path, second_revision: Path) -> None:
    old = old_database(path)
    second_revision.write_text(second_revision.read_text() + "    op.execute('INSERT INTO nowhere VALUES (1)')\n")
    with pytest.raises(StoreError, match="nowhere"):
        Store.open(path)
    assert dump(path) == old
    second_revision.write_text(second_revision.read_text().replace("    op.execute('INSERT INTO nowhere", "    # ('"))
    with Store.open(path) as store:
        assert store.count() == 5


def test_every_cache_table_is_known_to_the_tests() -> None:
    truth = {"answer", "mark", "mock", "undo_step"}
    assert set(metadata.tables) == {*CACHES, *truth}


@pytest.mark.parametrize("fixture", sorted(FIXTURES.glob("*.sql")), ids=lambda file: file.stem)
def test_a_database_of_every_earlier_schema_gives_the_same_values(path: Path, fixture: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(fixture.read_text())
    with Store.open(path) as store:
        assert store.answers() == [answer(n) for n in range(8)]
        assert store.answers(retracted=True)[8:] == [answer(8, retracted_at=NOW)]
        assert store.marks() == {"q.1": mark("q.1", flagged=True, note="look again")}
        assert store.pick() == pick(8)
        assert store.current() == (answer(7).id, "rules-1")
        assert store.rows().learner == after(7).learner
        assert store.integrity() == []
        record(store, 8, id="again")
        step = store.undo_step()
        assert step is not None
        assert step.before == before(8)


def test_there_is_a_fixture_of_every_schema() -> None:
    assert {file.stem for file in FIXTURES.glob("*.sql")} == set(migrate.REVISIONS)
