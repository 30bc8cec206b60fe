import { useMemo, useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import './stands-for.css';

interface Props {
  /** By what it is: `eval.yaml`, `HTTP request` … */
  readonly texts: Readonly<Record<string, () => string>>;
}

/** What the form stands for elsewhere. */
export function StandsFor({ texts }: Props) {
  const kinds = Object.keys(texts);
  const [chosen, choose] = useState('');
  const kind = kinds.includes(chosen) ? chosen : (kinds[0] ?? '');
  const text = useMemo(() => texts[kind]?.() ?? '', [texts, kind]);
  return (
    <aside className="stands-for" aria-label="The same elsewhere">
      <div className="chips">
        {kinds.map((name) => (
          <button key={name} type="button" aria-pressed={kind === name} onClick={() => choose(name)}>
            {name}
          </button>
        ))}
      </div>
      <div className="code-block">
        <CopyButton text={text}>Copy</CopyButton>
        <pre>{text}</pre>
      </div>
    </aside>
  );
}
