import { useEffect, useRef, useState } from 'react';

/** A dialog that does something: it closes when that is done, and says why it is not. */
export function useDialog(work: () => Promise<unknown>) {
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  const begin = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      setOpen(false);
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return { dialog, isOpen, busy, error, open: () => setOpen(true), close: () => setOpen(false), begin };
}
