import * as Base from 'base-ui/tabs';
import type { ReactNode } from 'react';
import './tabs.css';

export interface TabChoice {
  readonly id: string;
  readonly title: ReactNode;
  readonly content: ReactNode;
}

interface Props {
  /** What the tabs are of. */
  readonly label: string;
  readonly tabs: readonly TabChoice[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** One of several views in the same place; the arrow keys walk from tab to tab. */
export const Tabs = ({ label, tabs, value, onChange }: Props) => (
  <Base.Root value={value} onValueChange={(next) => onChange(String(next))}>
    <Base.List className="tabs" aria-label={label} activateOnFocus>
      {tabs.map(({ id, title }) => (
        <Base.Tab key={id} value={id} className="tab">
          {title}
        </Base.Tab>
      ))}
    </Base.List>
    {tabs.map(({ id, content }) => (
      <Base.Panel key={id} value={id} className="stack tab-panel">
        {content}
      </Base.Panel>
    ))}
  </Base.Root>
);
