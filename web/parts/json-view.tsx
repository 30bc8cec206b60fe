import { useState } from 'react';
import './json-view.css';

/** Longer texts are shown from their beginning; the rest is a click away. */
const LONG_TEXT = 2000;
const MANY_MEMBERS = 100;

interface Props {
  readonly value: unknown;
  /** Levels that are open from the start. */
  readonly open?: number;
  readonly name?: string;
}

/** JSON, pretty and foldable. */
export function JsonView({ value, open = 2, name }: Props) {
  if (value === null || typeof value !== 'object') return <Leaf name={name} value={value} />;
  return <Branch name={name} value={value} open={open} />;
}

function Branch({ value, open, name }: { value: object; open: number; name?: string }) {
  const [all, setAll] = useState(false);
  const members = Object.entries(value);
  const [before, after] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const shown = all ? members : members.slice(0, MANY_MEMBERS);
  const hidden = members.length - shown.length;
  if (members.length === 0) return <Leaf name={name} value={`${before}${after}`} raw />;
  const inside = (
    <>
      {shown.map(([key, member]) => (
        <JsonView key={key} name={key} value={member} open={open - 1} />
      ))}
      {hidden > 0 && (
        <button type="button" className="plain" onClick={() => setAll(true)}>
          Show {hidden} more
        </button>
      )}
    </>
  );
  // What has a title of its own is not folded: there would be nothing left.
  if (name === undefined) return <div className="json root">{inside}</div>;
  return (
    <details className="json" open={open > 0}>
      <summary>
        <b>{name}: </b>
        {before}
        <span className="muted"> {members.length} </span>
        {after}
      </summary>
      {inside}
    </details>
  );
}

function Leaf({ value, name, raw = false }: { value: unknown; name?: string; raw?: boolean }) {
  const [all, setAll] = useState(false);
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  const cut = !all && text.length > LONG_TEXT;
  return (
    <div className="json leaf">
      {name !== undefined && <b>{name}: </b>}
      <span dir="auto" className={typeof value === 'string' && !raw ? 'text' : 'value'}>
        {cut ? `${text.slice(0, LONG_TEXT)}…` : text}
      </span>
      {cut && (
        <button type="button" className="plain" onClick={() => setAll(true)}>
          Show all {text.length} characters
        </button>
      )}
    </div>
  );
}
