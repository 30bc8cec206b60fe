import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { ErrorNote } from '../../parts/note.tsx';

const CONVERSATIONS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'example-order': [
    ['Where is my order?', 'It left our house yesterday.'],
    ['And when will it come?', 'Tomorrow, before noon.'],
  ],
  'example-refund': [
    ['I was charged twice 😕', 'I am sorry. Which order is it?'],
    ['Number 4711', 'Thank you: one of the payments is on its way back to you.'],
  ],
  'example-delivery': [['هل يمكنني تغيير العنوان؟', 'نعم، بالطبع.']],
};
const MINUTE_MS = 60_000;

/** As if they had just been held. */
function exampleTraces() {
  return Object.entries(CONVERSATIONS).flatMap(([thread_id, turns], thread) =>
    turns.map(([input, output], turn) => ({
      trace_id: `${thread_id}-${turn + 1}`,
      thread_id,
      started_at: new Date(Date.now() - (10 * thread + 5 - turn) * MINUTE_MS).toISOString(),
      input,
      output,
      latency: 640 + 180 * turn,
    })),
  );
}

/** Something to try on an empty page: a few conversations. */
export function TryConversations() {
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: () => call<unknown>('traces', { method: 'POST', body: { traces: exampleTraces() } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['threads'] }),
  });
  return (
    <>
      <button type="button" className="primary" disabled={add.isPending} onClick={() => add.mutate()}>
        {add.isPending ? 'Importing …' : `Import ${Object.keys(CONVERSATIONS).length} example conversations`}
      </button>
      <ErrorNote error={add.error} what="The conversations were not imported." />
    </>
  );
}
