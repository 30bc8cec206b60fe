import type { ReactNode } from 'react';

interface Props {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

export const Step = ({ number, title, children }: Props) => (
  <section className="step" aria-label={title}>
    <h2>
      <span>{number}</span>
      {title}
    </h2>
    {children}
  </section>
);
