import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './note.tsx';
import { useWork } from './use-work.ts';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The button that does it: a verb and what goes. */
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** For what cannot be undone: asks once, and names what goes. */
export function ConfirmDialog({ title, children, action, onConfirm, onClose }: DialogProps) {
  const { busy, error, begin } = useWork(onConfirm, onClose);
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{children}</div>
      <ErrorNote error={error} />
      <div className="line">
        <button type="button" disabled={busy} onClick={onClose}>
          Keep it
        </button>
        <button type="button" className="danger" disabled={busy} onClick={begin}>
          {busy ? 'Just a moment …' : action}
        </button>
      </div>
    </Dialog>
  );
}

interface Props extends Omit<DialogProps, 'onClose'> {
  /** The button that opens it. */
  readonly label: ReactNode;
}

export function Confirm({ label, ...dialog }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="danger" onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && <ConfirmDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}
