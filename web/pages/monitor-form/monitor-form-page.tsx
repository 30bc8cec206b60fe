import { useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { useMonitor, useSaveMonitor } from '../../api/monitors.ts';
import { NeedsRole, useMay } from '../../parts/allowed.tsx';
import { asCurl } from '../../parts/as-curl.ts';
import { Field } from '../../parts/field.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { StandsFor } from '../../parts/stands-for.tsx';
import { toYaml } from '../../parts/to-yaml.ts';
import { useTitle } from '../../parts/use-title.ts';
import { bodyOf, type MonitorValues, NEW_MONITOR, valuesOf } from './form-values.ts';
import { MappingPreview } from './mapping-preview.tsx';
import { MonitorFields } from './monitor-fields.tsx';
import { ThreadFields } from './thread-fields.tsx';
import { TraceFields } from './trace-fields.tsx';
import './monitor-form.css';

const LEVELS = [
  ['thread', 'Conversations, each time they go quiet'],
  ['trace', 'Every turn'],
] as const;

/** Creates a monitor, or changes it. */
export function MonitorFormPage() {
  const { name = '' } = useParams<{ name: string }>();
  useTitle(name || 'Create a monitor');
  const { data: stored, error } = useMonitor(name);
  const [values, setValues] = useState<MonitorValues>(NEW_MONITOR);
  const save = useSaveMonitor();
  const [, go] = useLocation();
  useEffect(() => {
    if (stored) setValues(valuesOf(stored));
  }, [stored]);
  const change = (patch: Partial<MonitorValues>) => setValues((before) => ({ ...before, ...patch }));
  const own = values.name.trim();
  const ready = useMay('admin') && own !== '' && !save.isPending;
  const put = (enabled: boolean) =>
    save.mutate(
      { name: own, body: bodyOf(values, enabled), version: stored?.version },
      { onSuccess: () => go(`/monitors/${own}`) },
    );
  return (
    <div className="stack form monitor-form">
      <p className="crumbs">
        <Link href="/monitors">Monitors</Link> / {name || 'new'}
      </p>
      <h1>{name ? `Edit ${name}` : 'Create a monitor'}</h1>
      <ErrorNote error={error} what="The monitor could not be read." />
      <NeedsRole least="admin" to="creating a monitor" />
      <div className="fields">
        <Field label="Name" problem={nameProblem(values.name)}>
          {(attributes) => (
            <input
              {...attributes}
              placeholder="stays-polite"
              disabled={name !== ''}
              value={values.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label="Purpose">
          {(attributes) => (
            <input
              {...attributes}
              maxLength={1024}
              value={values.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
      </div>
      <fieldset>
        <legend>Evaluates</legend>
        <div className="choices">
          {LEVELS.map(([level, title]) => (
            <label key={level}>
              <input type="radio" name="level" checked={values.level === level} onChange={() => change({ level })} />
              {title}
            </label>
          ))}
        </div>
      </fieldset>
      <label className="check">
        <input
          type="checkbox"
          checked={values.isThreadMapping}
          onChange={(event) => change({ isThreadMapping: event.target.checked })}
        />
        Use thread-based mapping
      </label>
      {values.isThreadMapping && (
        <ThreadFields fields={values.threadFields} onChange={(threadFields) => change({ threadFields })} />
      )}
      <TraceFields fields={values.traceFields} onChange={(traceFields) => change({ traceFields })} />
      <MappingPreview values={values} />
      <MonitorFields values={values} onChange={change} />
      <ErrorNote error={save.error} what="The monitor was not saved." />
      <div className="line">
        <button type="button" className="primary" disabled={!ready} onClick={() => put(true)}>
          Save and turn on
        </button>
        <button type="button" disabled={!ready} onClick={() => put(false)}>
          Save turned off, to test it
        </button>
      </div>
      <StandsFor
        texts={{
          'monitor.yaml': () => toYaml({ name: own, ...bodyOf(values, true) }),
          'HTTP request': () => asCurl('PUT', `monitors/${own}`, bodyOf(values, true)),
          'Command line': () => 'rollcall monitor put monitor.yaml',
        }}
      />
    </div>
  );
}

const nameProblem = (text: string): string | undefined =>
  text === '' || /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/.test(text.trim())
    ? undefined
    : 'Up to 40 letters, digits, “-” and “_”.';
