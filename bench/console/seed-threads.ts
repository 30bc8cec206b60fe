import type { ApiClient } from '../../test/support/api-client.ts';

const MINUTE_MS = 60_000;
const OPENINGS = [
  'Where is my order?',
  'I was charged twice for the same order, once on Monday and once today. Can I have one of the payments back, please?',
  'أين طلبي؟ لقد دفعت ثمنه قبل أسبوعين.',
  'The app crashes on start 😡',
  'Do you ship to Iceland?',
];
const QUESTIONS = [OPENINGS[0], 'And when will it come?', 'مرحبا، هل يمكنني إلغاؤه؟ 🙂'];
const ANSWERS = ['It left our house yesterday.', 'Tomorrow, before noon.', 'نعم، بالطبع.'];

/** Now and then, and more often of late. */
const isRude = (thread: number): boolean => thread % 7 === 2 || (thread < 20 && thread % 3 === 0);

/** Conversations of the last three days, some rude, one with a turn that failed, one with a very long name. */
function conversations() {
  return Array.from({ length: 40 }, (_, thread) =>
    QUESTIONS.map((input, turn) => {
      const thread_id = thread === 3 ? `order-${'with-a-long-name-'.repeat(6)}` : `order-${1000 + thread}`;
      const failed = thread === 5 && turn === 2;
      return {
        trace_id: `${thread}-${turn}`,
        thread_id,
        started_at: new Date(Date.now() - (thread * 100 + 10 - turn) * MINUTE_MS).toISOString(),
        input: turn === 0 ? OPENINGS[thread % OPENINGS.length] : input,
        ...(failed ? { error: 'The order system did not answer\n  at lookUp (agent.js:12)' } : {}),
        ...(failed ? {} : { output: isRude(thread) ? 'sorry, no idea' : ANSWERS[turn] }),
        latency: 400 + ((thread * 37 + turn * 311) % 1500),
        cost: 0.0004,
        metadata: { channel: thread % 2 ? 'chat' : 'mail' },
      };
    }),
  ).flat();
}

/** Traces in conversations, and a monitor that has looked at them. */
export async function seedThreads(api: ApiClient): Promise<void> {
  await api.data('POST', 'traces', { traces: conversations() });
  await api.data('PUT', 'monitors/stays-polite', {
    name: 'stays-polite',
    description: 'No conversation ends with an apology',
    level: 'thread',
    settleSeconds: 0,
    evaluators: [{ type: 'jsonata', name: 'polite', expression: '$not("sorry, no idea" in messages.output)' }],
  });
  await api.data('POST', 'monitors/stays-polite/backfill', {
    from: new Date(Date.now() - 7 * 24 * 60 * MINUTE_MS).toISOString(),
  });
}
