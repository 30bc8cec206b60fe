import type { ReactNode } from 'react';
import './empty.css';

interface Props {
  readonly title: string;
  /** What the page is for, and the first step. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function Empty({ title, children, action }: Props) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <div className="muted">{children}</div>
      {action && <div className="line">{action}</div>}
    </div>
  );
}
