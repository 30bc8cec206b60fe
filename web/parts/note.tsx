import type { ReactNode } from 'react';
import { isObject } from '../../core/json.ts';
import { rowNumber } from '../../core/row-number.ts';
import { ApiError } from '../api/call.ts';
import { currentKey, signOut } from '../session.ts';
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
  // What the API says of keys is for programs.
  const isUnknown = error instanceof ApiError && error.status === 401;
  const message = isUnknown ? 'The key is not known here, or was revoked.' : (error as Error).message;
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
      {isUnknown && currentKey() && (
        <button type="button" onClick={signOut}>
          Sign in with another
        </button>
      )}
      {again && !isUnknown && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </Note>
  );
}

const MOST_SHOWN = 10;

/** A field of the request, or an item of a batch with all that is wrong with it. */
interface Problem {
  readonly path?: unknown;
  readonly message?: string;
  readonly index?: number;
  readonly errors?: readonly string[];
}

function listed(error: unknown): unknown[] {
  const details = error instanceof ApiError ? error.details : undefined;
  const list = isObject(details) ? details.items : details;
  return Array.isArray(list) ? list : [];
}

/** The single problems of a request that was refused, where the API lists them. */
function problemsOf(error: unknown): string[] {
  const texts = listed(error).map((detail: unknown) => {
    if (typeof detail === 'string') return detail;
    const { path, index, errors, message = errors?.join('; ') } = detail as Problem;
    const place = [
      index === undefined ? '' : `item ${rowNumber(index)}`,
      Array.isArray(path) ? path.join('.') : path,
    ].filter(Boolean);
    return [place.join(' '), message ?? JSON.stringify(detail)].filter(Boolean).join(': ');
  });
  const hidden = texts.length - MOST_SHOWN;
  return hidden > 0 ? [...texts.slice(0, MOST_SHOWN), `… and ${hidden} more`] : texts;
}
