import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { isObject } from '../../core/json.ts';
import { call } from '../api/call.ts';
import { useMe } from '../api/me.ts';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { say } from './say.ts';

interface Source {
  /** Of a run: its evaluators and conversations become the monitor's. */
  readonly config: unknown;
  /** What it is taken from: "run tickets-1". */
  readonly source: string;
}

/** Only admins may, and only evaluators can watch. */
export function useMaySaveMonitor(config: unknown): boolean {
  const me = useMe();
  return me.data?.role === 'admin' && isObject(config) && Boolean(config.evaluators);
}

/** What was tried on rows, for live agents. */
export function SaveAsMonitor({ config, source, onClose }: Source & { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const save = useSaveMonitor();
  const [, go] = useLocation();
  const isGood = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/.test(name);
  return (
    <FormDialog
      title="Watch live traces with the same evaluators"
      action="Create the monitor"
      disabled={!isGood}
      onClose={onClose}
      onSubmit={async () => {
        const { name: saved } = await save.mutateAsync({ name, config, source });
        say(`Monitor ${saved} is set up`);
        go(`/monitors/${saved}`);
      }}
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
  );
}

function useSaveMonitor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, config, source }: Source & { name: string }) => {
      const { monitorFromRun } = await import('../../core/monitors/monitor-from-run.ts');
      const body = monitorFromRun(name, { config: JSON.stringify(config), evaluation_id: source });
      const description = `From ${source}`;
      return call<{ name: string }>(`monitors/${name}`, { method: 'PUT', body: { ...body, description } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['monitors'] }),
  });
}
