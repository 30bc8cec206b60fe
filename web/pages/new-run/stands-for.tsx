import { useMemo, useState } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';
import { asCli, asRequest, asYaml } from './as-text.ts';
import type { RunValues } from './run-values.ts';
import './stands-for.css';

const KINDS = ['eval.yaml', 'AWS CLI', 'HTTP request'] as const;

/** What the form stands for elsewhere. */
export function StandsFor({ values }: { readonly values: RunValues }) {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('eval.yaml');
  const text = useMemo(
    () =>
      kind === 'eval.yaml' ? asYaml(values) : kind === 'AWS CLI' ? asCli(values) : asRequest(values, location.origin),
    [kind, values],
  );
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
