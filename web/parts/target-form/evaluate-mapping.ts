import type { Evaluated } from './evaluate-here.ts';

const LONGEST_MS = 6_000;

/** In a thread of its own: others may have written the expression. JSONata is fetched when the first one is typed. */
export async function evaluateMapping(expression: string, root: unknown): Promise<Evaluated> {
  const { ADDRESS } = await import('./expression-worker.ts');
  const worker = new Worker(ADDRESS, { type: 'module' });
  const ended = new Promise<Evaluated>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Evaluated>) => resolve(data);
    worker.onerror = () => resolve({ problem: 'The expression ended its evaluation. It may need too much memory.' });
    setTimeout(() => resolve({ problem: `The expression ran out of time (${LONGEST_MS} ms).` }), LONGEST_MS);
  });
  worker.postMessage({ expression, root });
  return ended.finally(() => worker.terminate());
}
