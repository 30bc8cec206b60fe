import { useLocation } from 'wouter';
import { useAddRows } from '../api/datasets.ts';
import { ErrorNote } from './note.tsx';

const TICKETS = [
  ['Refund', 'I was charged twice for my order. Can I have one payment back?', 'billing'],
  ['Crash', 'The app crashes as soon as I open my orders.', 'bug'],
  ['Password', 'My password is refused since this morning.', 'account'],
  ['Hours', 'When is the shop in the centre open on Sundays?', 'question'],
  ['🙂', 'Gracias, todo llegó bien.', 'question'],
  ['طلبي', 'أين طلبي؟ لقد دفعت ثمنه قبل أسبوعين.', 'question'],
].map(([subject, body, expected]) => ({ subject, body, expected }));

/** Something to try on an empty page: a dataset of a few tickets, each with its right answer. */
export function TryExample() {
  const add = useAddRows();
  const [, go] = useLocation();
  const begin = () =>
    add.mutate(
      { name: 'Example tickets', rows: TICKETS },
      { onSuccess: ({ datasetId }) => go(`/datasets/${encodeURIComponent(datasetId)}`) },
    );
  return (
    <>
      <button type="button" disabled={add.isPending} onClick={begin}>
        {add.isPending ? 'Importing …' : `Import ${TICKETS.length} example tickets`}
      </button>
      <ErrorNote error={add.error} what="The example was not imported." again={begin} />
    </>
  );
}
