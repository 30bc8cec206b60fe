"""Whether an Iceberg table's own files hold the rows that Athena answers: read by PyIceberg, by DuckDB's Iceberg extension if it is
installed, and, given its address, by a Trino server.

pip install "pyiceberg[glue,pyarrow]" boto3 duckdb==1.5.5 duckdb-extension-{iceberg,avro,httpfs}==1.5.5
read_iceberg.py DATABASE TABLE WORKGROUP [TRINO_URL], with AWS_ENDPOINT_URL, AWS_REGION and keys as for any client
"""
import datetime
import decimal
import importlib
import json
import os
import pathlib
import sys
import time
import urllib.request

import boto3
import pyarrow
from pyiceberg.catalog import load_catalog

database, table_name, workgroup, *rest = sys.argv[1:]
endpoint, region = os.environ["AWS_ENDPOINT_URL"], os.environ["AWS_REGION"]


def by_athena():
    athena = boto3.client("athena", region_name=region)
    query = athena.start_query_execution(QueryString=f'SELECT * FROM "{table_name}"', WorkGroup=workgroup, QueryExecutionContext={"Database": database})["QueryExecutionId"]
    while (state := athena.get_query_execution(QueryExecutionId=query)["QueryExecution"]["Status"]["State"]) in ("QUEUED", "RUNNING"):
        time.sleep(0.1)
    assert state == "SUCCEEDED", state
    pages = athena.get_paginator("get_query_results").paginate(QueryExecutionId=query)
    rows = [[cell.get("VarCharValue") for cell in row["Data"]] for page in pages for row in page["ResultSet"]["Rows"]]
    return rows[0], rows[1:]


def value(text, kind):
    """An Athena cell as the Arrow type's value."""
    if text is None or pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind):
        return text
    if pyarrow.types.is_boolean(kind):
        return text == "true"
    if pyarrow.types.is_integer(kind):
        return int(text)
    if pyarrow.types.is_floating(kind):
        return float(text)
    if pyarrow.types.is_decimal(kind):
        return decimal.Decimal(text)
    if pyarrow.types.is_date(kind):
        return datetime.date.fromisoformat(text)
    return datetime.datetime.fromisoformat(text)


def by_duckdb(metadata, names):
    """From the metadata file, without a catalog. The extensions come as packages of their own."""
    import duckdb
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    for name in ("httpfs", "avro", "iceberg"):
        folder = pathlib.Path(importlib.import_module(f"duckdb_extension_{name}").__file__).parent
        connection.execute(f"INSTALL '{next(folder.glob('extensions/*/*.duckdb_extension'))}'; LOAD {name}")
    host = endpoint.removeprefix("http://")
    connection.execute(f"CREATE SECRET (TYPE s3, KEY_ID 'local', SECRET 'local', REGION '{region}', ENDPOINT '{host}', URL_STYLE 'path', USE_SSL false)")
    columns = ", ".join(f'"{name}"' for name in names)
    return [list(row) for row in connection.execute(f"SELECT {columns} FROM iceberg_scan('{metadata}')").fetchall()]


def by_trino(server, names):
    """Through a catalog `local` on the same Glue and S3."""
    def call(url, body=None):
        request = urllib.request.Request(url, data=body and body.encode(), headers={"x-trino-user": "reader", "x-trino-time-zone": "UTC"})
        return json.load(urllib.request.urlopen(request))

    def run(sql):
        page, rows = call(f"{server}/v1/statement", sql), []
        while "nextUri" in page:
            page = call(page["nextUri"])
            rows += page.get("data") or []
        if "error" in page:
            raise SystemExit(page["error"]["message"])
        return rows

    if ["local"] not in run("SHOW CATALOGS"):
        run(f"""CREATE CATALOG local USING iceberg WITH ("iceberg.catalog.type" = 'glue', "hive.metastore.glue.endpoint-url" = '{endpoint}',
            "hive.metastore.glue.region" = '{region}', "hive.metastore.glue.aws-access-key" = 'local', "hive.metastore.glue.aws-secret-key" = 'local',
            "fs.native-s3.enabled" = 'true', "s3.endpoint" = '{endpoint}', "s3.region" = '{region}', "s3.path-style-access" = 'true',
            "s3.aws-access-key" = 'local', "s3.aws-secret-key" = 'local')""")
    columns = ", ".join(f'CAST("{name}" AS varchar)' for name in names)
    return sorted(map(str, run(f'SELECT {columns} FROM local."{database}"."{table_name}"')))


names, cells = by_athena()
catalog = load_catalog("local", type="glue", **{"glue.endpoint": endpoint, "s3.endpoint": endpoint, "s3.region": region})
table = catalog.load_table(f"{database}.{table_name}")
arrow = table.scan().to_arrow()
kinds = [arrow.schema.field(name).type for name in names]
asked = sorted([[value(cell, kind) for cell, kind in zip(row, kinds)] for row in cells], key=str)
read = sorted([[row[name] for name in names] for row in arrow.to_pylist()], key=str)
assert asked == read, next(pair for pair in zip(asked, read) if pair[0] != pair[1])
files = table.inspect.files()
print(f"{len(read)} rows of {len(names)} columns in {len(files)} files, spec {[field.name for field in table.spec().fields]}: PyIceberg reads what Athena answers")

for field in table.spec().fields:
    source = table.schema().find_column_name(field.source_id)
    for one in sorted({row[names.index(source)] for row in read if row[names.index(source)] is not None})[:5]:
        plan = list(table.scan(row_filter=f"{source} = '{one}'").plan_files())
        expected = sum(row[names.index(source)] == one for row in read)
        found = table.scan(row_filter=f"{source} = '{one}'").to_arrow().num_rows
        assert found == expected, (one, found, expected)
        print(f"{source} = {one}: {found} rows from {len(plan)} of {len(files)} files")

try:
    importlib.import_module("duckdb_extension_iceberg")
except ImportError:
    print("DuckDB's Iceberg extension is not installed")
else:
    assert sorted(by_duckdb(table.metadata_location, names), key=str) == read
    print("DuckDB reads the same")

if rest:
    kept = [name for name, kind in zip(names, kinds) if not pyarrow.types.is_floating(kind) and not pyarrow.types.is_timestamp(kind)]
    by_pyiceberg = sorted(str([None if row[name] is None else str(row[name]).lower() if isinstance(row[name], bool) else str(row[name]) for name in kept]) for row in arrow.to_pylist())
    assert by_trino(rest[0], kept) == by_pyiceberg
    print(f"Trino reads the same, in {len(kept)} columns that are no floating-point numbers or times")
