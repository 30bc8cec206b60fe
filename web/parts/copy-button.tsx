import { useEffect, useState } from 'react';

interface Props {
  readonly text: string | (() => string);
  readonly children: string;
}

/** Copies, and says that it did. */
export function CopyButton({ text, children }: Props) {
  const [said, say] = useState<string>();
  useEffect(() => {
    const timer = said ? setTimeout(() => say(undefined), 1500) : undefined;
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    navigator.clipboard.writeText(typeof text === 'function' ? text() : text).then(
      () => say('Copied'),
      () => say('The browser refused'),
    );
  return (
    <button type="button" onClick={copy} aria-live="polite">
      {said ?? children}
    </button>
  );
}
