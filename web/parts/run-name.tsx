import { Pencil } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Run } from '../../contracts/api/runs.ts';
import { useRename } from '../api/runs.ts';
import { useMay } from './allowed.tsx';
import { ErrorNote } from './note.tsx';

/** A batch job has a page of its own. */
export const runPath = ({ evaluationId, kind }: Pick<Run, 'evaluationId' | 'kind'>): string =>
  `/${kind === 'batch' ? 'jobs' : 'runs'}/${encodeURIComponent(evaluationId)}`;

const started = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** What people call a run; one without a name goes by its target, and where that is said already by its time. */
export const titleOf = ({ name, targetName, startedAt }: Pick<Run, 'name' | 'targetName' | 'startedAt'>, group = '') =>
  name ?? (targetName === group ? started.format(new Date(startedAt)) : targetName);

const MOST_TAGS = 3;

interface Props {
  readonly run: Run;
  readonly title: string;
  /** What it belongs to, where no head says so. */
  readonly context?: string;
  readonly about?: ReactNode;
}

/** A link to a run by its name, which can be changed in place. */
export function RunName({ run, title, context, about }: Props) {
  const [isEdited, edit] = useState(false);
  const may = useMay('operator');
  if (isEdited) return <NameField run={run} onClose={() => edit(false)} />;
  return (
    <span className="run-cell">
      <Link href={runPath(run)} title={run.evaluationId} className="run-title">
        {title}
      </Link>
      {context && <span className="run-context muted">{context}</span>}
      {run.tags.slice(0, MOST_TAGS).map((tag) => (
        <span key={tag} className="tag">
          {tag}
        </span>
      ))}
      {may && run.kind === 'evaluation' && (
        <button
          type="button"
          className="icon"
          aria-label={`Rename ${title}`}
          onClick={(event) => {
            event.stopPropagation();
            edit(true);
          }}
        >
          <Pencil />
        </button>
      )}
      <span className="run-id muted tiny mono">{run.evaluationId}</span>
      {about}
    </span>
  );
}

export function NameField({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const save = useRename(run.evaluationId);
  const [name, setName] = useState(run.name ?? '');
  const keep = () => {
    const next = name.trim();
    if (next === (run.name ?? '')) return onClose();
    save.mutate(next, { onSuccess: onClose });
  };
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') keep();
    if (event.key === 'Escape') onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps a click into the field from opening the run
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <span className="run-cell" onClick={(event) => event.stopPropagation()}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus
        aria-label="Name of the run"
        placeholder="Name this run"
        maxLength={100}
        value={name}
        disabled={save.isPending}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={press}
        onBlur={() => save.isIdle && keep()}
      />
      <ErrorNote error={save.error} what="The name was not saved." />
    </span>
  );
}
