import type { ReactNode } from 'react';
import { ApiError } from '../api/call.ts';
import './note.css';

interface Props {
  readonly kind?: 'error' | 'info';
  readonly children: ReactNode;
}

export function Note({ kind = 'info', children }: Props) {
  return (
    <div className={`note ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

interface ErrorProps {
  readonly error: unknown;
  /** What was tried: "The run could not be paused." */
  readonly what?: string;
  readonly again?: () => void;
}

/** What went wrong and the next step; the error's name comes last, in small type. */
export function ErrorNote({ error, what, again }: ErrorProps) {
  if (!error) return null;
  const { message } = error as Error;
  const problems = problemsOf(error);
  return (
    <Note kind="error">
      <div>
        {what && <strong>{what} </strong>}
        {message} {error instanceof ApiError && <span className="muted tiny">{error.code}</span>}
        {problems.length > 0 && (
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </div>
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </Note>
  );
}

const MOST_SHOWN = 10;

/** The single problems of a request that was refused, where the API lists them. */
function problemsOf(error: unknown): string[] {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return [];
  const texts = error.details.map((detail: unknown) => {
    if (typeof detail === 'string') return detail;
    const { path, message, index } = detail as { path?: unknown; message?: string; index?: number };
    const place = [index === undefined ? '' : `item ${index}`, Array.isArray(path) ? path.join('.') : path].filter(
      Boolean,
    );
    return [place.join(' '), message ?? JSON.stringify(detail)].filter(Boolean).join(': ');
  });
  const hidden = texts.length - MOST_SHOWN;
  return hidden > 0 ? [...texts.slice(0, MOST_SHOWN), `… and ${hidden} more`] : texts;
}
