import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** What may be wider than the page; it can be scrolled by keyboard too. */
export const ScrollX = ({ label, className = '', children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody could scroll it without a pointer
  <section className={`scroll-x ${className}`} aria-label={label} tabIndex={0}>
    {children}
  </section>
);
