import * as Base from 'base-ui/menu';
import { Check, ChevronDown } from 'lucide-react';
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

/** A button that opens a list of choices, walked through with the arrow keys or by typing a choice's first letters. */
export const Menu = ({ label, trigger, title, children }: Props) => (
  // What lies behind it can still be scrolled, so the page does not jump by the width of a scroll bar.
  <Base.Root modal={false}>
    {trigger ? (
      <Base.Trigger render={trigger}>{label}</Base.Trigger>
    ) : (
      <Base.Trigger>
        {label} <ChevronDown />
      </Base.Trigger>
    )}
    <Base.Portal>
      <Base.Positioner className="layer" sideOffset={4} align="start" collisionPadding={8}>
        <Base.Popup className="menu">
          {title ? (
            <Base.Group>
              <Base.GroupLabel className="menu-title">{title}</Base.GroupLabel>
              {children}
            </Base.Group>
          ) : (
            children
          )}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

interface ItemProps {
  readonly className?: 'danger';
  readonly disabled?: boolean;
  /** A link in the place of the item. */
  readonly render?: ReactElement;
  readonly onChoose?: () => void;
  readonly children: ReactNode;
}

/** After it there is nothing more to choose. */
export const MenuItem = ({ className, render, children, ...item }: ItemProps) =>
  render ? (
    <Base.LinkItem closeOnClick className="menu-item" render={render}>
      {children}
    </Base.LinkItem>
  ) : (
    <Base.Item
      className={className ? `menu-item ${className}` : 'menu-item'}
      disabled={item.disabled}
      onClick={item.onChoose}
    >
      {children}
    </Base.Item>
  );

interface CheckProps {
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A choice that can be taken back; the menu stays open. */
export const MenuCheck = ({ checked, disabled, onToggle, children }: CheckProps) => (
  <Base.CheckboxItem className="menu-item" checked={checked} disabled={disabled} onCheckedChange={onToggle}>
    <span className="menu-check">{checked && <Check />}</span>
    {children}
  </Base.CheckboxItem>
);
