import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { isObject } from '../../core/json.ts';
import { call } from '../api/call.ts';
import { useMe } from '../api/me.ts';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';

interface Props {
  /** Of a run: its evaluators and conversations become the monitor's. */
  readonly config: unknown;
  /** What it is taken from: "run tickets-1". */
  readonly source: string;
}

/** What was tried on rows, for live agents. Only admins may, and only evaluators can watch. */
export function SaveAsMonitor({ config, source }: Props) {
  const [name, setName] = useState('');
  const save = useSaveMonitor();
  const me = useMe();
  if (me.data?.role !== 'admin' || !isObject(config) || !config.evaluators) return null;
  const isGood = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/.test(name);
  return (
    <>
      <FormDialog
        label="Save as monitor"
        title="Watch live traces with the same evaluators"
        action="Set up the monitor"
        disabled={!isGood}
        onSubmit={() => save.mutateAsync({ name, config, source })}
      >
        <p className="muted">
          Each trace that comes in is evaluated; where the run has columns of conversations, whole threads are.
        </p>
        <Field
          label="Name"
          hint="Such as polite"
          problem={name === '' || isGood ? undefined : 'Up to 40 letters, digits, - and _'}
        >
          {(attributes) => <input {...attributes} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
      </FormDialog>
      {save.data && (
        <span role="status">
          Monitor <Link href={`/monitors/${save.data.name}`}>{save.data.name}</Link> is set up.
        </span>
      )}
    </>
  );
}

function useSaveMonitor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, config, source }: Props & { name: string }) => {
      const { monitorFromRun } = await import('../../core/monitors/monitor-from-run.ts');
      const body = monitorFromRun(name, { config: JSON.stringify(config), evaluation_id: source });
      const description = `From ${source}`;
      return call<{ name: string }>(`monitors/${name}`, { method: 'PUT', body: { ...body, description } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['monitors'] }),
  });
}
