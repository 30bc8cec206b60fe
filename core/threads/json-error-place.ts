const STRING = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const TOKEN = new RegExp(String.raw`\s*(?:([[\]{},:])|(${STRING})|${NUMBER}|true|false|null)`, 'y');

/**
 * Where a text that is no JSON goes wrong, in words that are the same in every version of Node (its own messages leave
 * the place out here and there). For texts that JSON.parse has refused.
 */
export function jsonErrorPlace(text: string): string {
  const open: ('[' | '{')[] = [];
  let wanted: 'value' | 'value or ]' | 'name' | 'name or }' | ':' | 'more' | 'end' = 'value';
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    const start = token ? at + token[0].search(/\S/) : at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
    if (!token)
      return start >= text.length ? `it ends too early, at character ${start + 1}` : `at character ${start + 1}`;
    const [, sign, string] = token;
    const next = step(sign, string !== undefined);
    if (!next) return `at character ${start + 1}`;
    wanted = next;
    at = TOKEN.lastIndex;
  }

  function step(sign: string | undefined, isString: boolean): typeof wanted | undefined {
    const after = (): typeof wanted => (open.length === 0 ? 'end' : 'more');
    const close = (bracket: '[' | '{'): typeof wanted | undefined => (open.pop() === bracket ? after() : undefined);
    switch (wanted) {
      case 'value':
      case 'value or ]':
        if (sign === '[' || sign === '{') {
          open.push(sign);
          return sign === '[' ? 'value or ]' : 'name or }';
        }
        if (sign === ']' && wanted === 'value or ]') return close('[');
        return sign === undefined ? after() : undefined;
      case 'name':
      case 'name or }':
        if (sign === '}' && wanted === 'name or }') return close('{');
        return isString ? ':' : undefined;
      case ':':
        return sign === ':' ? 'value' : undefined;
      case 'more':
        if (sign === ',') return open.at(-1) === '[' ? 'value' : 'name';
        return sign === ']' ? close('[') : sign === '}' ? close('{') : undefined;
      case 'end':
        return undefined;
    }
  }
}
