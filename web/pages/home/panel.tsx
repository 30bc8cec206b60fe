import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { count as counted } from '../../../core/format.ts';

interface Props {
  readonly title: string;
  readonly count?: number;
  /** Where there is more of it. */
  readonly href?: string;
  readonly more?: string;
  readonly children: ReactNode;
}

export const Panel = ({ title, count, href, more = 'Show all', children }: Props) => (
  <section className="panel" aria-label={title}>
    <header>
      <h2>
        {title} {count !== undefined && <span className="muted">{counted(count)}</span>}
      </h2>
      {href && <Link href={href}>{more}</Link>}
    </header>
    {children}
  </section>
);
