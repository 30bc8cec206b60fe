/** DuckDB's own way from a CSV file to a table, in memory or in a file, on two threads. Says how long it took. */
import { DuckDBInstance } from '@duckdb/node-api';

const [database = ':memory:', path = ''] = process.argv.slice(2);
const instance = await DuckDBInstance.create(database, { threads: '2' });
const connection = await instance.connect();
const cpuBefore = process.cpuUsage();
const start = performance.now();
await connection.run(`CREATE TABLE t AS SELECT * FROM read_csv('${path}', all_varchar = true)`);
const milliseconds = performance.now() - start;
const cpu = process.cpuUsage(cpuBefore);
const rows = Number((await connection.runAndReadAll('SELECT count(*) FROM t')).getRows()[0]?.[0]);
process.stdout.write(JSON.stringify({ milliseconds, rows, cpuMilliseconds: (cpu.user + cpu.system) / 1000 }));
instance.closeSync();
