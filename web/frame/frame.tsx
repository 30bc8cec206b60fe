import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useMe } from '../api/me.ts';
import { useKeys } from '../parts/use-keys.ts';
import { signOut } from '../session.ts';
import './frame.css';
import { KeyboardHelp } from './keyboard-help.tsx';
import { Palette } from './palette.tsx';
import { chooseTheme, currentTheme } from './theme.ts';

const SECTIONS = [
  ['/runs', 'Runs'],
  ['/compare', 'Compare'],
  ['/datasets', 'Datasets'],
  ['/targets', 'Targets'],
  ['/jobs', 'Jobs'],
  ['/threads', 'Threads'],
  ['/monitors', 'Monitors'],
] as const;

/** Pages that belong to another of the navigation. */
const BELOW = { '/new-run': '/runs', '/experiments': '/compare', '/new-target': '/targets', '/new-batch': '/jobs' };

/** As the machine's keyboard has it. */
const PALETTE_KEY = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** Navigation on the left, the page on the right. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const [location] = useLocation();
  const me = useMe();
  const [theme, setTheme] = useState(currentTheme);
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  useKeys({
    '?': () => setHelp(true),
    'mod+k': (event) => {
      event.preventDefault();
      setPalette(true);
    },
  });
  const nav = useRef<HTMLElement>(null);
  const role = me.data?.role;
  // On a phone the pages stand in a row that is longer than the screen.
  useEffect(() => {
    if (location && role) {
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }, [location, role]);
  const sections = role === 'admin' ? [...SECTIONS, ['/keys', 'Keys'] as const] : SECTIONS;
  const here = Object.entries(BELOW).find(([path]) => location.startsWith(path))?.[1] ?? location;
  const turn = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <div className="frame">
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <header className="side">
        <Link href="/runs" className="brand">
          Rollcall
        </Link>
        <button type="button" className="go" onClick={() => setPalette(true)}>
          Go to … <kbd>{PALETTE_KEY}</kbd>
        </button>
        <nav ref={nav} aria-label="Pages">
          {sections.map(([path, title]) => (
            <Link
              key={path}
              href={path}
              aria-current={here.startsWith(path) || (here === '/' && path === '/runs') ? 'page' : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
        <div className="who">
          {me.data && (
            <span className="muted tiny" title={`Key ${me.data.keyId}`}>
              {me.data.tenant} · {me.data.role}
              {me.data.role === 'viewer' && ': reads only'}
            </span>
          )}
          <button type="button" className="plain" onClick={turn}>
            {theme === 'dark' ? 'Light' : 'Dark'}
          </button>
          <button type="button" className="plain shortcuts" onClick={() => setHelp(true)}>
            Shortcuts
          </button>
          <button type="button" className="plain" onClick={signOut}>
            Sign out
          </button>
        </div>
      </header>
      <main id="page" tabIndex={-1}>
        {children}
      </main>
      {help && <KeyboardHelp onClose={() => setHelp(false)} />}
      {palette && <Palette sections={sections} onClose={() => setPalette(false)} />}
    </div>
  );
}
