import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Role } from '../../contracts/role.ts';
import { Allowed } from './allowed.tsx';

interface Props {
  readonly href: string;
  /** The lowest role that may do what the page is for. */
  readonly least: Role;
  readonly children: ReactNode;
}

/** The step a page offers first, to those who may take it. */
export const ActionLink = ({ href, least, children }: Props) => (
  <Allowed least={least}>
    <Link href={href} className="button primary">
      <Plus />
      {children}
    </Link>
  </Allowed>
);
