import { type ReactNode, useEffect, useState } from 'react';
import { Field } from '../field.tsx';
import { JsonView } from '../json-view.tsx';
import './mapping-editor.css';
import type { Evaluated } from './evaluate-here.ts';
import { evaluateMapping } from './evaluate-mapping.ts';

interface Props {
  readonly label: string;
  readonly hint: string;
  /** What the expression sees; undefined: there is nothing to try it on yet. */
  readonly root: unknown;
  readonly rootTitle: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is used when the field is empty. */
  readonly otherwise: unknown;
  /** Another way to write the expression, shown in its place. */
  readonly children?: ReactNode;
}

/** What it sees on the left, the expression, and what it makes of it on the right, while it is typed. */
export function MappingEditor({ label, hint, root, rootTitle, value, onChange, otherwise, children }: Props) {
  const made = useEvaluated(value, root);
  return (
    <div className="mapping-editor">
      <div>
        <h3>{rootTitle}</h3>
        <div className="box">
          {root === undefined ? <span className="muted">nothing to show yet</span> : <JsonView value={root} />}
        </div>
      </div>
      {children || (
        <Field label={label} hint={hint} problem={made?.problem}>
          {(attributes) => (
            <textarea
              {...attributes}
              rows={6}
              spellCheck={false}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      )}
      <div aria-live="polite">
        <h3>What it makes of it</h3>
        <div className="box">{value.trim() ? <Made made={made} /> : <JsonView value={otherwise} />}</div>
      </div>
    </div>
  );
}

function Made({ made }: { readonly made: Evaluated | undefined }) {
  if (!made) return <span className="muted">…</span>;
  return made.problem ? <span className="problem">{made.problem}</span> : <JsonView value={made.value} />;
}

const PAUSE_MS = 150;

/** The value a short while after the last key. */
function useEvaluated(expression: string, root: unknown): Evaluated | undefined {
  const [made, setMade] = useState<Evaluated>();
  useEffect(() => {
    if (!expression.trim()) return setMade(undefined);
    let current = true;
    const timer = setTimeout(async () => {
      const next = await evaluateMapping(expression, root);
      if (current) setMade(next);
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [expression, root]);
  return made;
}
