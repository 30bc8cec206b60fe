import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { rateLimitSchema } from '../../../contracts/rate-limit.ts';
import { type LimitedApi, startLimitedApi } from '../../../examples/limited-api/limited-api.ts';
import { limitsIn } from '../../../functions/endpoint-caller/exchange.ts';
import { logger } from '../../../functions/shared/powertools.ts';
import { startCallerCloud } from '../caller-cloud.ts';
import { endpointRun, items } from './paced-runs.ts';

const WINDOW_MS = 4_000;
/** Half of what the pace leaves of a window. */
const LATE_MS = 100;
/** Tokens a minute, where those are limited. */
const TOKENS = 30_000;

const cloud = await startCallerCloud();
const apis: LimitedApi[] = [];
afterAll(() => Promise.all(apis.map((api) => api.close())));

async function limited(options: Parameters<typeof startLimitedApi>[0]): Promise<LimitedApi> {
  const api = await startLimitedApi(options);
  apis.push(api);
  return api;
}

describe('an API with a limit', () => {
  it.concurrent.each([
    [1, 'x-ratelimit', 30],
    [20, 'ietf', 60],
    [50, 'x-ratelimit', 60],
  ] as const)(
    'is never asked too much, and each row once, by two runs with %i rows side by side (%s)',
    async (maxConcurrency, headers, limit) => {
      const api = await limited({ limit, windowMs: WINDOW_MS, headers });
      const runs = await Promise.all(
        ['a', 'b'].map((name) =>
          endpointRun(cloud, { url: `${api.url}/items`, rows: items(limit * 1.5, name), maxConcurrency }),
        ),
      );
      const delays = monitorEventLoopDelay({ resolution: 10 });
      delays.enable();
      await Promise.all(runs.map(({ done }) => done()));
      delays.disable();
      // A machine that holds up a call for longer than the pace leaves room for sends it in the next window, one too many.
      const mayBeLate = delays.max > LATE_MS * 1e6;
      expect(api.refused).toBeLessThanOrEqual(mayBeLate ? limit * 0.1 : 0);
      expect(api.calls.size).toBe(limit * 3);
      expect([...api.calls.values()].every((calls) => calls === 1)).toBe(true);
      for (const { run } of runs) {
        const settled = run.tellings.settled;
        expect(settled).toHaveLength(limit * 1.5);
        const others = settled.filter(({ status, calls }) => status !== 'succeeded' || (calls !== 1 && !mayBeLate));
        expect(others.map(({ status, calls, error_message }) => ({ status, calls, error_message }))).toEqual([]);
      }
    },
  );
});

describe('a model with a limit of tokens', () => {
  it.concurrent.each([
    ['tells of it in headers', 'openai'],
    ['is declared', 'none'],
  ] as const)('that %s is never asked for more', async (_, headers) => {
    const api = await limited({ limit: 1_000, windowMs: 60_000, tokens: TOKENS, headers });
    // 80 to 120 tokens each, which nobody knows before the answer.
    const rows = items(60, headers).map((row, n) => ({
      ...row,
      input: JSON.stringify({ id: row.sample_id, tokens: 80 + ((n * 17) % 41) }),
    }));
    const rateLimit = rateLimitSchema.parse(headers === 'none' ? { tokensPerMinute: TOKENS } : {});
    const run = { url: `${api.url}/items`, rows, maxConcurrency: 20, run: { rateLimit } };
    const { done, run: told } = await endpointRun(cloud, run);
    await done();
    expect(api.refused).toBe(0);
    expect(told.tellings.settled.every(({ status, calls }) => status === 'succeeded' && calls === 1)).toBe(true);
    expect(shareOfTokens(api)).toBeLessThan(1.25);
  });
});

/** Tokens as a share of those that were allowed from the first call to the last: less on a machine that is busy, never more. */
function shareOfTokens({ arrivals, tokensUsed }: LimitedApi): number {
  const [first = 0, last = 0] = [arrivals[0], arrivals.at(-1)];
  return tokensUsed / (last - first) / (TOKENS / 60_000);
}

describe('before the first answer', () => {
  it('rows that cannot be called, and calls that are not answered, hold nobody up', async () => {
    const api = await limited({ limit: 1_000, windowMs: 60_000 });
    const rows = items(40, 'a');
    // Ten times nothing is sent, and ten times nothing comes back.
    const inputMapping = '($assert($number($substring(input.id, 2)) >= 10, "none"); input)';
    const gone = { ...limitedRun(api, rows), run: { inputMapping, retryPolicy: ONCE } };
    const { run, done } = await endpointRun(cloud, gone);
    const closed = await startLimitedApi({ limit: 1, windowMs: 1_000 });
    await closed.close();
    const down = await endpointRun(cloud, { ...limitedRun(closed, rows), run: { retryPolicy: ONCE } });
    await Promise.all([done(), down.done()]);
    expect(api.arrivals).toHaveLength(30);
    expect(run.tellings.settled).toHaveLength(40);
    expect(down.run.tellings.settled.map(({ error_name }) => error_name)).toEqual(Array(40).fill('TargetUnavailable'));
  }, 25_000);
});

const ONCE = { maxAttempts: 1, intervalSeconds: 0, backoffRate: 1, maxIntervalSeconds: 0 };
const limitedRun = ({ url }: LimitedApi, rows: ReturnType<typeof items>) => ({
  url: `${url}/items`,
  rows,
  maxConcurrency: 10,
});

describe('a header that cannot be read', () => {
  it('is said once', () => {
    const warn = vi.spyOn(logger, 'warn').mockReturnValue();
    const response = { status: 200, headers: { 'x-ratelimit-limit': 'plenty' }, body: '' };
    expect([limitsIn(response), limitsIn(response)]).toEqual([[], []]);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});
