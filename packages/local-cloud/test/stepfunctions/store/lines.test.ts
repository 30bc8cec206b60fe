import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codePoint } from '../../../../../test/support/code-point.ts';
import { BufferedFiles } from '../../../src/stepfunctions/store/buffered-files.ts';
import { readEnds, readLines } from '../../../src/stepfunctions/store/lines.ts';

describe('files of lines', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-cloud-lines-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const all = async (path: string) => {
    const lines: string[] = [];
    for await (const line of readLines(path)) lines.push(line);
    return lines;
  };
  const line = fc.string({ unit: codePoint, maxLength: 50 }).map((text) => JSON.stringify(text));

  it('give back what was written, whole lines only', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('', 'torn'),
        async (lines, rest) => {
          const path = join(folder, 'some.jsonl');
          await writeFile(path, `${lines.join('\n')}\n${rest}`);
          expect(await all(path)).toEqual(lines);
          expect(await readEnds(path)).toEqual({
            first: lines[0],
            last: lines.at(-1),
            whole: Buffer.byteLength(`${lines.join('\n')}\n`),
          });
        },
      ),
      { numRuns: 50 },
    );
  });

  it('may have lines longer than a read', async () => {
    const lines = ['a'.repeat(300_000), 'b', 'é'.repeat(400_000)];
    const path = join(folder, 'long.jsonl');
    await writeFile(path, `${lines.join('\n')}\n`);
    expect(await all(path)).toEqual(lines);
    expect(await readEnds(path)).toMatchObject({ first: lines[0], last: lines[2] });
  });

  it('are nothing when they are not there', async () => {
    expect(await all(join(folder, 'none'))).toEqual([]);
    expect(await readEnds(join(folder, 'none'))).toBeUndefined();
  });

  it('are written in the order lines came, whenever they are flushed', async () => {
    const files = new BufferedFiles(() => {});
    const path = join(folder, 'new', 'order.jsonl');
    const file = files.open(path);
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`);
    for (const [index, text] of lines.entries()) {
      file.append(text);
      if (index % 7 === 0) void file.flush();
    }
    await files.flushAll();
    await file.flush();
    expect(await all(path)).toEqual(lines);
  });
});
