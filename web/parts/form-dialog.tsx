import type { ReactNode } from 'react';
import './confirm.css';
import { ErrorNote } from './note.tsx';
import { useDialog } from './use-dialog.ts';

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
  const { dialog, isOpen, busy, error, open, close, begin } = useDialog(onSubmit);
  return (
    <>
      <button type="button" onClick={open}>
        {label}
      </button>
      {isOpen && (
        <dialog ref={dialog} className="confirm wide" aria-label={title} onClose={close}>
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              begin();
            }}
          >
            <h2>{title}</h2>
            {children}
            <ErrorNote error={error} />
            <div className="line">
              <button type="submit" className="primary" disabled={busy || disabled}>
                {action}
              </button>
              <button type="button" disabled={busy} onClick={close}>
                Not now
              </button>
            </div>
          </form>
        </dialog>
      )}
    </>
  );
}
