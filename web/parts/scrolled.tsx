import type { ReactNode } from 'react';
import './scrolled.css';

interface Props {
  /** Across: it may be wider than the page. Box: it may be longer than it is looked at. */
  readonly way: 'across' | 'box';
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

const CLASSES = { across: 'scroll-x', box: 'scroll-box' } as const;

/** What may be larger than its place; it can be scrolled by keyboard too. */
export const Scrolled = ({ way, label, className = '', children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody could scroll it without a pointer
  <section className={`${CLASSES[way]} ${className}`} aria-label={label} tabIndex={0}>
    {children}
  </section>
);
