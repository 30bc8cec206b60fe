"""pip install awswrangler. Queries as frames: by CREATE TABLE AS (the default), by the CSV file, by UNLOAD."""
import awswrangler as wr

QUERY = "SELECT * FROM answers ORDER BY id"
AT = {"database": "db", "workgroup": "lab"}

by_table = wr.athena.read_sql_query(QUERY, **AT)
by_file = wr.athena.read_sql_query(QUERY, ctas_approach=False, **AT)
by_unload = wr.athena.read_sql_query(
    QUERY, ctas_approach=False, unload_approach=True, s3_output="s3://data/unloaded/", **AT
)
for frame in (by_table, by_file, by_unload):
    assert frame["id"].tolist() == [1, 2, 3], frame
    assert frame["name"].tolist()[:2] == ["été", 'b"c'], frame
    assert frame["score"].tolist()[:2] == [0.5, 1.25], frame
    assert frame["at"].astype(str)[0] == "2026-01-02 03:04:05.678", frame
assert len(wr.athena.read_sql_query("SELECT id FROM answers WHERE id > 9", **AT)) == 0
found = wr.athena.read_sql_query("SELECT id FROM answers WHERE name = :name", params={"name": "été"}, **AT)
assert found["id"].tolist() == [1], found
assert "id" in wr.athena.describe_table("answers", **AT)["Column Name"].tolist()
