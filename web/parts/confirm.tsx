import type { ReactNode } from 'react';
import './confirm.css';
import { ErrorNote } from './note.tsx';
import { useDialog } from './use-dialog.ts';

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
  const { dialog, isOpen, busy, error, open, close, begin } = useDialog(onConfirm);
  return (
    <>
      <button type="button" className="danger" disabled={disabled} onClick={open}>
        {label}
      </button>
      {isOpen && (
        <dialog ref={dialog} className="confirm" aria-label={title} onClose={close}>
          <h2>{title}</h2>
          <div>{children}</div>
          <ErrorNote error={error} />
          <div className="line">
            <button type="button" className="danger" disabled={busy} onClick={begin}>
              {busy ? 'Just a moment …' : action}
            </button>
            <button type="button" disabled={busy} onClick={close}>
              Keep it
            </button>
          </div>
        </dialog>
      )}
    </>
  );
}
