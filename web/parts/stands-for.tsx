import { useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import './stands-for.css';
import { Tabs } from './tabs.tsx';

interface Props {
  /** By what it is: `eval.yaml`, `HTTP request` … */
  readonly texts: Readonly<Record<string, () => string>>;
}

/** What the form stands for elsewhere. */
export function StandsFor({ texts }: Props) {
  const kinds = Object.keys(texts);
  const [chosen, choose] = useState('');
  const kind = kinds.includes(chosen) ? chosen : (kinds[0] ?? '');
  return (
    <aside className="stands-for" aria-label="The same elsewhere">
      <Tabs
        label="The same elsewhere"
        value={kind}
        onChange={choose}
        tabs={kinds.map((id) => ({ id, title: id, content: id === kind && <Code text={texts[id]?.() ?? ''} /> }))}
      />
    </aside>
  );
}

const Code = ({ text }: { readonly text: string }) => (
  <div className="code-block">
    <CopyButton text={text}>Copy</CopyButton>
    <pre>{text}</pre>
  </div>
);
