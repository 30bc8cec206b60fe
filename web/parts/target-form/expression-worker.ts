import { evaluateHere } from './evaluate-here.ts';

/** Where a thread of its own finds this file. */
export const ADDRESS = import.meta.url;

// In a thread there is no page.
if (typeof document === 'undefined' && typeof self !== 'undefined') {
  self.addEventListener('message', async ({ data: { expression, root } }: MessageEvent) => {
    self.postMessage(await evaluateHere(expression, root));
  });
}
