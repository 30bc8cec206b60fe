import * as Toast from 'base-ui/toast';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSaid } from './say.ts';
import './toasts.css';

const LASTS_MS = 4000;

export const Toasts = () => (
  <Toast.Provider timeout={LASTS_MS}>
    <Toast.Portal>
      <Toast.Viewport className="toasts">
        <List />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
);

function List() {
  const { toasts, add } = Toast.useToastManager();
  const said = useSaid();
  const shown = useRef(0);
  useEffect(() => {
    for (const title of said.slice(shown.current)) add({ title });
    shown.current = said.length;
  }, [said, add]);
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      <Toast.Title render={<p />} />
      <Toast.Close className="icon" aria-label="Dismiss">
        <X />
      </Toast.Close>
    </Toast.Root>
  ));
}
