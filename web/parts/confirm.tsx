import { type ReactNode, useEffect, useRef, useState } from 'react';
import './confirm.css';
import { ErrorNote } from './note.tsx';

interface Props {
  /** The button that opens it. */
  readonly label: string;
  readonly title: string;
  readonly children: ReactNode;
  /** The button that does it: a verb and what goes. */
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly disabled?: boolean;
}

/** For what cannot be undone: asks once, and names what goes. */
export function Confirm({ label, title, children, action, onConfirm, disabled }: Props) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  const confirm = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await onConfirm();
      setOpen(false);
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" className="danger" disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </button>
      {open && (
        <dialog ref={dialog} className="confirm" aria-label={title} onClose={() => setOpen(false)}>
          <h2>{title}</h2>
          <div>{children}</div>
          <ErrorNote error={error} />
          <div className="line">
            <button type="button" className="danger" disabled={busy} onClick={confirm}>
              {action}
            </button>
            <button type="button" disabled={busy} onClick={() => setOpen(false)}>
              Keep it
            </button>
          </div>
        </dialog>
      )}
    </>
  );
}
