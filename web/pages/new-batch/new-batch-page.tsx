import { useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { plural } from '../../../core/format.ts';
import { useSubmitBatch } from '../../api/jobs.ts';
import { nameOf, useTargets } from '../../api/targets.ts';
import { NeedsRole, useMay } from '../../parts/allowed.tsx';
import { asCurl } from '../../parts/as-curl.ts';
import { Empty } from '../../parts/empty.tsx';
import { exampleOf } from '../../parts/example-of.ts';
import { Field } from '../../parts/field.tsx';
import { ErrorNote, Note } from '../../parts/note.tsx';
import { StandsFor } from '../../parts/stands-for.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { checkItems } from './check-items.ts';
import { ItemsField } from './items-field.tsx';
import { readItems } from './read-items.ts';

/** Many calls of one target, submitted together. */
export function NewBatchPage() {
  useTitle('New batch');
  const [parameters, set] = useUrlState();
  const { data, error } = useTargets();
  const [text, setText] = useState('');
  const [concurrency, setConcurrency] = useState('');
  const [delayMs, setDelayMs] = useState('');
  const [timeoutSeconds, setTimeoutSeconds] = useState('');
  const [skipInvalidItems, setSkip] = useState(false);
  const submit = useSubmitBatch();
  const [, go] = useLocation();
  const may = useMay('operator');
  const enabled = data?.targets.filter(({ batchEnabled }) => batchEnabled) ?? [];
  const target = enabled.length === 1 ? enabled[0] : enabled.find((one) => nameOf(one) === parameters.get('target'));
  const read = useMemo(() => readItems(text), [text]);
  const problems = useMemo(
    () => (target && read.items ? checkItems(read.items, target.inputSchema) : []),
    [target, read],
  );
  const config = {
    ...(concurrency && { concurrency: Number(concurrency) }),
    ...(delayMs && { delayMs: Number(delayMs) }),
    ...(timeoutSeconds && { timeoutSeconds: Number(timeoutSeconds) }),
    ...(skipInvalidItems && { skipInvalidItems }),
  };
  const body = {
    integrationSlug: target?.integration ?? '',
    actionSlug: target?.action ?? '',
    items: (read.items ?? []).map((input) => ({ input })),
    ...(Object.keys(config).length > 0 && { config }),
  };
  const send = () => submit.mutate(body, { onSuccess: ({ jobId }) => go(`/jobs/${encodeURIComponent(jobId)}`) });
  if (data && enabled.length === 0) return <NoTargets />;
  return (
    <div className="stack form">
      <h1>New batch</h1>
      <NeedsRole least="operator" to="submitting a batch" />
      <ErrorNote error={error} what="The targets could not be read." />
      <Field
        label="Target"
        hint={
          target &&
          (target.bulkConfig ? 'Bulk route available: many items go in one call.' : 'Items go one by one, paced.')
        }
      >
        {(attributes) => (
          <select
            {...attributes}
            value={target ? nameOf(target) : ''}
            onChange={(event) => set({ target: event.target.value })}
          >
            <option value="">choose a target</option>
            {enabled.map((one) => (
              <option key={nameOf(one)} value={nameOf(one)}>
                {nameOf(one)}: {one.description}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ItemsField
        text={text}
        read={read}
        onText={setText}
        example={target ? exampleOf(target.inputSchema) : { id: '1' }}
      />
      <div className="fields">
        {number('Items at once', target?.batchConfig.defaultConcurrency, concurrency, setConcurrency)}
        {number('Pause between starts, ms', target?.batchConfig.defaultDelayMs, delayMs, setDelayMs)}
        {number('Seconds a call may take', undefined, timeoutSeconds, setTimeoutSeconds)}
      </div>
      {problems.length > 0 && (
        <Note>
          <div>
            Some items do not fit the target’s schema:
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </div>
        </Note>
      )}
      <label className="check">
        <input type="checkbox" checked={skipInvalidItems} onChange={(event) => setSkip(event.target.checked)} />
        Leave out items that do not fit the target’s schema, instead of refusing the batch
      </label>
      <ErrorNote error={submit.error} what="The batch was not accepted." again={send} />
      <div>
        <button
          type="button"
          className="primary"
          disabled={!may || !target || !read.items || submit.isPending || (problems.length > 0 && !skipInvalidItems)}
          onClick={send}
        >
          {read.items ? `Submit ${plural(read.items.length, 'item')}` : 'Submit'}
        </button>
      </div>
      {target && read.items && (
        <StandsFor
          texts={{
            'HTTP request': () => asCurl('POST', 'batch', { ...body, items: body.items.slice(0, SHOWN_ITEMS) }),
            'Command line': () => `rollcall batch ${nameOf(target)} items.json --wait`,
          }}
        />
      )}
    </div>
  );
}

/** The request is shown with the first few. */
const SHOWN_ITEMS = 3;

const number = (label: string, otherwise: number | undefined, value: string, onChange: (value: string) => void) => (
  <Field label={label} hint={otherwise === undefined ? 'the target’s own if left empty' : `${otherwise} if left empty`}>
    {(attributes) => (
      <input {...attributes} type="number" min={0} value={value} onChange={(event) => onChange(event.target.value)} />
    )}
  </Field>
);

const NoTargets = () => (
  <Empty
    title="No target takes batches yet"
    action={
      <Link href="/targets" className="button primary">
        Go to the targets
      </Link>
    }
  >
    Register a target and allow batches for it; then many calls of it can be submitted together.
  </Empty>
);
