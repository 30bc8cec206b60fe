import type { LucideIcon } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { isHere, type Section } from './sections.ts';

/** What the navigation does besides going to a page. */
export interface Tool {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly act: () => void;
}

export interface BarProps {
  readonly groups: readonly (readonly Section[])[];
  readonly tools: readonly Tool[];
  readonly onSearch: () => void;
}

export function PageLink({ section }: { readonly section: Section }) {
  const [location] = useLocation();
  const { path, title, Icon } = section;
  return (
    <Link href={path} aria-current={isHere(section, location) ? 'page' : undefined}>
      <Icon />
      {title}
    </Link>
  );
}
