import * as Base from 'base-ui/dialog';
import type { ReactNode } from 'react';
import './dialog.css';

interface Props {
  readonly title: string;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What lies above the page until it is answered. Focus goes into it and comes back; Escape closes it. */
export const Dialog = ({ title, className = '', onClose, children }: Props) => (
  <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
    <Base.Portal>
      <Base.Backdrop className="backdrop" />
      <Base.Popup className={`dialog ${className}`}>
        <Base.Title>{title}</Base.Title>
        {children}
      </Base.Popup>
    </Base.Portal>
  </Base.Root>
);
