import { useEffect, useState } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';
import { asCli, asRequest, asYaml } from './as-text.ts';
import type { RunValues } from './run-values.ts';
import './stands-for.css';

const KINDS = ['eval.yaml', 'AWS CLI', 'HTTP request'] as const;

interface Props {
  readonly values: RunValues;
  readonly evaluators?: unknown;
}

/** What the form stands for elsewhere. */
export function StandsFor({ values, evaluators }: Props) {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('eval.yaml');
  const [text, setText] = useState('');
  useEffect(() => {
    let current = true;
    const made =
      kind === 'eval.yaml'
        ? asYaml(values, evaluators)
        : kind === 'AWS CLI'
          ? asCli(values, evaluators)
          : asRequest(values, location.origin, evaluators);
    Promise.resolve(made).then((next) => current && setText(next));
    return () => {
      current = false;
    };
  }, [kind, values, evaluators]);
  return (
    <aside className="stands-for" aria-label="The same elsewhere">
      <div className="chips">
        {KINDS.map((name) => (
          <button key={name} type="button" aria-pressed={kind === name} onClick={() => setKind(name)}>
            {name}
          </button>
        ))}
        <CopyButton text={text}>Copy</CopyButton>
      </div>
      <pre>{text}</pre>
    </aside>
  );
}
