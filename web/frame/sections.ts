import {
  Activity,
  Database,
  GitCompareArrows,
  House,
  KeyRound,
  Layers,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  Plug,
} from 'lucide-react';

export interface Section {
  readonly path: string;
  readonly title: string;
  readonly Icon: LucideIcon;
  /** Has a place of its own in a phone's bar. */
  readonly isFirst?: boolean;
  /** Its other pages, where their addresses begin otherwise. */
  readonly below?: readonly string[];
}

/** The pages of the navigation, grouped: what was run, what runs are made of, what is live. */
export const SECTIONS: readonly (readonly Section[])[] = [
  [
    { path: '/', title: 'Home', Icon: House, isFirst: true },
    { path: '/runs', title: 'Runs', Icon: ListChecks, isFirst: true, below: ['/new-run'] },
    { path: '/compare', title: 'Compare', Icon: GitCompareArrows, below: ['/experiments'] },
    { path: '/jobs', title: 'Jobs', Icon: Layers, below: ['/new-batch'] },
  ],
  [
    { path: '/datasets', title: 'Datasets', Icon: Database },
    { path: '/targets', title: 'Targets', Icon: Plug, below: ['/new-target'] },
  ],
  [
    { path: '/threads', title: 'Threads', Icon: MessagesSquare },
    { path: '/monitors', title: 'Monitors', Icon: Activity, isFirst: true, below: ['/new-monitor'] },
  ],
];

export const KEYS: Section = { path: '/keys', title: 'Keys', Icon: KeyRound };

export const isHere = ({ path, below = [] }: Section, location: string): boolean =>
  path === '/' ? location === '/' : [path, ...below].some((start) => location.startsWith(start));
