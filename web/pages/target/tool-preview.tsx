import { useState } from 'react';
import { type TargetView, type ToolFormat, useTools } from '../../api/targets.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ErrorNote } from '../../parts/note.tsx';

const FORMATS: readonly (readonly [ToolFormat, string])[] = [
  ['universal', 'Universal'],
  ['langchain', 'LangChain'],
  ['mcp', 'MCP'],
];

/** What agents see of the target. */
export function ToolPreview({ target }: { readonly target: TargetView }) {
  const [format, setFormat] = useState<ToolFormat>('universal');
  const { data, error } = useTools(format);
  const name = `${target.integration}_${target.action}`;
  const own = data?.tools.filter((tool) => [name, `batch_${name}`].includes(tool.name)) ?? [];
  const text = JSON.stringify(own, null, 2);
  return (
    <section className="step" aria-label="As tools">
      <h2>As tools for agents</h2>
      <div className="chips">
        {FORMATS.map(([value, title]) => (
          <button key={value} type="button" aria-pressed={value === format} onClick={() => setFormat(value)}>
            {title}
          </button>
        ))}
        <CopyButton text={text}>Copy</CopyButton>
      </div>
      <ErrorNote error={error} what="The tools could not be read." />
      <pre className="sheet">{text}</pre>
    </section>
  );
}
