import { Keyboard, LogOut, Moon, Search, Sun, WifiOff } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useMe } from '../api/me.ts';
import { useReachable } from '../api/reachable.ts';
import { Note } from '../parts/note.tsx';
import { useSaid } from '../parts/say.ts';
import { useKeys } from '../parts/use-keys.ts';
import { useRoom } from '../parts/use-room.ts';
import { signOut } from '../session.ts';
import './frame.css';
import { type BarProps, PageLink, type Tool } from './page-link.tsx';
import { KEYS, SECTIONS } from './sections.ts';
import { chooseTheme, currentTheme } from './theme.ts';

/** What lies above the page is fetched when it is opened first. */
const KeyboardHelp = lazy(async () => ({ default: (await import('./above.ts')).KeyboardHelp }));
const Palette = lazy(async () => ({ default: (await import('./above.ts')).Palette }));
const BottomBar = lazy(async () => ({ default: (await import('./above.ts')).BottomBar }));
const Toasts = lazy(async () => ({ default: (await import('./above.ts')).Toasts }));

/** As the machine's keyboard has it. */
const PALETTE_KEY = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** Navigation beside the page; on a phone, below it. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const isReachable = useReachable();
  const hasSaid = useSaid().length > 0;
  const [theme, setTheme] = useState(currentTheme);
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  const isPhone = useRoom() === 'little';
  const groups = useMe().data?.role === 'admin' ? [...SECTIONS, [KEYS]] : SECTIONS;
  useKeys({
    '?': () => setHelp(true),
    'mod+k': (event) => {
      event.preventDefault();
      setPalette(true);
    },
  });
  const turn = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    chooseTheme(next);
    setTheme(next);
  };
  const tools: readonly Tool[] = [
    theme === 'dark' ? { label: 'Light theme', Icon: Sun, act: turn } : { label: 'Dark theme', Icon: Moon, act: turn },
    { label: 'Shortcuts', Icon: Keyboard, act: () => setHelp(true) },
    { label: 'Sign out', Icon: LogOut, act: signOut },
  ];
  const bar = { groups, tools, onSearch: () => setPalette(true) };
  return (
    <>
      <div className="frame">
        <a className="skip" href="#page">
          Skip to the page
        </a>
        {!isPhone && <SideBar {...bar} />}
        <main id="page" tabIndex={-1}>
          {!isReachable && (
            <Note kind="error">
              <span className="line">
                <WifiOff /> Cannot reach Rollcall. Trying again until it answers; what you see may be out of date.
              </span>
            </Note>
          )}
          {children}
        </main>
        <Suspense>{isPhone && <BottomBar {...bar} />}</Suspense>
      </div>
      <Suspense>
        {help && <KeyboardHelp onClose={() => setHelp(false)} />}
        {palette && (
          <Palette sections={groups.flat().map(({ path, title }) => [path, title])} onClose={() => setPalette(false)} />
        )}
        {hasSaid && <Toasts />}
      </Suspense>
    </>
  );
}

function SideBar({ groups, tools, onSearch }: BarProps) {
  const me = useMe();
  return (
    <header className="side">
      <Link href="/" className="brand">
        Rollcall
      </Link>
      <button type="button" className="go" onClick={onSearch}>
        <Search /> Search <kbd>{PALETTE_KEY}</kbd>
      </button>
      <nav aria-label="Pages">
        {groups.map((sections) => (
          <div key={sections[0]?.path}>
            {sections.map((section) => (
              <PageLink key={section.path} section={section} />
            ))}
          </div>
        ))}
      </nav>
      <div className="who">
        {me.data && (
          <span className="muted tiny" title={`Key ${me.data.keyId}`}>
            {me.data.tenant} · {me.data.role}
            {me.data.role === 'viewer' && ' (read-only)'}
          </span>
        )}
        <div>
          {tools.map(({ label, Icon, act }) => (
            <button key={label} type="button" className="quiet" onClick={act}>
              <Icon /> {label}
            </button>
          ))}
        </div>
      </div>
    </header>
  );
}
