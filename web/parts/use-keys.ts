import { useEffect } from 'react';

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/**
 * Keys of a page, by their names in lower case. While somebody types, only Escape is ours; with a modifier a key is the
 * browser's, but for ⌘ or Ctrl with a key that is asked for as `mod+k`.
 */
export function useKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented || document.querySelector('.dialog, .menu')) return;
      if (event.ctrlKey || event.metaKey) return keys[`mod+${event.key.toLowerCase()}`]?.(event);
      if (isTyping(event) && event.key !== 'Escape') return;
      keys[event.key.toLowerCase()]?.(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}
