import { Menu as MenuIcon, Search } from 'lucide-react';
import { Link } from 'wouter';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { type BarProps, PageLink } from './page-link.tsx';

/** A phone's navigation: the pages people open most, and a menu of the others. */
export function BottomBar({ groups, tools, onSearch }: BarProps) {
  const sections = groups.flat();
  return (
    <nav className="bottom-bar" aria-label="Pages">
      {sections
        .filter(({ isFirst }) => isFirst)
        .map((section) => (
          <PageLink key={section.path} section={section} />
        ))}
      <Menu
        trigger={<button type="button" />}
        label={
          <>
            <MenuIcon /> More
          </>
        }
      >
        <MenuItem onChoose={onSearch}>
          <Search /> Search
        </MenuItem>
        {sections
          .filter(({ isFirst }) => !isFirst)
          .map(({ path, title, Icon }) => (
            <MenuItem key={path} render={<Link href={path} />}>
              <Icon /> {title}
            </MenuItem>
          ))}
        <hr />
        {tools.map(({ label, Icon, act }) => (
          <MenuItem key={label} onChoose={act}>
            <Icon /> {label}
          </MenuItem>
        ))}
      </Menu>
    </nav>
  );
}
