import type { ReactNode } from 'react';
import './scroll-box.css';

interface Props {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** What may be longer than it is looked at; it can be scrolled by keyboard too. */
export const ScrollBox = ({ label, className = '', children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody could scroll it without a pointer
  <section className={`scroll-box ${className}`} aria-label={label} tabIndex={0}>
    {children}
  </section>
);
