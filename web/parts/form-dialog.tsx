import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './note.tsx';
import { useWork } from './use-work.ts';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** The button that does it. */
  readonly action: string;
  readonly disabled?: boolean;
  /** What is typed stays when it fails. */
  readonly onSubmit: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** A few fields that lie above the page, and a button that does something with them. */
export function FormDialog({ title, children, action, disabled, onSubmit, onClose }: Props) {
  const { busy, error, begin } = useWork(onSubmit, onClose);
  return (
    <Dialog title={title} className="wide" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        {children}
        <ErrorNote error={error} />
        <div className="line">
          <button type="button" disabled={busy} onClick={onClose}>
            Not now
          </button>
          <button type="submit" className="primary" disabled={busy || disabled}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
