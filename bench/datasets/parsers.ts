/**
 * CPU time for the same file: csv-parse, which gives rows as arrays of strings, and our parser, which checks ids and makes
 * the lines of JSON as well. `npx tsx bench/datasets/parsers.ts [rows]`
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import { DatasetParser } from '../../core/dataset/dataset-parser.ts';
import { writeRows } from './write-rows.ts';

const rows = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 3;
const folder = await mkdtemp(join(tmpdir(), 'rollcall-parsers-'));
const path = join(folder, 'tickets.csv');
const open = () => createReadStream(path, { highWaterMark: 512 * 1024 });

const contestants: Record<string, () => Promise<number>> = {
  async 'csv-parse'() {
    let count = -1;
    for await (const _ of open().pipe(parse())) count++;
    return count;
  },
  async 'our parser, with lines of JSON'() {
    const parser = new DatasetParser({ name: path, options: { idColumn: 'id' } });
    for await (const chunk of open()) {
      parser.push(chunk);
      parser.clear();
    }
    return parser.end().rows;
  },
};

try {
  await writeRows(path, rows);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(contestants)) {
      const before = process.cpuUsage();
      const count = await run();
      const { user, system } = process.cpuUsage(before);
      console.log(
        `${name.padEnd(32)}${count} rows${Math.round((user + system) / 1000)
          .toLocaleString('en')
          .padStart(8)} ms`,
      );
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
