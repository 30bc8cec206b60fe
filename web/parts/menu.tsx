import * as Popover from 'base-ui/popover';
import { ChevronDown } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import './menu.css';

interface Props {
  readonly label: ReactNode;
  /** The button that opens it. Default: one with the label and an arrow down */
  readonly trigger?: ReactElement;
  /** What the choices are of. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** A button that opens a list of choices: buttons, links and check boxes, which Tab walks through. */
export const Menu = ({ label, trigger, title, children }: Props) => (
  <Popover.Root>
    {trigger ? (
      <Popover.Trigger render={trigger}>{label}</Popover.Trigger>
    ) : (
      <Popover.Trigger>
        {label} <ChevronDown />
      </Popover.Trigger>
    )}
    <Popover.Portal>
      <Popover.Positioner className="layer" sideOffset={4} align="start" collisionPadding={8}>
        <Popover.Popup className="menu">
          {title ? (
            <fieldset className="bare">
              <legend className="menu-title">{title}</legend>
              {children}
            </fieldset>
          ) : (
            children
          )}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
);

interface ItemProps {
  readonly className?: 'danger';
  readonly disabled?: boolean;
  /** Rendered in the place of the button: a link. */
  readonly render?: ReactElement;
  readonly onChoose?: () => void;
  readonly children: ReactNode;
}

/** After it there is nothing more to choose. */
export const MenuItem = ({ className, disabled, render, onChoose, children }: ItemProps) => (
  <Popover.Close
    className={className ? `menu-item ${className}` : 'menu-item'}
    nativeButton={render === undefined}
    disabled={disabled}
    render={render}
    onClick={onChoose}
  >
    {children}
  </Popover.Close>
);

interface CheckProps {
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A choice that can be taken back; the menu stays open. */
export const MenuCheck = ({ checked, disabled, onToggle, children }: CheckProps) => (
  <label className="menu-item">
    <input type="checkbox" checked={checked} disabled={disabled} onChange={onToggle} />
    {children}
  </label>
);
