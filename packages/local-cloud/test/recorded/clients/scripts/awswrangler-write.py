"""pip install awswrangler. Frames into an Iceberg table, merged by a column; and as a partitioned table of files."""
import awswrangler as wr
import pandas as pd

AT = {"database": "db", "workgroup": "lab"}
TABLE = {"table": "scores", "table_location": "s3://data/scores/", "temp_path": "s3://data/temporary/"}
frame = pd.DataFrame({"id": [1, 2], "name": ["a", "b"], "score": [0.5, None]})

wr.athena.to_iceberg(frame, keep_files=False, **TABLE, **AT)
changed = pd.DataFrame({"id": [2, 3], "name": ["B", "C"], "score": [1.0, 2.0]})
wr.athena.to_iceberg(changed, merge_cols=["id"], keep_files=False, **TABLE, **AT)
rows = wr.athena.read_sql_query("SELECT id, name FROM scores ORDER BY id", **AT)
assert rows.values.tolist() == [[1, "a"], [2, "B"], [3, "C"]], rows

FILES = {"path": "s3://data/files/", "dataset": True, "database": "db", "table": "files", "partition_cols": ["name"]}
wr.s3.to_parquet(frame, mode="overwrite", **FILES)
wr.s3.to_parquet(changed, mode="append", **FILES)
rows = wr.athena.read_sql_query("SELECT id, name FROM files ORDER BY id, name", **AT)
assert rows.values.tolist() == [[1, "a"], [2, "B"], [2, "b"], [3, "C"]], rows
