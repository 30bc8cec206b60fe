"""pip install "pyiceberg[glue,pyarrow]". An Iceberg table from its own files, found by the catalog."""
import os
import sys
sys.path.pop(0)  # this file's own name is the package's
from pyiceberg.catalog import load_catalog

catalog = load_catalog("local", type="glue", **{
    "glue.endpoint": os.environ["AWS_ENDPOINT_URL"], "s3.endpoint": os.environ["AWS_ENDPOINT_URL"], "s3.region": "us-east-1"})
table = catalog.load_table("db.measured")
rows = table.scan(row_filter="id < 3").to_arrow().sort_by("id").to_pylist()
assert [(row["id"], row["name"], row["score"], row["passed"]) for row in rows] == [
    (1, "été", 0.5, True), (2, 'b"c', 1.25, False)], rows
assert str(rows[0]["at"]) == "2026-01-02 03:04:05.678000" and str(rows[0]["day"]) == "2026-01-02", rows
assert table.inspect.files()["record_count"].to_pylist() == [3]

filed = catalog.load_table("db.filed")
assert sorted(filed.scan().to_arrow().to_pylist(), key=str) == sorted(table.scan().to_arrow().to_pylist(), key=str)
for row_filter, files in [("id = 2", 1), ("at < '2026-01-01T00:00:00'", 0), ("passed = true", 1), ("name = 'nobody'", 0), ("day > '2026-01-02'", 1)]:
    assert len(list(filed.scan(row_filter=row_filter).plan_files())) == files, row_filter
partitions = {str(row["partition"]): row["record_count"] for row in filed.inspect.partitions().to_pylist()}
assert partitions == {
    "{'id_bucket': 0, 'name_trunc': 'é', 'at_day': datetime.date(2026, 1, 2), 'passed': True}": 1,
    "{'id_bucket': 0, 'name_trunc': 'b', 'at_day': datetime.date(2026, 1, 2), 'passed': False}": 1,
    "{'id_bucket': 3, 'name_trunc': None, 'at_day': None, 'passed': None}": 1}, partitions
