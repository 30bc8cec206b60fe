import type { JsonLayout } from '../source-format.ts';
import { endOfString, isSpace } from './members.ts';

export const COMPACT: JsonLayout = { item: '', key: '' };

/** The text without white space between its tokens. Strings and numbers stay as written. */
export function compactJson(text: string): string {
  if (!/[ \t\r\n]/.test(text)) return text;
  let result = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) at = endOfString(text, at) - 1;
    else if (isSpace(code)) {
      result += text.slice(from, at);
      from = at + 1;
    }
  }
  return result + text.slice(from);
}

/** Puts a layout's white space into compact JSON. */
export function layOutJson(compact: string, layout: JsonLayout): string {
  if (!layout.indent && layout.item === '' && layout.key === '') return compact;
  const { newline = '', base = '', unit = '' } = layout.indent ?? {};
  let result = '';
  let from = 0;
  let depth = 0;
  /** Text up to and with the character at `at`, and what follows it in this layout. */
  const cut = (at: number, space: string) => {
    result += compact.slice(from, at + 1) + space;
    from = at + 1;
  };
  const line = () => newline + base + unit.repeat(depth);
  for (let at = 0; at < compact.length; at++) {
    const character = compact[at];
    if (character === '"') at = endOfString(compact, at) - 1;
    else if (character === ':') cut(at, layout.key);
    else if (character === ',') cut(at, layout.indent ? line() : layout.item);
    else if (character === '{' || character === '[') {
      const next = compact[at + 1];
      if (next === '}' || next === ']') cut(++at, '');
      else {
        depth++;
        cut(at, layout.indent ? line() : '');
      }
    } else if (character === '}' || character === ']') {
      depth--;
      if (layout.indent) {
        result += compact.slice(from, at) + line();
        from = at;
      }
    }
  }
  return result + compact.slice(from);
}

/** The layout that gives exactly this text, if it is one of the usual ones. */
export function detectLayout(raw: string): JsonLayout | undefined {
  const compact = compactJson(raw);
  return candidates(raw).find((layout) => layOutJson(compact, layout) === raw);
}

function candidates(raw: string): JsonLayout[] {
  const inner = /^\{(\r?\n)([ \t]*)/.exec(raw);
  if (!inner) return [COMPACT, { item: ' ', key: ' ' }, { item: '', key: ' ' }, { item: ' ', key: '' }];
  const [, newline = '', child = ''] = inner;
  const base = /\n([ \t]*)\}$/.exec(raw)?.[1] ?? '';
  if (!child.startsWith(base)) return [];
  const indent = { newline, base, unit: child.slice(base.length) };
  return [
    { item: '', key: ' ', indent },
    { item: '', key: '', indent },
  ];
}
