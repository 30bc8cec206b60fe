import { type MouseEvent, type ReactNode, useId } from 'react';
import './menu.css';
import { Sign } from './sign.tsx';

interface Props {
  readonly label: string;
  readonly children: ReactNode;
}

/** A button that opens a list of choices. A popover lies above everything, so no edge of the page clips it. */
export function Menu({ label, children }: Props) {
  const id = useId();
  const anchor = `--menu-${id.replace(/\W/g, '')}`;
  return (
    <>
      <button type="button" popoverTarget={id} style={{ anchorName: anchor } as object}>
        {label} <Sign shape="down" />
      </button>
      <div id={id} popover="auto" className="menu" style={{ positionAnchor: anchor } as object}>
        {children}
      </div>
    </>
  );
}

/** For a choice after which there is nothing more to choose. */
export const closeMenu = ({ currentTarget }: MouseEvent<HTMLElement>): void =>
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
