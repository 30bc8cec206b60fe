"""pip install "pyathena[pandas,arrow]". Rows, frames from the CSV file and from UNLOAD, counts, a failure."""
import sys
sys.path.pop(0)  # this file's own name is the package's
from pyathena import connect
from pyathena.error import OperationalError
from pyathena.pandas.cursor import PandasCursor

connection = connect(work_group="lab", schema_name="db", s3_staging_dir="s3://data/athena/", poll_interval=0.05)
QUERY = "SELECT id, name, score, passed, at, day FROM answers WHERE id < %(most)d ORDER BY id"

rows = connection.cursor().execute(QUERY, {"most": 3}).fetchall()
assert [row[1] for row in rows] == ["été", 'b"c'], rows
by_file = connection.cursor(PandasCursor).execute(QUERY, {"most": 3}).as_pandas()
by_unload = connection.cursor(PandasCursor, unload=True).execute(QUERY, {"most": 3}).as_pandas()
assert by_file["id"].tolist() == by_unload["id"].tolist() == [1, 2], by_unload
marked = connection.cursor().execute("SELECT count(*) FROM answers WHERE name = ?", ["'été'"], paramstyle="qmark")
assert marked.fetchall() == [(1,)]
inserted = connection.cursor().execute("INSERT INTO answers (id, name) VALUES (77, 'x'), (78, 'y')")
assert inserted.rowcount == 2, inserted.rowcount
assert connection.cursor().execute("DELETE FROM answers WHERE id > 70").rowcount == 2
assert connection.cursor().execute("SHOW TABLES 'ans*'").fetchall() == [("answers",)]
try:
    connection.cursor().execute("SELECT * FROM nothing")
    raise AssertionError("nothing was found")
except OperationalError as error:
    assert "TABLE_NOT_FOUND" in str(error), error
