import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** One of the page's steps; the style numbers them. */
export const Step = ({ title, children }: Props) => (
  <section className="step" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
