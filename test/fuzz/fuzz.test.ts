import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWERED, startAnswering, stopAnswering } from './answers.ts';
import { FuzzedCloud } from './cloud.ts';
import { FILES, FUZZED_FILES } from './files.ts';

/** `npm run fuzz` takes 10,000 cases; a seed of your own with ROLLCALL_SEED. */
const CASES = Number(process.env.ROLLCALL_FUZZ ?? 120);
/** No case hangs. */
const LONGEST_MS = 20_000;

const cloud = new FuzzedCloud();
const escaped: unknown[] = [];
const note = (reason: unknown) => escaped.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
  await Promise.all([cloud.start(), startAnswering()]);
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  process.off('uncaughtException', note);
  stopAnswering();
  await cloud.close();
  rmSync(FUZZED_FILES, { recursive: true, force: true });
});

/** Requests to the HTTP API are thrown at the whole product, in `test/runs/api/fuzz.test.ts`. */
const SURFACES = [...FILES, ANSWERED, ...cloud.surfaces];

describe('whatever comes', () => {
  it('shares are of a hundred', () => {
    expect(SURFACES.reduce((sum, { share }) => sum + share, 0)).toBe(100);
  });

  it.each(SURFACES)(
    'as $name is read or refused, without a crash',
    async ({ share, given, attack }) => {
      const numRuns = Math.max(1, Math.round((CASES * share) / 100));
      await fc.assert(fc.asyncProperty(given, attack), { numRuns, timeout: LONGEST_MS });
      expect(escaped).toEqual([]);
      expect(cloud.problems()).toEqual([]);
    },
    60_000 + CASES * 100,
  );
});
