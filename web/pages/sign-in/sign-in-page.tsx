import { type FormEvent, useState } from 'react';
import type { Me } from '../../../contracts/api/me.ts';
import { call } from '../../api/call.ts';
import { Field } from '../../parts/field.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { signIn } from '../../session.ts';
import './sign-in-page.css';

export function SignInPage() {
  useTitle('Sign in');
  const [key, setKey] = useState('');
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await call<Me>('me', { key: key.trim() });
      signIn(key.trim());
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className="sign-in">
      <h1>Rollcall</h1>
      <p className="muted">
        Run every row of a dataset through an endpoint, an agent or a tool, and see what is wrong.
      </p>
      <form onSubmit={submit} className="stack">
        <Field label="Your key" hint="Kept until you close the last tab of the console.">
          {(attributes) => (
            <input
              {...attributes}
              type="password"
              autoComplete="off"
              placeholder="rk_…"
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        <ErrorNote error={error} />
        <div>
          <button type="submit" className="primary" disabled={busy || !key.trim()}>
            Sign in
          </button>
        </div>
      </form>
      <p className="muted">
        No key yet? <code>rollcall console</code> opens this page signed in, and{' '}
        <code>rollcall key create --name me</code> makes a key for someone else.
      </p>
    </main>
  );
}
