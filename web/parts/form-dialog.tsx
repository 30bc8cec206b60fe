import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import './confirm.css';
import { ErrorNote } from './note.tsx';

interface Props {
  /** The button that opens it. */
  readonly label: string;
  readonly title: string;
  readonly children: ReactNode;
  /** The button that does it. */
  readonly action: string;
  readonly disabled?: boolean;
  /** What is typed stays when it fails. */
  readonly onSubmit: () => Promise<unknown>;
}

/** A few fields that lie above the page, and a button that does something with them. */
export function FormDialog({ label, title, children, action, disabled, onSubmit }: Props) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await onSubmit();
      setOpen(false);
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {label}
      </button>
      {open && (
        <dialog ref={dialog} className="confirm wide" aria-label={title} onClose={() => setOpen(false)}>
          <form className="stack" onSubmit={submit}>
            <h2>{title}</h2>
            {children}
            <ErrorNote error={error} />
            <div className="line">
              <button type="submit" className="primary" disabled={busy || disabled}>
                {action}
              </button>
              <button type="button" disabled={busy} onClick={() => setOpen(false)}>
                Not now
              </button>
            </div>
          </form>
        </dialog>
      )}
    </>
  );
}
