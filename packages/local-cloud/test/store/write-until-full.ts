/** Fills a map, and a file of lines, in a folder where a file can only be so long; says what was taken and what was refused. */
import { join } from 'node:path';
import { DurableMap } from '../../src/store/durable-map.ts';
import { appendWhole, appendWholeLater } from '../../src/store/whole-append.ts';

const folder = process.argv[2] ?? '';
const map = new DurableMap<string>(join(folder, 'map.jsonl'));
const acknowledged: string[] = [];
const refused: string[] = [];

function set(key: string, length: number): void {
  try {
    map.set(key, 'x'.repeat(length));
    acknowledged.push(key);
  } catch {
    refused.push(key);
  }
}

for (let n = 0; n < 40; n += 1) set(`large-${n}`, 1500);
for (let n = 0; n < 40; n += 1) set(`small-${n}`, 10);
if (JSON.stringify([...map.keys()]) !== JSON.stringify(acknowledged)) throw new Error('memory and disk differ');

const lines = join(folder, 'lines.txt');
for (let n = 0; n < 80; n += 1) {
  try {
    if (n % 2) appendWhole(lines, `${'x'.repeat(999)}\n`);
    else await appendWholeLater(lines, `${'x'.repeat(999)}\n`);
  } catch {
    refused.push(lines);
  }
}
process.stdout.write(JSON.stringify({ acknowledged, refused }));
