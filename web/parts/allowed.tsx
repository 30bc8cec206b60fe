import type { ReactNode } from 'react';
import { mayAct, type Role } from '../../contracts/role.ts';
import { useMe } from '../api/me.ts';
import { Note } from './note.tsx';

/** Whether the key may; until that is known, yes: the API refuses what it may not. */
export function useMay(role: Role): boolean {
  const { data } = useMe();
  return data === undefined || mayAct(data.role, role);
}

interface Props {
  /** The lowest role that may. */
  readonly least: Role;
  readonly children: ReactNode;
}

/** Is not there for those who may not. */
export const Allowed = ({ least, children }: Props) => (useMay(least) ? children : null);

/** On a page for doing what the key may not: why nothing can be done here, and who can help. */
export function NeedsRole({ least, to }: { readonly least: Role; readonly to: string }) {
  const { data } = useMe();
  if (useMay(least)) return null;
  return (
    <Note>
      Your key has the role {data?.role}; {to} takes the role {least}. Ask an admin for such a key.
    </Note>
  );
}
